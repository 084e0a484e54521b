package disk

import (
	"context"
	"os"
	"path"
	"strings"
	"unicode"
)

// CanonicalCase returns a path within the folder with its names as their folders list them. On a disk that
// ignores case, a path can differ from the listed names, and would then not be found in a tree or in git's
// index. From the first name that does not exist, the path is unchanged, as is an external path.
func (r *Root) CanonicalCase(p string) string {
	parts := strings.Split(p, "/")
	for i, part := range parts {
		dir := path.Join(parts[:i]...)
		if part == "" || part == "." || part == ".." || i == 0 && strings.HasSuffix(part, ":") {
			continue
		}
		info, err := r.lstat(path.Join(dir, part))
		if err != nil {
			break
		}
		// If the name does not exist in another case, it is the listed one.
		if other := swapCase(part); other == part {
			continue
		} else if _, err := r.lstat(path.Join(dir, other)); err != nil {
			continue
		}
		names, _, _, err := r.Names(context.Background(), dir, 0)
		if err != nil {
			break
		}
		parts[i] = listedName(part, names, func(name string) bool {
			candidate, err := r.lstat(path.Join(dir, name))
			return err == nil && os.SameFile(info, candidate)
		})
	}
	return strings.Join(parts, "/")
}

func (r *Root) lstat(p string) (os.FileInfo, error) {
	in, name, err := r.resolve(p)
	if err != nil {
		return nil, err
	}
	return in.root.Lstat(name)
}

// listedName returns the listed name that a name refers to: itself, or one that differs
// only by case and is the same file.
func listedName(name string, names []Name, same func(name string) bool) string {
	found := name
	for _, n := range names {
		switch {
		case n.Name == name:
			return name
		case strings.EqualFold(n.Name, name) && same(n.Name):
			found = n.Name
		}
	}
	return found
}

// swapCase returns a name with the case of each letter inverted.
func swapCase(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, name)
}
