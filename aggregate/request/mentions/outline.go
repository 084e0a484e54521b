package mentions

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/aggregate/lazyregexp"
)

// branch matches a line of a drawn tree: what precedes a name, and the name.
var branch = lazyregexp.New(`^((?:[\s│|┃║]|\x{a0})*(?:[├└┣┗╠╚╰+\\|` + "`" + `][─━═\-_]{1,3}[>╴]?)[ \t\x{a0}]*)(\S.*)$`)

// bars matches a line of a drawn tree without a name.
var bars = lazyregexp.New(`^[\s│|┃║]*$`)

// node is a name in a tree.
type node struct {
	name   string // including its parent folders once they are known
	column int
	at     int
	folder bool
}

// addTree parses a drawn tree and returns its number of lines, or 0 if none begins here. The line before the first
// branch may be its root.
func (f *finder) addTree(lines []line) int {
	root, n := "", 0
	if !isBranch(lines[0]) && !isLeaf(lines[0]) {
		if len(lines) < 2 || !isBranch(lines[1]) && !isLeaf(lines[1]) || len(lines[0].text) > maxPath {
			return 0
		}
		if root = entryName(lines[0].text); strings.ContainsAny(root, " \t") && !strings.HasSuffix(root, "/") {
			return 0
		}
		n = 1
	}
	var nodes []node
	for ; n < len(lines) && (isBranch(lines[n]) || isLeaf(lines[n]) || n > 0 && windowsLeaf().MatchString(lines[n].text) || bars().MatchString(lines[n].text) && n+1 < len(lines) && isBranch(lines[n+1])); n++ {
		if node, ok := readBranch(lines[n]); ok {
			nodes = append(nodes, node)
		}
	}
	f.addLeaves(strings.Trim(root, "/"), nodes)
	return n
}

// windowsLeaf matches the line of a file in a tree as Windows draws it, without a branch.
var windowsLeaf = lazyregexp.New(`^([|│]?[ |│]{3,}[ \x{a0}]+)([^\s|│]+\.[^\s|│]+|[A-Z][A-Za-z]+file)[ ]*$`)

// isLeaf reports whether such a line can begin a tree.
func isLeaf(l line) bool {
	return len(l.text) <= maxPath && strings.HasPrefix(l.text, "|   ") && windowsLeaf().MatchString(l.text)
}

func isBranch(l line) bool {
	return len(l.text) <= 2*maxPath && branch().MatchString(l.text) && strings.Trim(branch().FindStringSubmatch(l.text)[2], "─━═╯╮│ ") != "" && !strings.HasPrefix(l.text, "|---") && !strings.HasPrefix(l.text, "+---+")
}

// readBranch parses a line of a tree.
func readBranch(l line) (node, bool) {
	m := branch().FindStringSubmatch(l.text)
	if m == nil {
		m = windowsLeaf().FindStringSubmatch(l.text)
	}
	if m == nil {
		return node{}, false
	}
	name := entryName(m[2])
	n := node{name: strings.TrimRight(name, "/"), column: utf8.RuneCountInString(m[1]), at: l.at + len(m[1]), folder: strings.HasSuffix(name, "/")}
	return n, n.name != "" && strings.Trim(n.name, ".…") != ""
}

// entryName returns the name at the beginning of a tree's line, without the description after it.
func entryName(s string) string {
	s = strings.TrimLeftFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || r > 0x7f && unicode.IsSymbol(r) || r == '\ufe0f' || r == '*' || r == '`' || r == '\u200d'
	})
	cut := len(s)
	for _, mark := range []string{"  ", "\t", " #", " //", " (", " [", " <", " ←", " →", " - ", " — ", " – ", " *", " |", " :", " ->", " /*", ": "} {
		if at := strings.Index(s, mark); at > 0 {
			cut = min(cut, at)
		}
	}
	s = strings.TrimSpace(s[:cut])
	if word, _, ok := strings.Cut(s, " "); ok && nameLike(strings.Trim(word, "`*")) {
		s = word
	}
	return strings.ReplaceAll(strings.TrimRight(strings.Trim(s, "`*"), ":*@="), `\`, "/")
}

// addLeaves adds the leaves of a tree as paths. A node with children is a folder.
func (f *finder) addLeaves(root string, nodes []node) {
	if root == "." || !f.names.isFolder(root) {
		root = ""
	}
	var parents []node
	for i, n := range nodes {
		for len(parents) > 0 && parents[len(parents)-1].column >= n.column {
			parents = parents[:len(parents)-1]
		}
		within := root
		if len(parents) > 0 {
			within = parents[len(parents)-1].name
		}
		if n.name = join(within, n.name); len(n.name) > maxPath {
			n.name = "" // its descendants start without a parent
		}
		if n.folder || i+1 < len(nodes) && nodes[i+1].column > n.column {
			parents = append(parents, n)
			continue
		}
		f.addPath(n.name, n.at, wordContext{leaf: true, marked: true})
	}
}

// join joins a folder, which may be empty, and a name.
func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// outline is a list in which folders have their own lines, followed by their files, indented.
type outline struct{ parents []node }

// folderLine matches an entry that is only a folder.
var folderLine = lazyregexp.New("^[ \t]*(?:[-*+•] +)?(?:📁 *|📂 *)?[`*]{0,3}([\\w.@()\\[\\]-]+(?:/[\\w.@()\\[\\]-]+)*/)[`*:]{0,3}(?:\\s+[#(—–-].*)?$")

// hasIndentedNext reports whether the line after l is indented by more than a column.
func (f *finder) hasIndentedNext(l line, column int) bool {
	_, after, _ := strings.Cut(f.text[min(l.at+len(l.text), len(f.text)):], "\n")
	next, _, _ := strings.Cut(after, "\n")
	inner := strings.TrimLeft(next, " \t")
	return strings.TrimSpace(inner) != "" && len(next)-len(inner) > column
}

// entry parses a line as an entry of the list; false if it is not one.
func (o *outline) entry(f *finder, l line) bool {
	if len(l.text) > maxPath || strings.TrimSpace(l.text) == "" {
		return false
	}
	column := len(l.text) - len(strings.TrimLeft(l.text, " \t"))
	for len(o.parents) > 0 && o.parents[len(o.parents)-1].column >= column {
		o.parents = o.parents[:len(o.parents)-1]
	}
	if m := folderLine().FindStringSubmatch(l.text); m != nil && len(o.parents) < 40 {
		within := ""
		if len(o.parents) > 0 {
			within = o.parents[len(o.parents)-1].name
		}
		o.parents = append(o.parents, node{name: join(within, strings.TrimRight(m[1], "/")), column: column})
		if !f.hasIndentedNext(l, column) {
			f.addGroup(join(within, m[1]), l.at+strings.Index(l.text, m[1]), wordContext{marked: true})
		}
		return true
	}
	if len(o.parents) == 0 {
		return false
	}
	marker := bulletStart().FindString(l.text)
	name := entryName(l.text[len(marker):])
	if name == "" || strings.ContainsAny(name, " \t") {
		return false
	}
	path := join(o.parents[len(o.parents)-1].name, name)
	if len(path) > maxPath {
		return false
	}
	if f.resolve(path).file == "" && !nameLike(name[strings.LastIndexByte(name, '/')+1:]) || f.resolve(path).file == "" && f.resolve(name).file != "" {
		return false
	}
	return f.addPath(path, l.at+len(marker), wordContext{leaf: true, marked: true})
}
