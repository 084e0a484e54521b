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
	"strings"

	"dossier/models"
	"dossier/presets/store"
)

// Themes of the window.
const (
	ThemeAuto  = "auto" // follow the system
	ThemeLight = "light"
	ThemeDark  = "dark"
)

// Settings are the user's settings for all projects.
type Settings struct {
	Theme              string  // ThemeAuto, ThemeLight or ThemeDark
	HighContrast       bool    // the theme in black and white, with strong borders
	Language           string  // of the window, one of [Languages]
	Zoom               int     // size of the user interface in percent, from [MinZoom] to [MaxZoom]
	Model              string  // id of the selected model; empty means the first in the menu
	CustomWindow       int     // context window of the custom model in tokens
	CustomFactor       float64 // its tokens per o200k token, above 0
	MaxBytes           int64   // max file size, at least 1
	ConfirmFolderFiles int     // number of files from which adding a folder asks for confirmation, at least 1
	ShowIgnored        bool    // show ignored files in the tree
	WrapLines          bool    // wrap long lines in the preview
	Junk               string  // gitignore lines that replace the built-in list if OwnJunk is set
	OwnJunk            bool
	JunkVersion        int    // version of the built-in list that Junk was derived from
	KeepCopies         bool   // store copied documents as snapshots
	CopiesMax          int    // max number of stored copies that are not pinned, at least 1
	CopiesDays         int    // max age of stored copies that are not pinned, in days, from 1 to [MaxDays]
	AskReadable        string // when to ask before a document with possible secrets is sent: AskOnce, AskAlways or AskNever
	ReduceMotion       bool   // no animations
	PauseAgents        bool   // servers for agents refuse all requests
	AskInClient        bool   // agents' clients may ask the user about proposals
	Editor             string // command that opens a file, with {file} and {line}; empty means an installed editor
}

// Values of [Settings.AskReadable].
const (
	AskOnce   = "once" // once per possible secret of a project
	AskAlways = "always"
	AskNever  = "never"
)

// LanguageAuto is the value of [Settings.Language] that follows the system.
const LanguageAuto = "auto"

// Languages returns the values of [Settings.Language].
func Languages() []string { return []string{LanguageAuto, "en", "de", "zh-Hans", "ja"} }

// MaxDays is the max value of [Settings.CopiesDays]: a thousand years.
const MaxDays = 365_000

// Limits of [Settings.Zoom].
const (
	MinZoom = 70
	MaxZoom = 200
)

// DefaultSettings returns the default settings.
func DefaultSettings() Settings {
	return Settings{
		Theme: ThemeAuto, Language: LanguageAuto, Zoom: 100, CustomWindow: 200_000, CustomFactor: 1, MaxBytes: 1 << 20,
		ConfirmFolderFiles: 500, KeepCopies: true, CopiesMax: 200, CopiesDays: 90, AskReadable: AskOnce,
	}
}

// Contents is the content of the user's own file.
type Contents struct {
	Presets  []models.Preset // in file order
	Settings Settings
	Secrets  models.SecretRules // for all projects
}

// Library is the user's own dossier.toml as loaded. Its fields are read-only: use Save to change
// them.
type Library struct {
	Contents
	Problems []Problem // invalid values, which are ignored; by line
	Notes    []Problem // unknown keys, by line

	doc    document
	places Places
}

// LoadLibrary reads the user's own file. It always returns a result; the error is that of
// [Library.ReadOnly]. It follows one symbolic link, for users who keep settings in another
// folder.
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

// errNoConfig reports that there is no folder for settings.
var errNoConfig = errors.New("there is no folder for settings; set HOME to an absolute path")

// library returns the location of the user's file, resolving a link.
func (p Places) library() (dir, name, path string, err error) {
	path = filepath.Join(p.Config, ProjectName)
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		return p.Config, ProjectName, path, nil
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", "", path, fmt.Errorf("it is a broken link: %w", err)
	}
	return filepath.Dir(real), filepath.Base(real), path, nil
}

func newLibrary(places Places, doc document) *Library {
	l := &Library{doc: doc, places: places}
	l.Contents, l.Problems, l.Notes = libraryKind().read(doc)
	doc.sortPresets(l.Presets)
	return l
}

// libraryKind returns the kind of the user's own file.
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

// secretParts returns the saved parts of the user's secret rules.
func secretParts(s models.SecretRules) []Part {
	return []Part{Texts(s.Allow, "secrets", "allow"), Texts(s.Redact, "secrets", "redact"), Texts(s.Show, "secrets", "show")}
}

// parseSecretRules parses the table of secret rules.
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

// unknownIn returns the keys of a table that are not in known, sorted.
func unknownIn(path string, table map[string]any, known []string) []models.UnknownKey {
	var out []models.UnknownKey
	for _, name := range slices.Sorted(maps.Keys(table)) {
		if !slices.Contains(known, name) {
			out = append(out, models.UnknownKey{Table: path, Name: name, Known: known})
		}
	}
	return out
}

// settingParts returns the saved parts of the settings.
func settingParts(s Settings) []Part {
	d := DefaultSettings()
	junk := Part{path: []string{"settings", "junk"}, plain: true}
	if s.OwnJunk {
		junk = Part{path: junk.path, value: s.Junk}
	}
	return []Part{
		Setting(s.Theme, d.Theme, "settings", "theme"),
		Setting(s.Language, d.Language, "settings", "language"),
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
		Setting(s.HighContrast, d.HighContrast, "settings", "high_contrast"),
		Setting(s.ReduceMotion, d.ReduceMotion, "settings", "reduce_motion"),
		Setting(s.PauseAgents, d.PauseAgents, "settings", "pause_agents"),
		Setting(s.AskInClient, d.AskInClient, "settings", "ask_in_client"),
		Setting(s.Editor, d.Editor, "settings", "editor"),
	}
}

// parseSettings parses the table of settings; invalid values get their defaults.
func parseSettings(v any) (Settings, error) {
	s := DefaultSettings()
	table, ok := v.(map[string]any)
	r := settingsReader{table: table}
	if !ok && v != nil {
		r.errs = append(r.errs, &models.FieldError{Key: "settings", Problem: "must be a table"})
	}
	r.choice("theme", []string{ThemeAuto, ThemeLight, ThemeDark}, &s.Theme)
	r.choice("language", Languages(), &s.Language)
	r.choice("ask_readable", []string{AskOnce, AskAlways, AskNever}, &s.AskReadable)
	r.text("model", &s.Model)
	r.text("editor", &s.Editor)
	s.OwnJunk = r.text("junk", &s.Junk)
	r.whole("max_bytes", 1, &s.MaxBytes)
	for _, n := range []struct {
		key   string
		least int64
		most  int // what is more is as much
		to    *int
	}{
		{"custom_window", 1, math.MaxInt, &s.CustomWindow},
		{"confirm_folder_files", 1, math.MaxInt, &s.ConfirmFolderFiles},
		{"junk_version", 0, math.MaxInt, &s.JunkVersion},
		{"copies_max", 1, math.MaxInt32, &s.CopiesMax},
		{"copies_days", 1, MaxDays, &s.CopiesDays},
	} {
		value := int64(*n.to)
		r.whole(n.key, n.least, &value)
		*n.to = int(min(value, int64(n.most)))
	}
	r.number("custom_factor", 0.01, 100, &s.CustomFactor)
	zoom := float64(s.Zoom)
	r.number("zoom", MinZoom, MaxZoom, &zoom)
	s.Zoom = int(math.Round(zoom))
	r.flag("show_ignored", &s.ShowIgnored)
	r.flag("wrap_lines", &s.WrapLines)
	r.flag("keep_copies", &s.KeepCopies)
	r.flag("high_contrast", &s.HighContrast)
	r.flag("reduce_motion", &s.ReduceMotion)
	r.flag("pause_agents", &s.PauseAgents)
	r.flag("ask_in_client", &s.AskInClient)
	return s, errors.Join(r.errs...)
}

// settingsReader reads the values of a table. A value that breaks a rule is an error, and what it was for
// stays as it is.
type settingsReader struct {
	table map[string]any
	errs  []error
}

func (r *settingsReader) wrong(key, problem string) {
	r.errs = append(r.errs, &models.FieldError{Key: models.JoinKey("settings", key), Problem: problem})
}

// whole reads a whole number.
func (r *settingsReader) whole(key string, least int64, to *int64) {
	switch v := r.table[key].(type) {
	case nil:
	case int64:
		if v >= least && v <= math.MaxInt32*1024 {
			*to = v
			return
		}
		r.wrong(key, fmt.Sprintf("must be at least %d and not so large, not %d", least, v))
	default:
		r.wrong(key, "must be a whole number")
	}
}

// number reads a number.
func (r *settingsReader) number(key string, least, most float64, to *float64) {
	var n float64
	switch v := r.table[key].(type) {
	case nil:
		return
	case int64:
		n = float64(v)
	case float64:
		n = v
	default:
		r.wrong(key, "must be a number")
		return
	}
	if !(n >= least && n <= most) {
		r.wrong(key, fmt.Sprintf("must be from %g to %g, not %g", least, most, n))
		return
	}
	*to = n
}

// text reads a string, and reports whether there is one.
func (r *settingsReader) text(key string, to *string) bool {
	switch v := r.table[key].(type) {
	case nil:
	case string:
		*to = v
		return true
	default:
		r.wrong(key, "must be a string")
	}
	return false
}

// choice reads one of some strings.
func (r *settingsReader) choice(key string, of []string, to *string) {
	value := *to
	if !r.text(key, &value) {
		return
	}
	if !slices.Contains(of, value) {
		r.wrong(key, fmt.Sprintf("%q is not one of %s", value, strings.Join(of, ", ")))
		return
	}
	*to = value
}

// flag reads true or false.
func (r *settingsReader) flag(key string, to *bool) {
	switch v := r.table[key].(type) {
	case nil:
	case bool:
		*to = v
	default:
		r.wrong(key, "must be true or false")
	}
}

// Digest returns the SHA-256 of the file's bytes in hex, empty if there is no file: equal digests
// mean equal content.
func (l *Library) Digest() string { return l.doc.digest() }

// Path returns the name of the file, for messages.
func (l *Library) Path() string { return l.doc.path }

// ReadOnly returns why the file is never written, or nil. It is a [*ReadOnlyError].
func (l *Library) ReadOnly() error { return l.doc.refusal }

// Save applies edit to a copy of the contents and writes only what changed. Merging, conflicts
// and errors are those of [ProjectFile.Save].
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

// update writes the result of change for the current file. It creates the folder if necessary.
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
		return l, &store.SaveError{Path: path, Folder: dir, New: true, Err: err}
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
