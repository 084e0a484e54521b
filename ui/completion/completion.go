// Package completion completes paths typed by the user, as a shell does, finds paths by parts of
// their names, and expands and abbreviates ~ for the user's home folder.
package completion

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dossier/aggregate/text"
)

// Kind selects paths. The zero Kind is any file.
type Kind struct {
	Folders bool     // only folders
	Endings []string // of files, in lower case with their dots; empty for all
	// Base is the folder of relative paths; empty means the process's.
	Base string
}

// Result is the completion of a path.
type Result struct {
	Text  string   // the typed text with everything that is certain to follow
	Names []string // the possible paths, sorted; nil if there is at most one
	More  bool     // there are subfolders to continue in, or more names
}

// Limits of one completion.
const (
	completionRead  = 50_000 // names in a folder
	completionNames = 500
)

// Complete completes a typed path as a shell does: by names with that prefix, ignoring case if
// none matches exactly; folders end with a separator; ~ is the user's home folder; hidden names
// are only listed after a dot is typed. Unreadable folders have no completions. It examines
// 50,000 names of a folder, and returns at most 500.
func (k Kind) Complete(ctx context.Context, typed string) Result {
	if typed == "~" {
		return Result{Text: "~" + string(filepath.Separator), More: true}
	}
	folder, begin, fits := k.fitting(ctx, typed)
	switch len(fits) {
	case 0:
		return Result{Text: typed}
	case 1:
		return Result{Text: folder + fits[0], More: os.IsPathSeparator(fits[0][len(fits[0])-1])}
	}
	c := Result{Text: typed, More: len(fits) > completionNames}
	if common := text.CommonStart(fits[0], fits[len(fits)-1]); len(common) > len(begin) {
		c.Text = folder + common
	}
	for _, name := range fits[:min(len(fits), completionNames)] {
		c.Names = append(c.Names, folder+name)
	}
	return c
}

// List returns the possible paths for a typed text, sorted, at most 500: those of
// [Kind.Complete], also if there is only one, and the whole folder after a separator.
func (k Kind) List(ctx context.Context, typed string) []string {
	folder, _, fits := k.fitting(ctx, typed)
	var out []string
	for _, name := range fits[:min(len(fits), completionNames)] {
		out = append(out, folder+name)
	}
	return out
}

// fitting splits the typed text at its last separator, and returns the names in that folder that
// begin with the rest.
func (k Kind) fitting(ctx context.Context, typed string) (folder, begin string, fits []string) {
	at := lastSeparator(typed) + 1
	folder, begin = typed[:at], typed[at:]
	names := k.names(ctx, k.Resolve(folder), strings.HasPrefix(begin, "."))
	fits = named(names, begin, strings.HasPrefix)
	if len(fits) == 0 {
		fits = named(names, begin, func(name, begin string) bool {
			return strings.HasPrefix(strings.ToLower(name), strings.ToLower(begin))
		})
	}
	return folder, begin, fits
}

// Resolve returns the cleaned path of a typed text, with ~ expanded; a relative one is based on
// k.Base.
func (k Kind) Resolve(typed string) string {
	path := filepath.Join(ExpandHome(typed), ".")
	if !filepath.IsAbs(path) {
		path = filepath.Join(k.Base, path)
	}
	return path
}

// Fits reports whether the name of a file is of the kind.
func (k Kind) Fits(name string) bool {
	return !k.Folders && (len(k.Endings) == 0 || slices.Contains(k.Endings, strings.ToLower(filepath.Ext(name))))
}

// names returns the names of the kind in a folder, sorted.
func (k Kind) names(ctx context.Context, dir string, hidden bool) []string {
	// Opening a pipe would block.
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	var names []string
	for read := 0; read < completionRead && ctx.Err() == nil; {
		entries, err := f.ReadDir(1000)
		read += len(entries)
		for _, e := range entries {
			name := e.Name()
			if !hidden && strings.HasPrefix(name, ".") {
				continue
			}
			folder := e.IsDir()
			if e.Type()&os.ModeSymlink != 0 {
				info, err := os.Stat(filepath.Join(dir, name))
				folder = err == nil && info.IsDir()
			}
			switch {
			case folder:
				names = append(names, name+string(filepath.Separator))
			case k.Fits(name):
				names = append(names, name)
			}
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				return nil
			}
			break
		}
	}
	slices.Sort(names)
	return names
}

func named(names []string, begin string, is func(name, begin string) bool) []string {
	var out []string
	for _, name := range names {
		if is(name, begin) {
			out = append(out, name)
		}
	}
	return out
}

func lastSeparator(path string) int {
	for i := len(path) - 1; i >= 0; i-- {
		if os.IsPathSeparator(path[i]) {
			return i
		}
	}
	return -1
}

// ExpandHome expands ~ at the beginning of a path to the user's home folder.
func ExpandHome(path string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		if home, err := os.UserHomeDir(); err == nil {
			return home + rest
		}
	}
	return path
}

// ShortHome abbreviates the user's home folder to ~, the reverse of [ExpandHome].
func ShortHome(path string) string {
	home, err := os.UserHomeDir()
	if rest, ok := strings.CutPrefix(path, home); err == nil && home != "" && ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		return "~" + rest
	}
	return path
}
