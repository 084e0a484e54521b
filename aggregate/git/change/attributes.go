package change

import (
	"bytes"
	"context"
	"path"
	"strings"

	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
	"dossier/aggregate/ignore"
)

const (
	attributesFile  = ".gitattributes"
	attributesLimit = 1 << 20
	maxAttributes   = 10_000 // lines of one file
)

// attributes resolves the attributes of paths from .gitattributes and
// info/attributes. It is not safe for concurrent use.
type attributes struct {
	read    func(dir string) []byte
	info    []attributeLine
	folders map[string][]attributeLine
}

// attributeLine is a pattern and the attributes that it sets.
type attributeLine struct {
	pattern *ignore.List
	set     [][2]string // name and state: set, unset, unspecified or a value
}

// States of an attribute. Any other string is a value.
const (
	isSet         = "\x00set"
	isUnset       = "\x00unset"
	isUnspecified = ""
)

// newAttributes returns the attributes of a repository. read returns the attributes file of a folder.
func newAttributes(r git.Repository, read func(dir string) []byte) *attributes {
	info, _ := git.ReadIn(r.CommonDir, "info/attributes", attributesLimit)
	return &attributes{read: read, info: parseAttributes(info), folders: map[string][]attributeLine{}}
}

func parseAttributes(data []byte) []attributeLine {
	var out []attributeLine
	for line := range bytes.Lines(data) {
		if len(out) == maxAttributes {
			break
		}
		text := strings.Trim(string(line), " \t\r\n")
		if text == "" || text[0] == '#' || strings.HasPrefix(text, "[attr]") {
			continue
		}
		pattern, rest := splitPattern(text)
		if pattern == "" || pattern[0] == '!' || strings.HasSuffix(pattern, "/") {
			continue // git rejects negated patterns, and patterns that end with a slash match no file
		}
		l := attributeLine{pattern: ignore.Parse("", []byte(pattern))}
		for _, word := range strings.Fields(rest) {
			l.add(word)
		}
		out = append(out, l)
	}
	return out
}

// splitPattern splits off the pattern, which may be quoted.
func splitPattern(text string) (pattern, rest string) {
	if text[0] != '"' {
		i := strings.IndexAny(text, " \t")
		if i < 0 {
			return text, ""
		}
		return text[:i], text[i:]
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '"':
			return b.String(), text[i+1:]
		case '\\':
			if i++; i == len(text) {
				return "", ""
			}
		}
		b.WriteByte(text[i])
	}
	return "", ""
}

func (l *attributeLine) add(word string) {
	set := func(name, state string) { l.set = append(l.set, [2]string{name, state}) }
	name, value, valued := strings.Cut(word, "=")
	switch {
	case strings.HasPrefix(word, "-"):
		set(word[1:], isUnset)
	case strings.HasPrefix(word, "!"):
		set(word[1:], isUnspecified)
	case valued:
		set(name, value)
	case word == "binary":
		set("binary", isSet)
		set("diff", isUnset)
		set("merge", isUnset)
		set("text", isUnset)
	default:
		set(word, isSet)
	}
}

func (a *attributes) folder(dir string) []attributeLine {
	lines, ok := a.folders[dir]
	if !ok {
		lines = parseAttributes(a.read(dir))
		a.folders[dir] = lines
	}
	return lines
}

// of returns the attributes of a path that is relative to the repository's root.
func (a *attributes) of(p string) map[string]string {
	out := map[string]string{}
	apply := func(lines []attributeLine, seen string) {
		for _, l := range lines {
			if len(l.set) > 0 && l.pattern.Matches(seen, false) {
				for _, s := range l.set {
					out[s[0]] = s[1]
				}
			}
		}
	}
	dir := ""
	apply(a.folder(""), p)
	for i := range p {
		if p[i] == '/' {
			dir = p[:i]
			apply(a.folder(dir), p[i+1:])
		}
	}
	apply(a.info, p)
	return out
}

// conversion is how git converts the text of a work tree file to that of an object.
type conversion struct {
	auto   bool // only if it is text and the index has no text with carriage returns before newlines
	lines  bool // carriage returns before newlines are removed
	filter string
}

// conversionOf returns how a file is converted. autocrlf is core.autocrlf.
func conversionOf(attributes map[string]string, autocrlf bool) conversion {
	var c conversion
	switch text := attributes["text"]; {
	case text == isUnset:
	case text == "auto":
		c.lines, c.auto = true, true
	case text != isUnspecified:
		c.lines = true
	case attributes["crlf"] == isUnset:
	case attributes["crlf"] != isUnspecified, attributes["eol"] == "lf", attributes["eol"] == "crlf":
		c.lines = true
	case autocrlf:
		c.lines, c.auto = true, true
	}
	if filter := attributes["filter"]; filter != isUnspecified && filter != isUnset && filter != isSet {
		c.filter = "the filter " + filter
	} else if encoding := attributes["working-tree-encoding"]; encoding != isUnspecified && encoding != isUnset && encoding != isSet && !strings.EqualFold(encoding, "utf-8") {
		c.filter = "the encoding " + encoding
	} else if attributes["ident"] == isSet {
		c.filter = "the attribute ident"
	}
	return c
}

// clean returns a work tree text as git would store it. committed returns the text
// in the index; it is called only if needed.
func (c conversion) clean(data []byte, committed func() []byte) []byte {
	if !c.lines || !bytes.Contains(data, []byte("\r\n")) {
		return data
	}
	if c.auto && (looksBinary(data) || hasLineEnds(committed())) {
		return data
	}
	return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
}

// hasLineEnds reports whether a text has carriage returns before newlines; git leaves those of a text that was
// committed with them as they are, but does not count those of a binary file.
func hasLineEnds(data []byte) bool { return bytes.Contains(data, []byte("\r\n")) && !looksBinary(data) }

// looksBinary reports whether git treats content as binary when it converts line endings.
func looksBinary(data []byte) bool {
	printable, other := 0, 0
	for i, b := range data {
		switch {
		case b == '\r':
			if i+1 == len(data) || data[i+1] != '\n' {
				return true
			}
		case b == '\n':
		case b == 0:
			return true
		case b == 127, b < 32 && b != '\b' && b != '\t' && b != 27 && b != 12:
			other++
		default:
			printable++
		}
	}
	if len(data) > 0 && data[len(data)-1] == 26 {
		other--
	}
	return printable>>7 < other
}

// worktreeAttributes returns the attributes that the files of the work tree define. A folder without a file
// has the one of the index, as in git: a sparse checkout, or a deleted file, does not change what its files are.
// Git does not read the index for the comparison of two commits; neither does this, because it would cost time.
func (r *Repository) worktreeAttributes(ctx context.Context) *attributes {
	var store *object.Store // its own, because files are compared at the same time
	return newAttributes(r.git.Repository, func(dir string) []byte {
		if data := r.attributesOnDisk(ctx, dir); data != nil || r.entries == nil {
			return data
		}
		i, ok := entryOf(r.entries, path.Join(dir, attributesFile))
		if !ok {
			return nil
		}
		if store == nil {
			store = r.git.Store.Fork()
		}
		data, _ := store.ReadWithin(r.entries.List[i].ID, object.BlobKind, attributesLimit)
		return data
	})
}

// attributesOnDisk returns the attributes file of a folder; nil if there is none, or it cannot be read.
func (r *Repository) attributesOnDisk(ctx context.Context, dir string) []byte {
	local, ok := r.localPath(path.Join(dir, attributesFile))
	if !ok {
		if r.parents == nil || dir != "" && !strings.HasPrefix(r.folder+"/", dir+"/") {
			return nil
		}
		data, _ := r.parents.AttributesFile(ctx, dir)
		return data
	}
	// Nearly every folder has none: checking whether the name exists is cheaper than failing to open it.
	if found, err := r.root.Lstats(path.Dir(local), []string{attributesFile}); err != nil || !found[0].Exists {
		return nil
	}
	file, err := r.root.Read(ctx, local, attributesLimit)
	if err != nil {
		return nil
	}
	return file.Data
}
