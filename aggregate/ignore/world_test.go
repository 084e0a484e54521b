package ignore

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
)

// world is a generated tree of folders and files.
type world struct {
	dirs, files []string
}

// rules are the lists of a world, by file path; "global" is the user's.
type rules map[string]string

func (r rules) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(r)) {
		fmt.Fprintf(&b, "\n%s: %q", name, r[name])
	}
	return b.String()
}

// dir returns the folder of a path, with this package's verdicts on all its parents. Each folder
// has one list, called .gitignore.
func (r rules) dir(tree Lists, p string) *Dir {
	if text, ok := r["global"]; ok {
		tree.Global = []*List{Parse("global", []byte(text))}
	}
	if text, ok := r[".git/info/exclude"]; ok {
		tree.Info = Parse(".git/info/exclude", []byte(text))
	}
	list := func(dir string) *List {
		source := join(dir, ".gitignore")
		return Parse(source, []byte(r[source]))
	}
	at := NewRoot(tree, "", list(""))
	for i, c := range p {
		if c == '/' {
			at = at.Enter(path.Base(p[:i]), list(p[:i]))
		}
	}
	return at
}

// match returns the verdict on a path.
func (r rules) match(tree Lists, p string, dir bool) Verdict {
	return r.dir(tree, p).Match(path.Base(p), dir)
}

// names are the names of files and folders, with all characters that are special in patterns, and
// invalid UTF-8.
var names = []string{
	"a", "b", "c", "ab", "abc", "b.c", "foo", "Foo", "FOO", "foo.txt", "bar", "build", "x y", "ends ", " starts", "t\t", "cr\r", "nl\nx", "v\v", "f\f",
	"ä", "é.go", "日本", "\xff", "\xc3", "a\xe9", "\x01", "\x7f", "-", "--", "]", "[x]", "[!a]", "a-c", "!n", "#h", "*", "a*b", "?", `b\s`, `\`, `\a`,
	"^", "0", "7z", "1.log", "x.log.1", ".hidden", "..x", "a,b", "{a}", "~", ":", "[:alpha:]",
}

func anyWorld(r *rand.Rand) world {
	var w world
	var grow func(dir string, depth int)
	grow = func(dir string, depth int) {
		for _, i := range r.Perm(len(names))[:4+r.IntN(6)] {
			p := join(dir, names[i])
			if depth < 4 && r.IntN(4) == 0 {
				w.dirs = append(w.dirs, p)
				grow(p, depth+1)
				continue
			}
			w.files = append(w.files, p)
		}
	}
	for len(w.dirs) < 8 {
		w = world{}
		grow("", 0)
	}
	return w
}

// anyRules returns lists for a world. Most of their patterns are derived from its paths, so that
// they match; the rest is random.
func anyRules(r *rand.Rand, w world) rules {
	out := rules{}
	for _, dir := range append([]string{""}, w.dirs...) {
		if dir == "" || r.IntN(3) == 0 {
			out[join(dir, ".gitignore")] = anyList(r, w, dir)
		}
	}
	if r.IntN(3) == 0 {
		out[".git/info/exclude"] = anyList(r, w, "")
	}
	if r.IntN(3) == 0 {
		out["global"] = anyList(r, w, "")
	}
	return out
}

func anyList(r *rand.Rand, w world, dir string) string {
	var b strings.Builder
	if r.IntN(10) == 0 {
		b.WriteString("\ufeff")
	}
	lines := 1 + r.IntN(6)
	if r.IntN(4) == 0 {
		lines *= 5 // so that patterns are looked up instead of only compared
	}
	for range lines {
		switch r.IntN(14) {
		case 0:
			b.WriteString("# a comment")
		case 1:
		case 2:
			b.WriteString(oneOfStrings(r, "!", "/", "//", "!/", "   ", `\`, "**", "/**", "**/", "!**", "\x00", "*", "!*", "*/", "!*/"))
		default:
			b.WriteString(anyPattern(r, w, dir))
		}
		b.WriteString(oneOfStrings(r, "\n", "\n", "\n", "\r\n", " \n", "\t\n", "\r\r\n", "\x00x\n", "\n\n"))
	}
	if r.IntN(4) == 0 {
		return strings.TrimSuffix(b.String(), "\n")
	}
	return b.String()
}

func anyPattern(r *rand.Rand, w world, dir string) string {
	var text string
	if r.IntN(5) == 0 {
		for range 1 + r.IntN(5) {
			text += anyPiece(r)
		}
	} else {
		text = blur(r, seenFrom(r, w, dir))
	}
	if r.IntN(4) == 0 {
		text = "/" + text
	}
	if r.IntN(4) == 0 {
		text = "!" + text
	}
	return text + oneOfStrings(r, "", "", "", "", "/", "/", `\ `, "  ", `\`, "/*", "/**", "*")
}

// seenFrom returns a path of the world or its end, relative to a folder if it is inside.
func seenFrom(r *rand.Rand, w world, dir string) string {
	all := slices.Concat(w.dirs, w.files)
	p := all[r.IntN(len(all))]
	if below := strings.TrimPrefix(p, dir+"/"); below != p {
		p = below
	}
	parts := strings.Split(p, "/")
	return strings.Join(parts[r.IntN(len(parts)):], "/")
}

// blur replaces some bytes by wildcards, classes and escapes.
func blur(r *rand.Rand, p string) string {
	if r.IntN(4) == 0 {
		return p
	}
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		c := p[i : i+1]
		switch r.IntN(12) {
		case 0:
			c = "?"
		case 1:
			c = "*"
		case 2:
			c = "*"
			i = min(len(p)-1, i+r.IntN(4))
		case 3:
			c = "[" + oneOfStrings(r, "", "!", "^", "!!", "]", "-") + c + oneOfStrings(r, "", "-z", "-", "b", "[:alpha:]", `\]`) + "]"
		case 4:
			c = `\` + c
		case 5:
			c = anyPiece(r)
		case 6:
			if c == "/" {
				c = oneOfStrings(r, "/**/", "/**", "**/", "/*/", "/**/**/", "//", `\/`, `**\/`, `/**\/`, "*/", "/***/")
			}
		}
		b.WriteString(c)
	}
	return b.String()
}

func anyPiece(r *rand.Rand) string {
	classes := []string{"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit", "nope", ""}
	switch r.IntN(4) {
	case 0:
		return names[r.IntN(len(names))]
	case 1:
		return "[" + oneOfStrings(r, "", "!", "^", "a", "a-") + "[:" + classes[r.IntN(len(classes))] + ":]" + oneOfStrings(r, "", "-z", "0-9", "-") + "]"
	}
	return oneOfStrings(r,
		"*", "**", "***", "?", "/", "/**/", "**/", "/**", "*/", "a*", "*.txt", "a**b", "*a*b*", "foo**/b", "a?**", "f**o",
		"[a-c]", "[!a]", "[^a]", "[]a]", "[]-a]", "[a-]", "[!]a-]", "[--0]", "[a-c-e]", "[z-a]", `[\a-\c]`, `[\]]`, `[a\`, "[a", "[", "[]", "[!]", "[^", "[[.]", "[[:alpha:", "[[:alpha]", "[[::]]", "[/]", "[!/]", "[a/b]", "[\x80-\xff]", "[^-a]",
		`\*`, `\?`, `\[`, `\#`, `\!`, `\ `, `\\`, `\`, " ", "\t", "\r", ".", "#", "!",
	)
}

func oneOfStrings(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }
