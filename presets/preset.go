package presets

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/models"
	"dossier/presets/tomledit"
)

// maxPresetName is the max length of a preset's name in characters, so that it fits into a row
// and can be typed on the command line.
const maxPresetName = 100

// CheckPresetName returns an error if a new preset cannot have a name: it must have 1 to 100 characters, no
// control characters, and no leading or trailing blanks. Existing names in files are accepted.
func CheckPresetName(name string) error { return checkName("preset", name) }

// CheckContextName does the same for the name of a new smart context.
func CheckContextName(name string) error { return checkName("smart context", name) }

func checkName(what, name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return fmt.Errorf("a %s must have a name", what)
	case !utf8.ValidString(name):
		return fmt.Errorf("the name %q is not valid UTF-8", name)
	case strings.TrimSpace(name) != name:
		return fmt.Errorf("the name %q begins or ends with a blank", name)
	case utf8.RuneCountInString(name) > maxPresetName:
		return fmt.Errorf("the name of a %s has at most %d characters, not %d", what, maxPresetName, utf8.RuneCountInString(name))
	case strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("the name %q has a control character in it", name)
	}
	return nil
}

// NameTakenError reports that another preset has the name.
type NameTakenError struct{ Path, Name string }

func (e *NameTakenError) Error() string {
	return fmt.Sprintf("%s has a preset %q already; choose another name", e.Path, e.Name)
}

// NoPresetError reports that a file does not contain a preset, or no longer does.
type NoPresetError struct{ Path, Name string }

func (e *NoPresetError) Error() string {
	return fmt.Sprintf("%s has no preset %q", e.Path, e.Name)
}

// RenamePreset renames a preset of the project, preserving the comments and positions of its
// tables. It returns a [*NoPresetError], a [*NameTakenError], the error of [CheckPresetName], or
// one of [ProjectFile.Save].
func (f *ProjectFile) RenamePreset(ctx context.Context, from, to string) (*ProjectFile, error) {
	if f.doc.refusal != nil {
		return f, f.doc.refusal
	}
	return f.update(ctx, func(now document) (document, error) {
		return now.renamePreset(newProjectFile(f.root, f.places, now).Project.Presets, from, to)
	})
}

// RenamePreset renames a preset of the user; see [ProjectFile.RenamePreset].
func (l *Library) RenamePreset(ctx context.Context, from, to string) (*Library, error) {
	return l.update(ctx, func(now document) (document, error) {
		return now.renamePreset(newLibrary(l.places, now).Presets, from, to)
	})
}

func (d document) renamePreset(have []models.Preset, from, to string) (document, error) {
	if err := CheckPresetName(to); err != nil {
		return d, err
	}
	if _, ok := FindPreset(have, from); !ok {
		return d, &NoPresetError{d.path, from}
	}
	if _, taken := FindPreset(have, to); taken && from != to {
		return d, &NameTakenError{d.path, to}
	}
	return d.edited([]tomledit.Edit{tomledit.Rename(to, "presets", from)})
}

// RestorePreset restores a preset that is in before. If nothing else has changed since it was
// deleted, the file becomes byte-identical to before; otherwise the preset is appended. It
// returns a [*NameTakenError] if there is another one of its name.
func (f *ProjectFile) RestorePreset(ctx context.Context, before *ProjectFile, name string) (*ProjectFile, error) {
	if f.doc.refusal != nil {
		return f, f.doc.refusal
	}
	return f.update(ctx, func(now document) (document, error) {
		return now.restorePreset(before.doc, newProjectFile(f.root, f.places, now).Project.Presets, before.Project.Presets, name)
	})
}

// RestorePreset restores a preset of the user; see [ProjectFile.RestorePreset].
func (l *Library) RestorePreset(ctx context.Context, before *Library, name string) (*Library, error) {
	return l.update(ctx, func(now document) (document, error) {
		return now.restorePreset(before.doc, newLibrary(l.places, now).Presets, before.Presets, name)
	})
}

func (d document) restorePreset(before document, have, had []models.Preset, name string) (document, error) {
	p, ok := FindPreset(had, name)
	if !ok {
		return d, &NoPresetError{before.path, name}
	}
	if _, taken := FindPreset(have, name); taken {
		return d, &NameTakenError{d.path, name}
	}
	without, err := before.edited([]tomledit.Edit{tomledit.Delete("presets", name)})
	if err == nil && d.exists() && bytes.Equal(without.data, d.data) {
		return before, nil
	}
	raw, _ := lookup(before.values, []string{"presets", name})
	return d.edited([]tomledit.Edit{tomledit.Set(presetForm(raw, p, p), "presets", name)})
}

// FindPreset returns the preset with a name.
func FindPreset(list []models.Preset, name string) (models.Preset, bool) {
	i := slices.IndexFunc(list, func(p models.Preset) bool { return p.Name == name })
	if i < 0 {
		return models.Preset{}, false
	}
	return list[i], true
}

// SetPreset returns list with the preset of the same name replaced by p, or p appended.
func SetPreset(list []models.Preset, p models.Preset) []models.Preset {
	list = slices.Clone(list)
	for i := range list {
		if list[i].Name == p.Name {
			list[i] = p
			return list
		}
	}
	return append(list, p)
}

// DeletePreset returns list without the named preset.
func DeletePreset(list []models.Preset, name string) []models.Preset {
	return slices.DeleteFunc(slices.Clone(list), func(p models.Preset) bool { return p.Name == name })
}

// FreeName returns name, or the first unused one of "name (2)", "name (3)" and so on.
func FreeName(list []models.Preset, name string) string {
	free := name
	for n := 2; slices.ContainsFunc(list, func(p models.Preset) bool { return p.Name == free }); n++ {
		free = fmt.Sprintf("%s (%d)", name, n)
	}
	return free
}
