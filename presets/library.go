package presets

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"

	"dossier/models"
	"dossier/presets/store"
)

// Themes of the window.
const (
	ThemeAuto  = "auto" // as the system
	ThemeLight = "light"
	ThemeDark  = "dark"
)

// Settings are what holds for every project of a person.
type Settings struct {
	Theme              string  // ThemeAuto, ThemeLight or ThemeDark
	Zoom               int     // the size of all that is drawn in percent, from [MinZoom] to [MaxZoom]
	Model              string  // id of the model whose window is shown; empty is the first of the menu
	CustomWindow       int     // tokens, of the model that the person describes
	CustomFactor       float64 // its tokens for one of o200k, above 0
	MaxBytes           int64   // the size limit of a file, at least 1
	ConfirmFolderFiles int     // a folder that brings more files asks first, at least 1
	ShowIgnored        bool    // whether the tree shows what the ignore files leave out
	WrapLines          bool    // whether the preview wraps lines that are longer than it is wide
	Junk               string  // gitignore lines in the place of the built-in list; used when OwnJunk is set
	OwnJunk            bool
	JunkVersion        int    // the version of the built-in list that Junk was made from
	KeepCopies         bool   // whether what is copied is kept among the snapshots
	CopiesMax          int    // of these, the newest so many that are not pinned, at least 1
	CopiesDays         int    // and none older than so many days, unless it is pinned, from 1 to [MaxDays]
	AskReadable        string // when to ask before a document with possible secrets goes out: AskOnce, AskAlways or AskNever
}

// The values of [Settings.AskReadable].
const (
	AskOnce   = "once" // for each possible secret of a project
	AskAlways = "always"
	AskNever  = "never"
)

// MaxDays bounds [Settings.CopiesDays]: a thousand years.
const MaxDays = 365_000

// The bounds of [Settings.Zoom].
const (
	MinZoom = 70
	MaxZoom = 200
)

// DefaultSettings returns the settings of a person who has set nothing.
func DefaultSettings() Settings {
	return Settings{
		Theme: ThemeAuto, Zoom: 100, CustomWindow: 200_000, CustomFactor: 1, MaxBytes: 1 << 20,
		ConfirmFolderFiles: 500, KeepCopies: true, CopiesMax: 200, CopiesDays: 90, AskReadable: AskOnce,
	}
}

// Contents is what the person's own file holds.
type Contents struct {
	Presets  []models.Preset // in the order of the file
	Settings Settings
	Secrets  models.SecretRules // in every project
}

// Library is the person's own dossier.toml as it was loaded. Its fields are for
// reading: changes go through Save.
type Library struct {
	Contents
	Problems []Problem // values that break a rule and read as absent, by line
	Notes    []Problem // keys that nobody knows, by line

	doc    document
	places Places
}

// LoadLibrary reads the person's own file. There is always a result; the error is that
// of [Library.ReadOnly]. A symbolic link is followed once: who keeps settings in a
// folder of their own keeps them there.
func LoadLibrary(places Places) (*Library, error) {
	if places.Config == "" {
		return newLibrary(places, parseDocument(ProjectName, nil)), nil
	}
	dir, name, path, err := places.library()
	if err != nil {
		l := newLibrary(places, document{path: path, data: []byte{}, refusal: &ReadOnlyError{path, err}})
		return l, l.ReadOnly()
	}
	root, err := os.OpenRoot(dir)
	if notThere(err) {
		return newLibrary(places, parseDocument(path, nil)), nil
	}
	if err != nil {
		l := newLibrary(places, document{path: path, data: []byte{}, refusal: &ReadOnlyError{path, err}})
		return l, l.ReadOnly()
	}
	defer root.Close()
	l := newLibrary(places, readDocument(root, name, path))
	return l, l.ReadOnly()
}

// errNoConfig is the lack of a folder for settings.
var errNoConfig = errors.New("there is no folder for settings; set HOME to an absolute path")

// library returns where the person's file lies, behind a link.
func (p Places) library() (dir, name, path string, err error) {
	path = filepath.Join(p.Config, ProjectName)
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		return p.Config, ProjectName, path, nil
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", "", path, fmt.Errorf("it is a link that leads nowhere: %w", err)
	}
	return filepath.Dir(real), filepath.Base(real), path, nil
}

func newLibrary(places Places, doc document) *Library {
	l := &Library{doc: doc, places: places}
	l.Contents, l.Problems, l.Notes = libraryKind().read(doc)
	doc.sortPresets(l.Presets)
	return l
}

// libraryKind is the person's own file.
func libraryKind() Kind[Contents] {
	return Kind[Contents]{
		Limits: byHand(),
		Parse: func(values map[string]any) (Contents, []models.UnknownKey, error) {
			set, err := models.ParseProject(map[string]any{"presets": values["presets"]})
			settings, wrong := parseSettings(values["settings"])
			var known []string
			for _, p := range settingParts(settings) {
				known = append(known, p.path[1])
			}
			table, _ := values["settings"].(map[string]any)
			secrets, also := parseSecretRules(values["secrets"])
			kept, _ := values["secrets"].(map[string]any)
			unknown := slices.Concat(
				unknownIn("", values, []string{"schema", "settings", "secrets", "presets"}), unknownIn("settings", table, known),
				unknownIn("secrets", kept, []string{"allow", "redact", "show"}), set.Unknown,
			)
			return Contents{set.Presets, settings, secrets}, unknown, errors.Join(err, wrong, also)
		},
		Clone: func(c Contents) Contents {
			return Contents{models.CloneAll(c.Presets), c.Settings, c.Secrets.Clone()}
		},
		Parts: func(c Contents) []Part {
			return slices.Concat(settingParts(c.Settings), secretParts(c.Secrets), presetParts(c.Presets))
		},
	}
}

// secretParts lists what Save can write of what the person says of secrets.
func secretParts(s models.SecretRules) []Part {
	return []Part{Texts(s.Allow, "secrets", "allow"), Texts(s.Redact, "secrets", "redact"), Texts(s.Show, "secrets", "show")}
}

// parseSecretRules reads the table of what the person says of secrets.
func parseSecretRules(v any) (models.SecretRules, error) {
	var s models.SecretRules
	table, ok := v.(map[string]any)
	if !ok && v != nil {
		return s, &models.FieldError{Key: "secrets", Problem: "must be a table"}
	}
	var errs []error
	for key, to := range map[string]*[]string{"allow": &s.Allow, "redact": &s.Redact, "show": &s.Show} {
		list, ok := table[key].([]any)
		for _, one := range list {
			text, is := one.(string)
			if ok = ok && is; is {
				*to = append(*to, text)
			}
		}
		if !ok && table[key] != nil {
			errs = append(errs, &models.FieldError{Key: models.JoinKey("secrets", key), Problem: "must be a list of strings"})
		}
	}
	return s, errors.Join(errs...)
}

// unknownIn returns the keys of a table that are not among known, by name.
func unknownIn(path string, table map[string]any, known []string) []models.UnknownKey {
	var out []models.UnknownKey
	for _, name := range slices.Sorted(maps.Keys(table)) {
		if !slices.Contains(known, name) {
			out = append(out, models.UnknownKey{Table: path, Name: name, Known: known})
		}
	}
	return out
}

// settingParts lists what Save can write of the settings.
func settingParts(s Settings) []Part {
	d := DefaultSettings()
	junk := Part{path: []string{"settings", "junk"}, plain: true}
	if s.OwnJunk {
		junk = Part{path: junk.path, value: s.Junk}
	}
	return []Part{
		Setting(s.Theme, d.Theme, "settings", "theme"),
		Setting(int64(s.Zoom), int64(d.Zoom), "settings", "zoom"),
		Setting(s.Model, d.Model, "settings", "model"),
		Setting(int64(s.CustomWindow), int64(d.CustomWindow), "settings", "custom_window"),
		Setting(s.CustomFactor, d.CustomFactor, "settings", "custom_factor"),
		Setting(s.MaxBytes, d.MaxBytes, "settings", "max_bytes"),
		Setting(int64(s.ConfirmFolderFiles), int64(d.ConfirmFolderFiles), "settings", "confirm_folder_files"),
		Setting(s.ShowIgnored, d.ShowIgnored, "settings", "show_ignored"),
		Setting(s.WrapLines, d.WrapLines, "settings", "wrap_lines"),
		junk,
		Setting(int64(s.JunkVersion), int64(d.JunkVersion), "settings", "junk_version"),
		Setting(s.KeepCopies, d.KeepCopies, "settings", "keep_copies"),
		Setting(int64(s.CopiesMax), int64(d.CopiesMax), "settings", "copies_max"),
		Setting(int64(s.CopiesDays), int64(d.CopiesDays), "settings", "copies_days"),
		Setting(s.AskReadable, d.AskReadable, "settings", "ask_readable"),
	}
}

// parseSettings reads the table of settings; what breaks a rule keeps its default.
func parseSettings(v any) (Settings, error) {
	s := DefaultSettings()
	var errs []error
	wrong := func(key, text string) {
		errs = append(errs, &models.FieldError{Key: models.JoinKey("settings", key), Problem: text})
	}
	table, ok := v.(map[string]any)
	if !ok && v != nil {
		errs = append(errs, &models.FieldError{Key: "settings", Problem: "must be a table"})
	}
	whole := func(key string, least int64, to *int64) {
		switch v := table[key].(type) {
		case nil:
		case int64:
			if v >= least && v <= math.MaxInt32*1024 {
				*to = v
				return
			}
			wrong(key, fmt.Sprintf("must be at least %d and not so large, not %d", least, v))
		default:
			wrong(key, "must be a whole number")
		}
	}
	number := func(key string, least, most float64, to *float64) {
		var n float64
		switch v := table[key].(type) {
		case nil:
			return
		case int64:
			n = float64(v)
		case float64:
			n = v
		default:
			wrong(key, "must be a number")
			return
		}
		if !(n >= least && n <= most) {
			wrong(key, fmt.Sprintf("must be from %g to %g, not %g", least, most, n))
			return
		}
		*to = n
	}
	text := func(key string, to *string) bool {
		switch v := table[key].(type) {
		case nil:
		case string:
			*to = v
			return true
		default:
			wrong(key, "must be a string")
		}
		return false
	}
	if theme := s.Theme; text("theme", &theme) {
		if slices.Contains([]string{ThemeAuto, ThemeLight, ThemeDark}, theme) {
			s.Theme = theme
		} else {
			wrong("theme", fmt.Sprintf("%q is none of auto, light, dark", theme))
		}
	}
	if ask := s.AskReadable; text("ask_readable", &ask) {
		if slices.Contains([]string{AskOnce, AskAlways, AskNever}, ask) {
			s.AskReadable = ask
		} else {
			wrong("ask_readable", fmt.Sprintf("%q is none of once, always, never", ask))
		}
	}
	text("model", &s.Model)
	s.OwnJunk = text("junk", &s.Junk)
	window, files, version := int64(s.CustomWindow), int64(s.ConfirmFolderFiles), int64(s.JunkVersion)
	copies, days := int64(s.CopiesMax), int64(s.CopiesDays)
	whole("custom_window", 1, &window)
	whole("max_bytes", 1, &s.MaxBytes)
	whole("confirm_folder_files", 1, &files)
	whole("junk_version", 0, &version)
	whole("copies_max", 1, &copies)
	whole("copies_days", 1, &days)
	s.CopiesMax, s.CopiesDays = int(min(copies, math.MaxInt32)), int(min(days, MaxDays))
	s.CustomWindow, s.ConfirmFolderFiles, s.JunkVersion = int(window), int(files), int(version)
	number("custom_factor", 0.01, 100, &s.CustomFactor)
	zoom := float64(s.Zoom)
	number("zoom", MinZoom, MaxZoom, &zoom)
	s.Zoom = int(math.Round(zoom))
	for key, to := range map[string]*bool{"show_ignored": &s.ShowIgnored, "wrap_lines": &s.WrapLines, "keep_copies": &s.KeepCopies} {
		switch v := table[key].(type) {
		case nil:
		case bool:
			*to = v
		default:
			wrong(key, "must be true or false")
		}
	}
	return s, errors.Join(errs...)
}

// Digest returns the SHA-256 of the file's bytes in hex, empty when there is no file:
// two loads with one digest hold the same.
func (l *Library) Digest() string { return l.doc.digest() }

// Path returns the name of the file, for messages.
func (l *Library) Path() string { return l.doc.path }

// ReadOnly says why the file is shown and not written, or nil. It is a
// [*ReadOnlyError].
func (l *Library) ReadOnly() error { return l.doc.refusal }

// Save writes what edit changes of a copy of the contents, and nothing else. Merging,
// conflicts and errors are as with [ProjectFile.Save].
func (l *Library) Save(ctx context.Context, edit func(*Contents)) (*Library, error) {
	if l.doc.refusal != nil {
		return l, l.doc.refusal
	}
	kind := libraryKind()
	mine := kind.Clone(l.Contents)
	edit(&mine)
	if kind.same(l.Contents, mine) {
		return l, nil
	}
	return l.update(ctx, func(now document) (document, error) {
		next, _, err := kind.changed(now, l.Contents, mine)
		return next, err
	})
}

// update writes what change makes of the file as it is now, into a folder that is made
// when there is none.
func (l *Library) update(ctx context.Context, change func(now document) (document, error)) (*Library, error) {
	if l.doc.refusal != nil {
		return l, l.doc.refusal
	}
	if l.places.Config == "" {
		return l, fmt.Errorf("your own presets and settings were not saved: %w", errNoConfig)
	}
	dir, name, path, err := l.places.library()
	if err != nil {
		return l, &ReadOnlyError{path, err}
	}
	if err := store.MakeFolder(dir); err != nil {
		return l, &store.SaveError{Path: path, Folder: dir, Err: err}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return l, &store.SaveError{Path: path, Folder: dir, Err: err}
	}
	defer root.Close()
	next, err := l.doc.update(ctx, l.places.store(), root, name, 0o600, change)
	if err != nil && !errors.As(err, new(*ConflictError)) && next.refusal == nil {
		return l, err
	}
	return newLibrary(l.places, next), err
}

// Backups returns the kept versions of the person's file, the newest first.
func (l *Library) Backups() ([]string, error) {
	if l.places.Config == "" {
		return nil, nil
	}
	dir, name, _, err := l.places.library()
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if notThere(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return l.places.store().Backups(root, name)
}
