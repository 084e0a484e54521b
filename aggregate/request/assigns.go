package request

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"dossier/aggregate/text"
)

// Assigns formats the files as assigns, two for each: its path relative to dir, and its content between delimiters.
//
//	@spec_auth assign "src/auth.go"
//	@spec_authContent assign
//	--begin-context-5f0c…--
//	package auth
//
//	--end-context-5f0c…--
//
// Names are those of [BaseName]; the second file with a name gets the suffix _2, and so on. The text has no final
// newline; without files it is empty.
func (f *Files) Assigns(dir string) string {
	return f.assigns(dir, tokenBase)
}

// assigns formats the files; base returns the beginning of a file's token.
func (f *Files) assigns(dir string, base func(path, content string) string) string {
	var lines []string
	used := assignNames{taken: map[string]bool{}, next: map[string]int{}}
	for _, file := range f.list {
		path := relative(dir, file.Path)
		name := used.unique(BaseName(path))
		token := Token(file.Content, base(path, file.Content))
		lines = append(lines,
			fmt.Sprintf(`@%s assign "%s"`, name, text.Escape(path)),
			fmt.Sprintf("@%s%s assign", name, contentSuffix),
			begin+token+end)
		if file.Content != "" {
			lines = append(lines, file.Content)
		}
		lines = append(lines, finish+token+end)
	}
	return strings.Join(lines, "\n")
}

// relative returns a path relative to a folder, with slashes.
func relative(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil {
		path = rel
	}
	return strings.ReplaceAll(path, `\`, "/")
}

// BaseName returns the name of a path's assign: spec_ and the file name without its last extension, with each run of
// characters other than ASCII letters and digits replaced by one _, and none at the ends. F_ precedes a name that
// does not begin with a letter. A name without letters and digits is spec_file.
func BaseName(path string) string {
	name := baseName(path)
	if dot := strings.LastIndexByte(name, '.'); dot > 0 && strings.Trim(name[:dot], ".") != "" {
		name = name[:dot]
	}
	var b strings.Builder
	gap := false
	for i := range len(name) {
		switch c := name[i]; {
		case !isLetter(c) && (c < '0' || c > '9'):
			gap = true
		default:
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			b.WriteByte(c)
		}
	}
	switch stem := b.String(); {
	case stem == "":
		return "spec_file"
	case !isLetter(stem[0]):
		return "spec_F_" + stem
	default:
		return "spec_" + stem
	}
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// contentSuffix is added to the name of a file's path to form the name of its content.
const contentSuffix = "Content"

// assignNames are the used names of assigns, for paths and contents.
type assignNames struct {
	taken map[string]bool
	next  map[string]int // the next number to try, by name
}

// unique returns a name that neither a path nor a content has, and reserves it for both.
func (n *assignNames) unique(name string) string {
	free := name
	for n.taken[free] || n.taken[free+contentSuffix] {
		n.next[name] = max(n.next[name], 1) + 1
		free = name + "_" + strconv.Itoa(n.next[name])
	}
	n.taken[free], n.taken[free+contentSuffix] = true, true
	return free
}

// The delimiters of a content enclose its token in these.
const (
	begin  = "--begin-"
	finish = "--end-"
	end    = "--"
)

// Token returns the first of base, base-1, base-2, … whose delimiters do not occur in content. Its work is linear in
// the length of content, however many are taken.
func Token(content, base string) string {
	taken := map[string]bool{}
	for _, prefix := range []string{begin + base, finish + base} {
		for rest := content; ; {
			at := strings.Index(rest, prefix)
			if at < 0 {
				break
			}
			if suffix, ok := tokenSuffix(rest[at+len(prefix):]); ok {
				taken[suffix] = true
			}
			rest = rest[at+1:]
		}
	}
	suffix := ""
	for n := 1; taken[suffix]; n++ {
		suffix = "-" + strconv.Itoa(n)
	}
	return base + suffix
}

// tokenSuffix returns the part of a delimiter between the base and the end: nothing, or a number in the format of
// [Token]. It returns false if rest does not complete a delimiter.
func tokenSuffix(rest string) (string, bool) {
	if strings.HasPrefix(rest, end) {
		return "", true
	}
	digits := 1
	for digits < len(rest) && digits <= maxDigits && '0' <= rest[digits] && rest[digits] <= '9' {
		digits++
	}
	return rest[:min(digits, len(rest))], digits > 1 && rest[0] == '-' && strings.HasPrefix(rest[digits:], end)
}

// maxDigits exceeds the number of digits of the number of delimiters that fit in memory.
const maxDigits = 18

// tokenBase returns the beginning of a file's token: a UUID of version 8, derived from its path and content, so that
// the same file has the same one everywhere.
func tokenBase(path, content string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d %s %s", len(path), path, content)
	id := h.Sum(nil)[:16]
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80
	return fmt.Sprintf("context-%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
