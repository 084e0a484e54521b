// Package completion says how a path goes on that a person types, as a shell does, and
// reads and writes ~ for the person's own folder.
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
	at := lastSeparator(typed) + 1
	folder, begin := typed[:at], typed[at:]
	dir := filepath.Join(ExpandHome(folder), ".")
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(k.Base, dir)
	}
	names := k.names(ctx, dir, strings.HasPrefix(begin, "."))
	fits := named(names, begin, strings.HasPrefix)
	if len(fits) == 0 {
		fits = named(names, begin, func(name, begin string) bool {
			return strings.HasPrefix(strings.ToLower(name), strings.ToLower(begin))
		})
	}
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
			case !k.Folders && (len(k.Endings) == 0 || slices.Contains(k.Endings, strings.ToLower(filepath.Ext(name)))):
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
