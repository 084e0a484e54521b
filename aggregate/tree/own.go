package tree

import (
	"path"
	"slices"
	"strings"
)

// Output says where the product writes, so that it does not read itself.
type Output struct {
	Dir       string // relative to the project; empty is none
	Namespace string
	Exts      []string // of the dossiers: ".md"
}

// Has reports whether a path is a dossier or a snapshot of this namespace: in the
// folder itself, named {namespace}_{NNN} with one of Exts or .toml, of three to nine digits.
// Other files in the folder are the person's own.
func (o Output) Has(p string) bool {
	if !o.In(path.Dir(p)) {
		return false
	}
	if isTemp(path.Base(p)) {
		return true // a document that is being written at this moment
	}
	digits, ok := strings.CutPrefix(path.Base(p), o.Namespace+"_")
	if !ok {
		return false
	}
	ext := path.Ext(digits)
	if ext != ".toml" && !slices.Contains(o.Exts, ext) {
		return false
	}
	digits = strings.TrimSuffix(digits, ext)
	return len(digits) >= 3 && len(digits) <= 9 && strings.Trim(digits, "0123456789") == ""
}

// In reports whether a folder, by its clean path, is the one that the product writes to.
func (o Output) In(dir string) bool { return o.Dir != "" && dir == path.Clean(o.Dir) }

// isGit reports whether a name belongs to git on some system: it refuses to track any
// that differs from .git only in case.
func isGit(name string) bool { return strings.EqualFold(name, ".git") }

// isTemp reports whether a name is one that a document has while it is written:
// .name.<12 hex digits>.tmp.
func isTemp(name string) bool {
	stem, ok := strings.CutSuffix(name, ".tmp")
	at := strings.LastIndexByte(stem, '.')
	return ok && at > 0 && strings.HasPrefix(name, ".") && len(stem)-at-1 == 12 && strings.Trim(stem[at+1:], "0123456789abcdef") == ""
}
