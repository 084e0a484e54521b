package change

import (
	"bytes"
	"context"
	"path"
	"slices"
	"strconv"
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
	macros  map[string][]attributeState // nil until the root's file is read
}

// attributeLine is a pattern, or a macro, and the attributes that it sets.
type attributeLine struct {
	pattern *ignore.List // nil for a macro
	macro   string       // its name
	set     []attributeState
}

// attributeState is a name and its state: set, unset, unspecified or a value.
type attributeState struct{ name, state string }

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

// parseAttributes parses an attributes file. Invalid lines are skipped, as git does.
func parseAttributes(data []byte) []attributeLine {
	var out []attributeLine
	for line := range bytes.Lines(bytes.TrimPrefix(data, []byte("\ufeff"))) {
		if len(out) == maxAttributes {
			break
		}
		text := strings.Trim(string(line), " \t\r\n")
		if text == "" || text[0] == '#' {
			continue
		}
		pattern, rest := splitPattern(text)
		var l attributeLine
		if name, ok := strings.CutPrefix(pattern, "[attr]"); ok && name != "" && validAttribute(name) {
			l.macro = name
		} else if ok && name != "" || pattern == "" || pattern[0] == '!' || strings.HasSuffix(pattern, "/") {
			continue // git rejects negated patterns, and patterns that end with a slash match no file
		} else {
			l.pattern = ignore.Parse("", []byte(ignoreLine(pattern)))
		}
		valid := true
		for _, word := range strings.Fields(rest) {
			valid = valid && l.add(word)
		}
		if valid {
			out = append(out, l)
		}
	}
	return out
}

// splitPattern splits off the pattern. It may be quoted, with the escapes of C; otherwise, as if it is quoted
// incorrectly, it ends at the first blank.
func splitPattern(text string) (pattern, rest string) {
	if text[0] == '"' {
		if pattern, rest, ok := unquote(text[1:]); ok {
			return pattern, rest
		}
	}
	i := strings.IndexAny(text, " \t")
	if i < 0 {
		return text, ""
	}
	return text[:i], text[i:]
}

// unquote decodes a text up to its closing quote, as git quotes paths, and returns the text after it.
func unquote(text string) (decoded, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '"' {
			return b.String(), text[i+1:], true
		}
		if c != '\\' {
			b.WriteByte(c)
			continue
		}
		if i++; i == len(text) {
			break
		}
		if k := strings.IndexByte(`abtnvfr"\`, text[i]); k >= 0 {
			b.WriteByte("\a\b\t\n\v\f\r\"\\"[k])
			continue
		}
		if i+3 > len(text) || text[i] > '3' {
			break
		}
		code, err := strconv.ParseUint(text[i:i+3], 8, 8)
		if err != nil {
			break
		}
		b.WriteByte(byte(code))
		i += 2
	}
	return "", "", false
}

// ignoreLine returns a pattern as a line of an ignore file, where some characters have another meaning at the
// beginning or at the end. A pattern with a newline cannot be one, so it matches any character there.
func ignoreLine(pattern string) string {
	pattern = strings.NewReplacer("\n", "?", "\r", "?").Replace(pattern)
	if pattern[0] == '#' {
		pattern = `\` + pattern
	}
	if trimmed := strings.TrimRight(pattern, " "); !strings.HasSuffix(trimmed, `\`) {
		pattern = trimmed + strings.Repeat(`\ `, len(pattern)-len(trimmed))
	}
	return pattern
}

// validAttribute reports whether a name is one that git accepts: with another, it skips the line.
func validAttribute(name string) bool {
	return name != "" && name[0] != '-' && !strings.HasPrefix(name, "builtin_") && !strings.ContainsFunc(name, func(c rune) bool {
		return c != '-' && c != '.' && c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
	})
}

// add adds a state of the line. It returns false if the name is invalid.
func (l *attributeLine) add(word string) bool {
	name, value, valued := strings.Cut(word, "=")
	state := isSet
	switch {
	case name != "" && name[0] == '-':
		name, state = name[1:], isUnset
	case name != "" && name[0] == '!':
		name, state = name[1:], isUnspecified
	case valued:
		state = value
	}
	l.set = append(l.set, attributeState{name, state})
	return validAttribute(name)
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
	var matched [][]attributeState // in ascending precedence
	match := func(lines []attributeLine, seen string) {
		for _, l := range lines {
			if len(l.set) > 0 && l.pattern != nil && l.pattern.Matches(seen, false) {
				matched = append(matched, l.set)
			}
		}
	}
	match(a.folder(""), p)
	for i := range p {
		if p[i] == '/' {
			match(a.folder(p[:i]), p[i+1:])
		}
	}
	match(a.info, p)
	out := map[string]string{}
	for _, set := range slices.Backward(matched) {
		a.fill(out, set)
	}
	return out
}

// fill sets the attributes that no line of higher precedence does. A macro sets others only where it is set
// itself, so one that a later line cancels sets none.
func (a *attributes) fill(out map[string]string, set []attributeState) {
	for _, s := range slices.Backward(set) {
		if _, known := out[s.name]; known {
			continue
		}
		out[s.name] = s.state
		if s.state == isSet {
			a.fill(out, a.macro(s.name))
		}
	}
}

// macro returns what an attribute sets if it is a macro. Macros are defined in the root's file and in
// info/attributes; binary is one by itself.
func (a *attributes) macro(name string) []attributeState {
	if a.macros == nil {
		a.macros = map[string][]attributeState{"binary": {{"diff", isUnset}, {"merge", isUnset}, {"text", isUnset}}}
		for _, lines := range [][]attributeLine{a.folder(""), a.info} {
			for _, l := range lines {
				if l.macro != "" {
					a.macros[l.macro] = l.set
				}
			}
		}
	}
	return a.macros[name]
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
		if !ok || object.Normal(r.entries.List[i].Mode) == object.ModeSymlink {
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
	if !r.isRegular(path.Dir(local), attributesFile) {
		return nil
	}
	file, err := r.root.Read(ctx, local, attributesLimit)
	if err != nil {
		return nil
	}
	return file.Data
}
