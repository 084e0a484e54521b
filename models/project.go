package models

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Schema is the latest version of the project file, which this program writes. A file with a
// higher version is read-only.
const Schema = 1

// Strategy is how files are rendered as a whole.
type Strategy string

// Strategies. An unknown one means Auto.
const (
	Auto      Strategy = "auto"      // by view mode, or all as summaries if SummaryOnly is set
	Summarize Strategy = "summarize" // every file as its summary
	FullText  Strategy = "full"      // by view mode; SummaryOnly is ignored
)

// Strategies returns the strategies in menu order.
func Strategies() []Strategy { return []Strategy{Auto, Summarize, FullText} }

// OrAuto returns s, or [Auto] if s is unknown.
func (s Strategy) OrAuto() Strategy {
	if slices.Contains(Strategies(), s) {
		return s
	}
	return Auto
}

// ExecutionMode is whether the project's beads are part of the document.
type ExecutionMode string

// Execution modes.
const (
	Native ExecutionMode = "native"
	Beads  ExecutionMode = "beads"
)

// TreeMode is the part of the project's tree that is shown before the files.
type TreeMode string

// Tree modes.
const (
	TreeNone     TreeMode = "none"
	TreeSelected TreeMode = "selected" // the files in the document
	TreeFull     TreeMode = "full"     // every listed file
)

// TreeModes returns the tree modes in menu order.
func TreeModes() []TreeMode { return []TreeMode{TreeNone, TreeSelected, TreeFull} }

// Project is the content of dossier.toml. The zero value is a project without a file.
type Project struct {
	Schema    int // 0 if the file does not contain it
	Name      string
	Namespace string // see [CheckNamespace]; empty means derived from the name
	// Composition is the selection in the file. It never includes what belongs to a single
	// message.
	Composition
	OutputDir string   // relative to the project; empty means .dossier/out
	Roots     []Root   // sorted by label
	BaseDir   string   // relative to the project; empty means the project
	Exclude   []string // gitignore lines, in addition to ignore files
	// Languages overrides the languages of files. The longest matching pattern applies.
	Languages      []LanguageRule
	ScreenshotBase string
	Secrets        SecretRules
	Presets        []Preset // in file order
	// Unknown are the keys of the file that no parser uses, sorted. They are only reported:
	// saving preserves them.
	Unknown []UnknownKey
}

// ownFields are the stored fields of a project that are not part of its composition.
var ownFields = []storedField[Project]{
	stored("", in("project", "name"), func(p *Project) *string { return &p.Name }, str),
	stored("", in("project", "namespace"), func(p *Project) *string { return &p.Namespace }, namespace),
	stored("", in("output", "dir"), func(p *Project) *string { return &p.OutputDir }, str),
	stored("", in("roots"), func(p *Project) *[]Root { return &p.Roots }, rootTable),
	stored("", in("files", "base_dir"), func(p *Project) *string { return &p.BaseDir }, str),
	stored("", in("files", "exclude"), func(p *Project) *[]string { return &p.Exclude }, strs),
	stored("", in("files", "languages"), func(p *Project) *[]LanguageRule { return &p.Languages }, languageRules),
	stored("", in("screenshots", "base_dir"), func(p *Project) *string { return &p.ScreenshotBase }, str),
	stored("", in("secrets", "allow"), func(p *Project) *[]string { return &p.Secrets.Allow }, strs),
	stored("", in("secrets", "redact"), func(p *Project) *[]string { return &p.Secrets.Redact }, strs),
	stored("", in("presets"), func(p *Project) *[]Preset { return &p.Presets }, presetTables),
}

// LanguageRule sets the language of the files that match a pattern.
type LanguageRule struct {
	Pattern  string // a glob; without a slash it matches base names
	Language string // c++, php, …
}

// SecretRules are the decisions of a project or a user on possible secrets.
type SecretRules struct {
	Allow  []string // values that are not secrets: a rule, a colon and a hash of the value; see aggregate/secrets
	Redact []string // likely secrets to redact: rules, or values as in Allow
	Show   []string // absolute paths of files that are shown although their names are secret; only in the user's own rules
}

// Clone returns a deep copy.
func (s SecretRules) Clone() SecretRules {
	return SecretRules{slices.Clone(s.Allow), slices.Clone(s.Redact), slices.Clone(s.Show)}
}

// DefaultOutputDir is the output folder of projects that do not set one.
const DefaultOutputDir = ownFolder + "/out"

const ownFolder = ".dossier"

// OwnFolder reports whether a slash-separated folder of a project is reserved for this program's
// files.
func OwnFolder(dir string) bool {
	return dir == ownFolder || strings.HasPrefix(dir, ownFolder+"/")
}

// ParseProject parses the decoded form of a project file. On error, the project is complete
// except for the fields that the error names.
func ParseProject(v map[string]any) (Project, error) {
	var found report
	top := newForm("", v, &found)
	p := Project{Schema: int(top.integer("schema", 1, 0))}

	tables := map[string]form{}
	for _, field := range projectFields {
		f := top
		for _, name := range field.place[:len(field.place)-1] {
			if _, ok := tables[name]; !ok {
				tables[name] = top.sub(name)
			}
			f = tables[name]
		}
		field.parse(&p, f, field.place[len(field.place)-1], ofProject)
	}
	top.rest()
	for _, f := range tables {
		f.rest()
	}
	slices.SortFunc(found.unknown, func(a, b UnknownKey) int { return strings.Compare(a.Key(), b.Key()) })
	p.Unknown = found.unknown
	return p, found.err()
}

// Clone returns a deep copy.
func (p Project) Clone() Project {
	p = cloneFields(ownFields, p)
	p.Composition = p.Composition.Clone()
	p.Secrets.Show, p.Unknown = slices.Clone(p.Secrets.Show), slices.Clone(p.Unknown)
	return p
}

const maxNamespace = 64

// CheckNamespace returns an error if s is not a valid prefix of document names: at most 64
// letters, digits, '.', '-' and '_', beginning with a letter or digit, and not a device name
// reserved by Windows.
func CheckNamespace(s string) error {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && (i == 0 || r != '.' && r != '-' && r != '_') {
			return fmt.Errorf("%q: a namespace may use letters, digits, '.', '-' and '_', and starts with a letter or digit", s)
		}
	}
	switch {
	case s == "":
		return errors.New("a namespace must not be empty")
	case len(s) > maxNamespace:
		return fmt.Errorf("%q: a namespace has at most %d characters", s, maxNamespace)
	case deviceName(s):
		return fmt.Errorf("%q is the name of a device on Windows; choose another namespace", s)
	}
	return nil
}

// NamespaceFor converts a name to a namespace by replacing invalid characters by '_'.
func NamespaceFor(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		switch {
		case letter || b.Len() > 0 && !gap && (r == '.' || r == '-' || r == '_'):
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			if b.Len()+utf8.RuneLen(r) <= maxNamespace {
				b.WriteRune(r)
			}
		default:
			gap = true
		}
	}
	s := strings.ToLower(b.String())
	if len(s) > maxNamespace {
		s = s[:maxNamespace]
	}
	if s == "" || deviceName(s) {
		return "dossier"
	}
	return s
}

func deviceName(s string) bool {
	stem, _, _ := strings.Cut(strings.ToUpper(s), ".")
	switch stem {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	return len(stem) == 4 && (stem[:3] == "COM" || stem[:3] == "LPT") && stem[3] >= '0' && stem[3] <= '9'
}
