package change

import (
	"fmt"
	"strings"

	"dossier/aggregate/diff"
	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
)

// Patch returns the difference of a file in the format of git diff, which git apply
// accepts. It is empty for files without shown content, except submodules. The texts
// are those of [Set.Texts], or redacted versions of them.
func (s *Set) Patch(f File, old, new string) string { return s.patchOf(f, old, new, diff.Context) }

// Whole is [Set.Patch] with the whole file as context.
func (s *Set) Whole(f File, old, new string) string {
	return s.patchOf(f, old, new, max(len(old), len(new)))
}

func (s *Set) patchOf(f File, old, new string, context int) string {
	if f.same() {
		return "" // git apply rejects a header without a change
	}
	if f.Content == Submodule {
		if strings.HasSuffix(f.Path, "/") {
			return ""
		}
		old, new = subproject(f.old), subproject(f.new)
	} else if f.Content != Text && f.Content != Generated {
		return ""
	}
	if f.old.Mode != 0 && f.new.Mode != 0 && f.old.Mode&0o170000 != f.new.Mode&0o170000 {
		// A file that becomes a link is a deletion and an addition.
		deletion, addition := f, f
		deletion.new, addition.old = object.File{}, object.File{}
		return s.patch(deletion, sideText(f.old, old), "", context) + s.patch(addition, "", sideText(f.new, new), context)
	}
	return s.patch(f, old, new, context)
}

// sideText returns the text that a patch shows for one side of a type change.
func sideText(f object.File, text string) string {
	if f.Mode == object.ModeSubmodule {
		return subproject(f)
	}
	return text
}

func subproject(f object.File) string {
	if f.Mode != object.ModeSubmodule {
		return ""
	}
	return "Subproject commit " + f.ID.String() + "\n"
}

func (s *Set) patch(f File, old, new string, context int) string {
	var b strings.Builder
	oldName, newName := quoted("a/"+f.oldPath()), quoted("b/"+f.Path)
	fmt.Fprintf(&b, "diff --git %s %s\n", oldName, newName)
	switch {
	case f.old.Mode == 0:
		fmt.Fprintf(&b, "new file mode %06o\n", f.new.Mode)
	case f.new.Mode == 0:
		fmt.Fprintf(&b, "deleted file mode %06o\n", f.old.Mode)
	case f.old.Mode != f.new.Mode:
		fmt.Fprintf(&b, "old mode %06o\nnew mode %06o\n", f.old.Mode, f.new.Mode)
	}
	if f.OldPath != "" {
		fmt.Fprintf(&b, "similarity index %d%%\nrename from %s\nrename to %s\n", f.Score, quoted(f.OldPath), quoted(f.Path))
	}
	if f.old.ID != f.new.ID || f.old.Mode == 0 || f.new.Mode == 0 {
		fmt.Fprintf(&b, "index %s..%s", s.short(f.old.ID), s.short(f.new.ID))
		if f.old.Mode == f.new.Mode {
			fmt.Fprintf(&b, " %06o", f.new.Mode)
		}
		b.WriteByte('\n')
	}
	var changes []diff.Change
	if f.cached != nil && f.cached.old == old && f.cached.new == new {
		changes = f.cached.changes
	} else {
		changes = diff.Lines(diff.Split(old), diff.Split(new))
	}
	if hunks := diff.UnifiedWith(changes, old, new, context); hunks != "" {
		if f.old.Mode == 0 {
			oldName = "/dev/null"
		}
		if f.new.Mode == 0 {
			newName = "/dev/null"
		}
		fmt.Fprintf(&b, "--- %s\n+++ %s\n%s", tabbed(oldName), tabbed(newName), hunks)
	}
	return b.String()
}

// tabbed appends a tab to a name with spaces, as git does, because a date could follow.
func tabbed(name string) string {
	if strings.ContainsRune(name, ' ') && !strings.HasPrefix(name, `"`) {
		return name + "\t"
	}
	return name
}

// short returns an ID for the line "index"; zeroes if there is no file.
func (s *Set) short(id git.ID) string {
	if id.IsZero() {
		return "0000000"
	}
	return id.Short()
}

// quoted formats a path as git does: quoted and escaped if it contains special bytes.
func quoted(path string) string {
	plain := true
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(path) {
		c := path[i]
		if escape := strings.IndexByte("\a\b\t\n\v\f\r\"\\", c); escape >= 0 {
			plain = false
			b.WriteByte('\\')
			b.WriteByte(`abtnvfr"\`[escape])
			continue
		}
		if c < ' ' || c >= 127 {
			plain = false
			fmt.Fprintf(&b, "\\%03o", c)
			continue
		}
		b.WriteByte(c)
	}
	if plain {
		return path
	}
	return b.String() + `"`
}
