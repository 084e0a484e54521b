package filetree

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"time"

	"dossier/aggregate/disk"
	"dossier/aggregate/text"
	"dossier/aggregate/tree"
)

// Entry is a file or folder as the tree shows it.
type Entry struct {
	Path    string
	Dir     bool
	Size    int64     // bytes; for a folder, those of its files that can be ticked from it
	ModTime time.Time // for a folder, the newest of these files
	Ignored bool      // by an ignore file or the default list; shown on request, struck through
	Missing bool      // no longer on the disk, but in the composition
	Barred  bool      // cannot be read: a pipe, a device, a link that leads out, a root without permission
	Root    bool      // the folder of a root
	Note    string    // why it is ignored, missing or barred, or why a root is not read

	Unmeasured bool // Size and ModTime are not known yet
}

// entriesOf returns the entries of a tree for its rows, without files that this program wrote and
// folders that contain only those: writing the first document adds no row.
func entriesOf(t *tree.Tree, output tree.Output) []Entry {
	own := ownFolders(t, output)
	entries := make([]Entry, 0, t.Len())
	for id := tree.Top + 1; int(id) < t.Len(); id++ {
		e := t.Entry(id)
		if own[e.Path] || own[path.Dir(e.Path)] || output.Has(e.Path) {
			continue
		}
		row := Entry{Path: e.Path, Dir: e.Kind == disk.Folder, Size: e.Size, ModTime: e.ModTime, Unmeasured: !t.Measured()}
		switch {
		case e.Mounted:
			row.Root, row.Barred, row.Note = true, e.Reason != tree.Listed, rootNote(e.Reason)
		case e.Reason == tree.Listed:
		case slices.Contains(shownOnRequest, e.Reason):
			row.Ignored = true
			row.Note = reasonNote(e)
		default:
			row.Barred = !row.Dir
			row.Note = e.Reason.String()
			row.Ignored = row.Dir
		}
		entries = append(entries, row)
	}
	return entries
}

// shownOnRequest are the reasons for ignoring entries that are shown on request.
var shownOnRequest = []tree.Reason{tree.Ignored, tree.Junk, tree.OwnOutput, tree.Discussion}

// rootNote returns why a root is not read; empty if it is read.
func rootNote(r tree.Reason) string {
	switch r {
	case tree.Listed:
		return ""
	case tree.Outside:
		return "it needs your permission"
	case tree.Missing:
		return "its folder is missing"
	}
	return "it is not used: see the list of problems"
}

// ownFolders returns the folder of dossiers and its parents that contain nothing of the user's.
func ownFolders(t *tree.Tree, output tree.Output) map[string]bool {
	out := path.Clean(output.Dir)
	if output.Dir == "" || !filepath.IsLocal(out) || out == "." {
		return nil
	}
	within := map[string]bool{} // whether a parent folder contains something else
	for dir := out; dir != "."; dir = path.Dir(dir) {
		within[dir] = false
	}
	for id := tree.Top + 1; int(id) < t.Len(); id++ {
		e := t.Entry(id)
		dir := path.Dir(e.Path)
		_, onTheWay := within[e.Path]
		ours := onTheWay || output.Has(e.Path) || dir == out && path.Base(e.Path) == ".gitignore"
		if _, ok := within[dir]; ok && !ours {
			within[dir] = true
		}
	}
	own := map[string]bool{}
	for dir := out; dir != "." && !within[dir]; dir = path.Dir(dir) {
		own[dir] = true
	}
	return own
}

func reasonNote(e tree.Entry) string {
	if !e.Verdict.Matched() {
		return e.Reason.String()
	}
	return fmt.Sprintf("%s by %s:%d: %s", e.Reason, text.Escape(e.Verdict.Source), e.Verdict.Line, text.Escape(e.Verdict.Pattern))
}
