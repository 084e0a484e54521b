package completion

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"dossier/aggregate/fuzzy"
)

// Limits of one search: more distant paths are faster to type.
const (
	searchRead  = 20_000 // names in all folders
	searchDepth = 6      // folders below the searched one
	searchFound = 30
)

// Search returns paths of the kind, below the folder in the typed text, that match the rest of
// the text, as [fuzzy.Find] does, best first; spans are offsets in the path as typed. A folder
// that does not exist belongs to the rest. Folders are read breadth-first, at most six levels and
// 20,000 names; hidden names, node_modules and links are skipped. If nothing follows the folder,
// it returns none.
func (k Kind) Search(ctx context.Context, typed string) []fuzzy.Found {
	at := lastSeparator(typed) + 1
	for at > 0 && !isFolder(k.Resolve(typed[:at])) {
		at = lastSeparator(typed[:at-1]) + 1
	}
	folder, query := typed[:at], typed[at:]
	if strings.TrimSpace(query) == "" || query == "." || query == ".." || query == "~" {
		return nil
	}
	found := fuzzy.Find(filepath.ToSlash(query), k.below(ctx, k.Resolve(folder)), searchFound)
	for i := range found {
		found[i].Path = folder + filepath.FromSlash(found[i].Path)
		for j := range found[i].Spans {
			found[i].Spans[j].Start += len(folder)
			found[i].Spans[j].End += len(folder)
		}
	}
	return found
}

// below returns the slash-separated paths of the kind below a folder, nearest first. Folders end
// with a slash.
func (k Kind) below(ctx context.Context, dir string) []string {
	var out []string
	read := 0
	level := []string{""}
	for depth := 0; depth <= searchDepth && len(level) > 0; depth++ {
		var next []string
		for _, folder := range level {
			names, more := readNames(ctx, filepath.Join(dir, filepath.FromSlash(folder)), searchRead-read)
			read += len(names)
			for _, e := range names {
				name := e.Name()
				switch {
				case strings.HasPrefix(name, ".") || name == "node_modules":
				case e.IsDir():
					out = append(out, folder+name+"/")
					next = append(next, folder+name+"/")
				case e.Type().IsRegular() && k.Fits(name):
					out = append(out, folder+name)
				}
			}
			if !more {
				return out
			}
		}
		level = next
	}
	return out
}

// readNames reads at most limit names of a folder; more is false once the search must stop.
func readNames(ctx context.Context, dir string, limit int) (names []os.DirEntry, more bool) {
	if limit <= 0 || ctx.Err() != nil {
		return nil, false
	}
	f, err := os.Open(dir)
	if err != nil {
		return nil, true
	}
	defer f.Close()
	names, _ = f.ReadDir(limit) // unreadable folders have no matches
	return names, true
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
