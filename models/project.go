package models

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Schema is the newest version of the project file that this program writes. A file
// with a higher one is shown and never written.
const Schema = 1

// Strategy says how files are rendered as a whole.
type Strategy string

// The strategies of the seed. An unknown one is Auto.
const (
	Auto      Strategy = "auto"      // by view mode, or all as summaries when SummaryOnly is set
	Summarize Strategy = "summarize" // every file as its summary
	FullText  Strategy = "full"      // by view mode; SummaryOnly is ignored
)

// Strategies lists the strategies in the order of menus.
func Strategies() []Strategy { return []Strategy{Auto, Summarize, FullText} }

// OrAuto returns s, or [Auto] when s is unknown.
func (s Strategy) OrAuto() Strategy {
	if slices.Contains(Strategies(), s) {
		return s
	}
	return Auto
}

// ExecutionMode says whether the project's beads are part of the document.
type ExecutionMode string

// The execution modes of the seed.
const (
	Native ExecutionMode = "native"
	Beads  ExecutionMode = "beads"
)

// TreeMode says which part of the project's tree stands before the files.
type TreeMode string

// The tree modes.
const (
	TreeNone     TreeMode = "none"
	TreeSelected TreeMode = "selected" // the files of the document
	TreeFull     TreeMode = "full"     // every listed file
)

// TreeModes lists the tree modes in the order of menus.
func TreeModes() []TreeMode { return []TreeMode{TreeNone, TreeSelected, TreeFull} }

// Project is what dossier.toml holds. The zero value is a project without a file.
type Project struct {
	Schema    int // 0 when the file does not say
	Name      string
	Namespace string // see [CheckNamespace]; empty: made from the name
	// Composition is what the file selects. What belongs to one message is never part of it.
	Composition
	OutputDir string   // relative to the project; empty is .dossier/out
	BaseDir   string   // relative to the project; empty is the project
	Exclude   []string // gitignore lines, on top of the ignore files
	// Languages says what files are read as, whatever their names say. Of several patterns
	// that match a file the longest counts.
	Languages      []LanguageRule
	ScreenshotBase string
	Secrets        SecretRules
	Presets        []Preset // in the order of the file
	// Unknown are the keys of the file that no parser reads, in the order of their names.
	// They are only reported: saving leaves them where they stand.
	Unknown []UnknownKey
}

// LanguageRule reads the files that a pattern matches as a language.
type LanguageRule struct {
	Pattern  string // a glob; without a slash it holds for the base name
	Language string // c++, php, …
}

// SecretRules are what a project or a person says of what looks secret.
type SecretRules struct {
	Allow  []string // values that are none: a rule, a colon and a hash of the value; see aggregate/secrets
	Redact []string // of what may be a secret, what is redacted: rules, or values as those of Allow
	Show   []string // absolute paths of files that are shown although their names are secret; the person's own only
}

// Clone returns a copy that shares nothing that can change.
func (s SecretRules) Clone() SecretRules {
	return SecretRules{slices.Clone(s.Allow), slices.Clone(s.Redact), slices.Clone(s.Show)}
}

// DefaultOutputDir is where dossiers are written when the project names no folder.
const DefaultOutputDir = ownFolder + "/out"

const ownFolder = ".dossier"

// OwnFolder reports whether a folder of a project, slash-separated, is for this program's
// files and no others.
func OwnFolder(dir string) bool {
	return dir == ownFolder || strings.HasPrefix(dir, ownFolder+"/")
}

// ParseProject reads the decoded form of a project file. The project is complete
// but for the fields that the error names.
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

// Clone returns a copy that shares nothing that can change.
func (p Project) Clone() Project {
	p = cloneFields(ownFields, p)
	p.Composition = p.Composition.Clone()
	p.Secrets.Show, p.Unknown = slices.Clone(p.Secrets.Show), slices.Clone(p.Unknown)
	return p
}

const maxNamespace = 64

// CheckNamespace reports why s cannot name dossiers: it holds letters, digits, '.',
// '-' and '_', at most 64, begins with a letter or digit, and is no name that
// Windows keeps for devices.
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

// NamespaceFor turns a name into a namespace: what may not stand in one becomes '_'.
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
