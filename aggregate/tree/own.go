package tree

import (
	"path"
	"slices"
	"strings"
)

// Output is where this program writes documents, so that it does not read its own output.
type Output struct {
	Dir       string // relative to the project; empty for none
	Namespace string
	Exts      []string // extensions of documents: ".md"
}

// Has reports whether a path is a document or snapshot of this namespace: directly in the folder,
// named {namespace}_{NNN} with one of Exts or .toml, with three to nine digits. Other files in
// the folder are the user's.
func (o Output) Has(p string) bool {
	if !o.In(path.Dir(p)) {
		return false
	}
	if isTemp(path.Base(p)) {
		return true // a document that is being written
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

// In reports whether a folder, given by its clean path, is the output folder.
func (o Output) In(dir string) bool { return o.Dir != "" && dir == path.Clean(o.Dir) }

// isGit reports whether a name belongs to git on some system: git never tracks names that differ
// from .git only in case.
func isGit(name string) bool { return strings.EqualFold(name, ".git") }

// isTemp reports whether a name is that of a document being written: .name.<12 hex digits>.tmp.
func isTemp(name string) bool {
	stem, ok := strings.CutSuffix(name, ".tmp")
	at := strings.LastIndexByte(stem, '.')
	return ok && at > 0 && strings.HasPrefix(name, ".") && len(stem)-at-1 == 12 && strings.Trim(stem[at+1:], "0123456789abcdef") == ""
}
