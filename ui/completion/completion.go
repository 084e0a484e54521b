// Package completion completes the path that a user types, as a shell does, finds paths by
// parts of their names, and reads and writes ~ for the user's home folder.
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

// Kind says which paths a person is asked for. The zero Kind is any file.
type Kind struct {
	Folders bool     // folders alone
	Endings []string // of files, in lower case with their dots; empty: any
	// Base is the folder that relative paths begin in; empty is that of the process.
	Base string
}

// Result is how a path goes on.
type Result struct {
	Text  string   // what was typed, with all that is certain to follow
	Names []string // the paths that it can become, in order; nil when there is one or none
	More  bool     // there are folders to go on in, or names beyond those
}

// The bounds of what is read and offered for one completion.
const (
	completionRead  = 50_000 // names of a folder
	completionNames = 500
)

// Complete says how a path goes on that was typed, as a shell does: names that begin so,
// in any case when there are none in its own; folders end with a separator; ~ is the
// person's folder; names that begin with a dot are left out until a dot is typed. What
// cannot be read has nothing to offer. Of a folder 50 000 names are looked at, and at most
// 500 offered.
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

// List returns the paths that what was typed can become, in order, at most 500: those of
// [Kind.Complete], also where there is only one, and all of a folder after a separator.
func (k Kind) List(ctx context.Context, typed string) []string {
	folder, _, fits := k.fitting(ctx, typed)
	var out []string
	for _, name := range fits[:min(len(fits), completionNames)] {
		out = append(out, folder+name)
	}
	return out
}

// fitting splits what was typed at its last separator, and returns the names in that folder
// that begin with the rest.
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

// Resolve returns the cleaned path that was typed, with ~ expanded; a relative one begins in
// k.Base.
func (k Kind) Resolve(typed string) string {
	path := filepath.Join(ExpandHome(typed), ".")
	if !filepath.IsAbs(path) {
		path = filepath.Join(k.Base, path)
	}
	return path
}

// Fits reports whether a file is of the kind, by its name.
func (k Kind) Fits(name string) bool {
	return !k.Folders && (len(k.Endings) == 0 || slices.Contains(k.Endings, strings.ToLower(filepath.Ext(name))))
}

// names returns what of a folder is asked for, in order.
func (k Kind) names(ctx context.Context, dir string, hidden bool) []string {
	// To open a pipe would wait until somebody writes to it.
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

// ExpandHome reads ~ at the beginning of a path as the person's own folder.
func ExpandHome(path string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		if home, err := os.UserHomeDir(); err == nil {
			return home + rest
		}
	}
	return path
}

// ShortHome writes a path with ~ for the person's own folder, the reverse of [ExpandHome].
func ShortHome(path string) string {
	home, err := os.UserHomeDir()
	if rest, ok := strings.CutPrefix(path, home); err == nil && home != "" && ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		return "~" + rest
	}
	return path
}
