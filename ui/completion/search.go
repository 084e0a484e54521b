package completion

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"dossier/aggregate/fuzzy"
)

// The bounds of one search: what is farther away is typed sooner than found.
const (
	searchRead  = 20_000 // names, in all folders
	searchDepth = 6      // folders below the one that is searched
	searchFound = 30
)

// Search returns paths of the kind below the folder that was typed that the rest of what was
// typed finds, as [fuzzy.Find] does, the best first; spans count from the start of the path as
// typed. A folder that does not exist belongs to the rest. Folders are read from the nearest
// to the farthest, at most six deep and 20 000 names; names that begin with a dot,
// node_modules and links are skipped. It finds nothing where nothing follows the folder.
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

// below lists what of the kind lies below a folder, with slashes, the nearest first. Folders
// end with one.
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

// readNames reads at most limit names of a folder; more is false once nothing more is to be
// read anywhere.
func readNames(ctx context.Context, dir string, limit int) (names []os.DirEntry, more bool) {
	if limit <= 0 || ctx.Err() != nil {
		return nil, false
	}
	f, err := os.Open(dir)
	if err != nil {
		return nil, true
	}
	defer f.Close()
	names, _ = f.ReadDir(limit) // what cannot be read has nothing to find
	return names, true
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
