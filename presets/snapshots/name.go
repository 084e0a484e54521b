package snapshots

import (
	"os"
	"slices"
	"strings"

	"dossier/models"
	"dossier/presets/store"
)

// copyMark precedes the number of copied documents: acme_c007. Written documents are numbered
// separately and have none.
const copyMark = "c"

// split splits the name of a snapshot into its parts.
func split(name string) (namespace, mark string, number int, ok bool) {
	at := strings.LastIndexByte(name, '_')
	if at < 0 || models.CheckNamespace(name[:at]) != nil {
		return "", "", 0, false
	}
	namespace = name[:at]
	digits, marked := strings.CutPrefix(name[at+1:], copyMark)
	if marked {
		mark = copyMark
	}
	number, ok = store.NumberOf(namespace+"_"+digits, namespace, "")
	return namespace, mark, number, ok && number > 0
}

// CopyName returns the current name of a copy: before copies had separate names, acme_c007 was
// acme_007. Other strings are returned unchanged.
func CopyName(name string) string {
	if _, mark, _, ok := split(name); ok && mark == "" {
		return respelled(name)
	}
	return name
}

// NamesCopy reports whether a name given by the user can only be that of a copy: acme_c007, or
// c7.
func (f *Folder) NamesCopy(name string) bool {
	name = f.stemOf(name)
	if !strings.Contains(name, "_") {
		name = "x_" + name
	}
	_, mark, _, ok := split(name)
	return ok && mark != ""
}

// respelled returns the name of a snapshot with the mark of a copy added or removed.
func respelled(name string) string {
	at := strings.LastIndexByte(name, '_') + 1
	if digits, marked := strings.CutPrefix(name[at:], copyMark); marked {
		return name[:at] + digits
	}
	return name[:at] + copyMark + name[at:]
}

// stemOf returns the name of the snapshot that a file belongs to, or the file name itself.
func (f *Folder) stemOf(file string) string {
	for _, ext := range f.endings {
		if stem, ok := strings.CutSuffix(file, ext); ok {
			return stem
		}
	}
	return strings.TrimSuffix(file, recordExt)
}

// stem returns the stem of a snapshot's file names; for copies it may be in the older form.
func (f *Folder) stem(root *os.Root, name string) string {
	if f.mark == "" {
		return name
	}
	other := respelled(name)
	for _, ext := range slices.Concat(f.endings, []string{recordExt}) { // the text may be missing
		for _, stem := range []string{name, other} {
			if _, err := root.Lstat(stem + ext); err == nil {
				return stem
			}
		}
	}
	return name
}

// nameOf returns the name of the snapshot with file names stem.
func (f *Folder) nameOf(root *os.Root, stem string) string {
	if f.mark == "" || CopyName(stem) == stem {
		return stem
	}
	name := CopyName(stem)
	if _, err := root.Lstat(f.text(root, name)); err == nil {
		return stem // an earlier version has reused the number
	}
	return name
}
