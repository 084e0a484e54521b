package presets

import (
	"strings"

	"dossier/models"
	"dossier/presets/tomledit"
)

// Divergence is a part of a file that differs between two versions with a common base.
type Divergence struct {
	Key          string // for example presets.api or files.items
	Mine, Theirs bool   // which versions changed it: one, or both
	// MineText and TheirsText are the values for display, with a line for each line of a text,
	// element of a list or key of a table. They are empty if the part is missing.
	MineText, TheirsText string
}

// Collides reports whether both versions changed the part, so that they cannot be merged.
func (d Divergence) Collides() bool { return d.Mine && d.Theirs }

// Diverged returns the parts that differ between f with an edit applied and new, a later version
// of the same file, in the order of a new file. The parts that collide are the Keys of the
// [*ConflictError] that [File.Save] returns while the disk contains new.
func (f *File[T]) Diverged(new *File[T], edit func(*T)) []Divergence {
	value := f.kind.Clone(f.Value)
	edit(&value)
	base, mine, theirs := f.kind.Parts(f.Value), f.kind.Parts(value), f.kind.Parts(new.Value)
	old, wanted, there := byKey(base), byKey(mine), byKey(theirs)
	seen := map[string]bool{}
	var out []Divergence
	for _, list := range [][]Part{mine, theirs, base} {
		for _, p := range list {
			key := p.key()
			if seen[key] {
				continue
			}
			seen[key] = true
			b, m, t := old[key].value, wanted[key].value, there[key].value
			if tomledit.Equal(m, t) {
				continue
			}
			out = append(out, Divergence{
				Key: key, Mine: !tomledit.Equal(m, b), Theirs: !tomledit.Equal(t, b),
				MineText: shown(m), TheirsText: shown(t),
			})
		}
	}
	return out
}

// Diverged is [File.Diverged] for project files.
func (f *ProjectFile) Diverged(now *ProjectFile, edit func(*models.Project)) []Divergence {
	return f.File.Diverged(now.File, edit)
}

// shown returns the stored form of a part as lines, without a final newline.
func shown(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case []any:
		lines := make([]string, len(v))
		for i, e := range v {
			lines[i] = element(e)
		}
		return strings.Join(lines, "\n")
	case models.Fields:
		var lines []string
		for _, field := range v {
			list, ok := field.Value.([]any)
			if !ok || len(list) == 0 {
				lines = append(lines, field.Key+" = "+tomledit.Inline(field.Value))
				continue
			}
			lines = append(lines, field.Key+" =")
			for _, e := range list {
				lines = append(lines, "  "+element(e))
			}
		}
		return strings.Join(lines, "\n")
	}
	return tomledit.Inline(value)
}

// element returns a list element on one line; only the path for a table without other keys.
func element(value any) string {
	if table, ok := value.(models.Fields); ok && len(table) == 1 {
		value = table[0].Value
	}
	if s, ok := value.(string); ok && !strings.Contains(s, "\n") {
		return s
	}
	return tomledit.Inline(value)
}
