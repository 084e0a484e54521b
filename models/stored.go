package models

import (
	"slices"
	"strings"
)

// storedField is one stored field of T. The tables of these are the only lists of what is
// stored: parsing, formatting, cloning and saving go through them.
type storedField[T any] struct {
	// key is the field's key in a record; empty: records do not have it.
	key string
	// place is the path of the field in dossier.toml; nil: no project file has it, because it
	// belongs to one message.
	place []string

	parse  func(to *T, f form, key string, use usage)
	record func(from *T) any // as a record has it; nil: the default, which is not written
	value  func(from *T) any // as [Stored.Value]; nil: saving does not write the field
	clone  func(to, from *T) // to gets a copy of what from has that shares nothing that can change
	absent any               // the value that a missing key means
}

// usage says what a form is read for.
type usage int

const (
	ofProject usage = iota // a file that the user edits: each error is reported
	ofRecord               // what this program has written of it, errors included
)

// codec reads and writes one type of field.
type codec[V any] struct {
	parse  func(f form, key string, use usage) V
	record func(V) any
	value  func(V) any
	clone  func(V) V // nil: assigning copies
	absent any
}

// stored declares the field of T that field points to.
func stored[T, V any](key string, place []string, field func(*T) *V, c codec[V]) storedField[T] {
	s := storedField[T]{
		key: key, place: place, absent: c.absent,
		parse: func(to *T, f form, key string, use usage) { *field(to) = c.parse(f, key, use) },
		clone: func(to, from *T) {
			v := *field(from)
			if c.clone != nil {
				v = c.clone(v)
			}
			*field(to) = v
		},
	}
	if c.record != nil {
		s.record = func(from *T) any { return c.record(*field(from)) }
	}
	if c.value != nil {
		s.value = func(from *T) any { return c.value(*field(from)) }
	}
	return s
}

// compositionFields are the stored fields of a composition, in the order of a record.
var compositionFields = []storedField[Composition]{
	stored("files", in("files", "items"), func(c *Composition) *[]FileItem { return &c.Files }, fileItems),
	stored("screenshots", in("screenshots", "paths"), func(c *Composition) *[]Screenshot { return &c.Screenshots }, shots),
	stored("instruction", in("project", "instruction"), func(c *Composition) *string { return &c.Instruction }, str),
	stored("tree", in("project", "tree"), func(c *Composition) *TreeMode { return &c.Tree }, oneOf(TreeNone, TreeModes())),
	stored("aggregation_strategy", in("project", "aggregation_strategy"), func(c *Composition) *Strategy { return &c.Strategy }, strategy),
	stored("summary_only", in("project", "summary_only"), func(c *Composition) *bool { return &c.SummaryOnly }, boolean),
	stored("execution_mode", in("project", "execution_mode"), func(c *Composition) *ExecutionMode { return &c.ExecutionMode }, oneOf(Native, []ExecutionMode{Native, Beads})),
	stored("beads_exclude", in("beads", "exclude"), func(c *Composition) *[]string { return &c.BeadsExclude }, strs),
	stored("notes_exclude", in("notes", "exclude"), func(c *Composition) *[]string { return &c.NotesExclude }, strs),
	stored("links", in("links"), func(c *Composition) *SmartContexts { return &c.Links }, linked),
	stored("format", in("output", "format"), func(c *Composition) *string { return &c.Format }, word),
	stored("git", in("git"), func(c *Composition) *Git { return &c.Git }, gitTable),
	stored("focused", nil, func(c *Composition) *bool { return &c.Focused }, boolean),
	stored("focus", nil, func(c *Composition) *[]string { return &c.Focus }, strs),
	stored("changes", nil, func(c *Composition) *Changes { return &c.Changes }, changes),
}

// ownFields are the stored fields of a project beside those of its composition.
var ownFields = []storedField[Project]{
	stored("", in("project", "name"), func(p *Project) *string { return &p.Name }, str),
	stored("", in("project", "namespace"), func(p *Project) *string { return &p.Namespace }, namespace),
	stored("", in("output", "dir"), func(p *Project) *string { return &p.OutputDir }, str),
	stored("", in("files", "base_dir"), func(p *Project) *string { return &p.BaseDir }, str),
	stored("", in("files", "exclude"), func(p *Project) *[]string { return &p.Exclude }, strs),
	stored("", in("files", "languages"), func(p *Project) *[]LanguageRule { return &p.Languages }, languageRules),
	stored("", in("screenshots", "base_dir"), func(p *Project) *string { return &p.ScreenshotBase }, str),
	stored("", in("secrets", "allow"), func(p *Project) *[]string { return &p.Secrets.Allow }, strs),
	stored("", in("secrets", "redact"), func(p *Project) *[]string { return &p.Secrets.Redact }, strs),
	stored("", in("presets"), func(p *Project) *[]Preset { return &p.Presets }, presetTables),
}

// projectFields are all stored fields of a project, in the order in which a new file has them.
var projectFields = inFileOrder(slices.Concat(ownFields, ofComposition()))

func in(path ...string) []string { return path }

// ofComposition returns the fields of the composition of a project that its file has.
func ofComposition() []storedField[Project] {
	var out []storedField[Project]
	for _, s := range compositionFields {
		if s.place == nil {
			continue
		}
		out = append(out, storedField[Project]{
			place: s.place, absent: s.absent,
			parse: func(to *Project, f form, key string, use usage) { s.parse(&to.Composition, f, key, use) },
			value: func(from *Project) any { return s.value(&from.Composition) },
		})
	}
	return out
}

// fileOrder is the order of the first keys of a new file; whatever it does not name follows.
var fileOrder = []string{
	"project.name", "project.namespace", "project.aggregation_strategy", "project.summary_only",
	"project.execution_mode", "project.instruction", "project.tree", "output.dir", "output.format",
	"files.base_dir", "files.exclude", "files.languages", "files.items", "screenshots.base_dir", "screenshots.paths",
	"git", "beads.exclude", "notes.exclude", "secrets.allow", "secrets.redact", "links", "presets",
}

func inFileOrder(list []storedField[Project]) []storedField[Project] {
	rank := func(s storedField[Project]) int {
		if i := slices.Index(fileOrder, PathKey(s.place)); i >= 0 {
			return i
		}
		return len(fileOrder)
	}
	slices.SortStableFunc(list, func(a, b storedField[Project]) int { return rank(a) - rank(b) })
	return list
}

// Stored is a field of a project as its file has it.
type Stored struct {
	Place []string // the path of its key
	// Value is a string, bool, []string, []FileItem, []Screenshot, SmartContexts, Git or []Preset. It
	// shares what it refers to with the project.
	Value  any
	Absent any // what it means that the key of a string or bool is missing
}

// Stored returns the fields that saving a project writes, in the order of a new file.
func (p Project) Stored() []Stored {
	out := make([]Stored, 0, len(projectFields))
	for _, s := range projectFields {
		if s.value != nil {
			if v := s.value(&p); v != nil {
				out = append(out, Stored{s.place, v, s.absent})
			}
		}
	}
	return out
}

func cloneFields[T any](fields []storedField[T], v T) T {
	next := v
	for _, s := range fields {
		s.clone(&next, &v)
	}
	return next
}

// The codecs of the fields.
var (
	str = codec[string]{
		parse:  func(f form, key string, _ usage) string { return f.str(key, "") },
		record: func(s string) any { return unless(s == "", s) },
		value:  func(s string) any { return s },
		absent: "",
	}
	// word is a name that is looked up elsewhere.
	word = codec[string]{
		parse: func(f form, key string, _ usage) string {
			s := f.str(key, "")
			if strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || len(s) > maxWord {
				f.fail(key, "must be a name of small letters, digits and hyphens")
				return ""
			}
			return s
		},
		record: str.record, value: str.value, absent: "",
	}
	boolean = codec[bool]{
		parse:  func(f form, key string, _ usage) bool { return f.boolean(key, false) },
		record: func(b bool) any { return unless(!b, b) },
		value:  func(b bool) any { return b },
		absent: false,
	}
	strs = codec[[]string]{
		parse:  func(f form, key string, _ usage) []string { return f.strings(key) },
		record: func(list []string) any { return unless(len(list) == 0, any(anyList(list))) },
		value:  func(list []string) any { return list },
		clone:  slices.Clone[[]string],
	}
	strategy = codec[Strategy]{
		parse: func(f form, key string, use usage) Strategy {
			if use == ofRecord {
				return Strategy(f.str(key, string(Auto))).OrAuto()
			}
			return choice(f, key, Auto, Strategies())
		},
		record: oneOf(Auto, Strategies()).record,
		value:  func(s Strategy) any { return string(s.OrAuto()) },
		absent: string(Auto),
	}
	namespace = codec[string]{
		parse: func(f form, key string, _ usage) string {
			s := f.str(key, "")
			if s == "" {
				return ""
			}
			if err := CheckNamespace(s); err != nil {
				f.fail(key, err.Error())
				return ""
			}
			return s
		},
		value:  func(s string) any { return s },
		absent: "",
	}
	fileItems = codec[[]FileItem]{
		parse: func(f form, key string, use usage) []FileItem {
			var out []FileItem
			for i, v := range f.list(key) {
				var problems report
				item := parseFileItem(ElementKey(f.key(key), i), v, &problems)
				// An entry that names no file, and a slice without lines, are part of a record:
				// whoever wrote the file of the project was told of them.
				if use == ofProject || !item.broken() {
					f.found.errs = append(f.found.errs, problems.errs...)
				}
				if use == ofProject {
					f.found.unknown = append(f.found.unknown, problems.unknown...)
				}
				out = append(out, item)
			}
			return out
		},
		record: func(list []FileItem) any { return fileValues(list) },
		value:  func(list []FileItem) any { return list },
		clone:  CloneAll[FileItem],
	}
	shots = codec[[]Screenshot]{
		parse:  func(f form, key string, _ usage) []Screenshot { return f.screenshots(key) },
		record: func(list []Screenshot) any { return unless(len(list) == 0, any(screenshotValues(list))) },
		value:  func(list []Screenshot) any { return list },
		clone:  CloneAll[Screenshot],
	}
	linked = codec[SmartContexts]{
		parse: func(f form, key string, _ usage) SmartContexts {
			v, _ := f.take(key)
			return parseSmartContexts(f.key(key), v, f.found)
		},
		record: func(s SmartContexts) any { fields := s.Fields(); return unless(len(fields) == 0, any(fields)) },
		value:  func(s SmartContexts) any { return s },
		clone:  SmartContexts.Clone,
	}
	gitTable = codec[Git]{
		parse:  func(f form, key string, _ usage) Git { return parseGit(f.sub(key)) },
		record: func(g Git) any { return unless(g.IsZero(), any(g.Fields())) },
		value:  func(g Git) any { return g },
		clone:  Git.Clone,
	}
	changes = codec[Changes]{
		parse:  func(f form, key string, _ usage) Changes { return parseChanges(f.sub(key)) },
		record: func(c Changes) any { return unless(c.Since == "", any(c.fields())) },
	}
	languageRules = codec[[]LanguageRule]{
		parse: func(f form, key string, _ usage) []LanguageRule {
			var out []LanguageRule
			rules := f.sub(key)
			for _, pattern := range rules.keys() {
				if language := rules.str(pattern, ""); language != "" {
					out = append(out, LanguageRule{pattern, language})
				}
			}
			return out
		},
		clone: slices.Clone[[]LanguageRule],
	}
	presetTables = codec[[]Preset]{
		parse: func(f form, key string, _ usage) []Preset {
			var out []Preset
			presets := f.sub(key)
			for _, name := range presets.keys() {
				value, _ := presets.take(name)
				out = append(out, parsePreset(name, JoinKey(f.key(key), name), value, f.found))
			}
			return out
		},
		value: func(list []Preset) any { return list },
		clone: CloneAll[Preset],
	}
)

// maxWord bounds the name of a format, in bytes.
const maxWord = 32

// oneOf is the codec of a word out of a list.
func oneOf[T ~string](absent T, words []T) codec[T] {
	return codec[T]{
		parse:  func(f form, key string, _ usage) T { return choice(f, key, absent, words) },
		record: func(v T) any { return unless(v == "" || v == absent, any(string(v))) },
		value: func(v T) any {
			if v == "" {
				v = absent
			}
			return string(v)
		},
		absent: string(absent),
	}
}

// unless returns v, or nil where it is the default.
func unless(isDefault bool, v any) any {
	if isDefault {
		return nil
	}
	return v
}

// CloneAll returns a copy of a list and its elements.
func CloneAll[T interface{ Clone() T }](list []T) []T {
	list = slices.Clone(list)
	for i, e := range list {
		list[i] = e.Clone()
	}
	return list
}

// fileValues are the stored forms of entries: a path where an entry says no more.
func fileValues(list []FileItem) []any {
	values := make([]any, len(list))
	for i, item := range list {
		if values[i] = item.Fields(); item.Bare() {
			values[i] = item.Path
		}
	}
	return values
}
