package models

import (
	"fmt"
	"slices"
	"strings"
)

// storedField is a stored field of T. The tables of stored fields are the only lists of these:
// parsing, formatting, cloning and saving use them.
type storedField[T any] struct {
	// key is the field's key in a record; empty if records do not contain it.
	key string
	// place is the key path of the field in dossier.toml; nil if project files do not contain it,
	// because it belongs to a single message.
	place []string

	parse  func(to *T, f form, key string, use usage)
	record func(from *T) any // stored form in a record; nil for the default, which is not written
	value  func(from *T) any // as in [Stored.Value]; nil if saving does not write the field
	clone  func(to, from *T) // deep-copies the field
	absent any               // the default, if the key is missing
}

// usage is the purpose of parsing.
type usage int

const (
	ofProject usage = iota // a file that the user edits: every error is reported
	ofRecord               // written by this program, including invalid entries
)

// codec parses and formats fields of one type.
type codec[V any] struct {
	parse  func(f form, key string, use usage) V
	record func(V) any
	value  func(V) any
	clone  func(V) V // nil if assignment copies the value
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

// projectFields are all stored fields of a project, in the order of a new file.
var projectFields = inFileOrder(slices.Concat(ownFields, ofComposition()))

func in(path ...string) []string { return path }

// ofComposition returns the fields of the composition that project files contain.
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

// fileOrder is the order of the first keys of a new file; other keys follow.
var fileOrder = []string{
	"project.name", "project.namespace", "project.aggregation_strategy", "project.summary_only",
	"project.execution_mode", "project.instruction", "project.prompts", "project.instruction_place", "project.guide", "project.tree", "output.dir", "output.format", "output.text",
	"roots", "files.base_dir", "files.exclude", "files.languages", "files.items", "screenshots.base_dir", "screenshots.paths",
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

// Stored is a field of a project in its stored form.
type Stored struct {
	Place []string // key path
	// Value is a string, bool, []string, []FileItem, []Screenshot, SmartContexts, Git, []Root or
	// []Preset. It shares memory with the project.
	Value  any
	Absent any // the default of a string or bool if the key is missing
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

// Codecs of fields.
var (
	str = codec[string]{
		parse:  func(f form, key string, _ usage) string { return f.str(key, "") },
		record: func(s string) any { return unless(s == "", s) },
		value:  func(s string) any { return s },
		absent: "",
	}
	// word is a name that is validated elsewhere.
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
				// Records can contain entries without a file and slices without lines, which are
				// reported when the project file is read.
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
	textOptions = codec[[]TextOption]{
		parse:  func(f form, key string, _ usage) []TextOption { return f.textOptions(key) },
		record: func(list []TextOption) any { return unless(len(list) == 0, any(anyList(TextOptionNames(list)))) },
		value:  func(list []TextOption) any { return TextOptionNames(list) },
		clone:  slices.Clone[[]TextOption],
	}
	changes = codec[Changes]{
		parse:  func(f form, key string, _ usage) Changes { return parseChanges(f.sub(key)) },
		record: func(c Changes) any { return unless(c.Since == "", any(c.fields())) },
	}
	languageRules = tableOf(func(rules form, pattern string, _ int) (LanguageRule, bool) {
		language := rules.str(pattern, "")
		return LanguageRule{pattern, language}, language != ""
	}, slices.Clone[[]LanguageRule], nil)
	rootTable = tableOf(func(roots form, label string, n int) (Root, bool) {
		path, ok := roots.table[label].(string)
		roots.known[label] = true
		switch err := CheckLabel(label); {
		case err != nil:
			roots.fail(label, err.Error())
		case !ok || path == "" || strings.ContainsRune(path, 0):
			roots.fail(label, "must be the path of a folder")
		case n == MaxRoots:
			roots.fail(label, fmt.Sprintf("is one too many: a project has at most %d", MaxRoots))
		default:
			return Root{label, path}, true
		}
		return Root{}, false
	}, slices.Clone[[]Root], func(list []Root) any { return list })
	presetTables = tableOf(func(presets form, name string, _ int) (Preset, bool) {
		value, _ := presets.take(name)
		return parsePreset(name, JoinKey(presets.path, name), value, presets.found), true
	}, CloneAll[Preset], func(list []Preset) any { return list })
)

// tableOf returns the codec of a list that is stored as a table. one parses the value at a key, given the number
// of elements before it; false skips the value.
func tableOf[T any](one func(table form, key string, n int) (T, bool), clone func([]T) []T, value func([]T) any) codec[[]T] {
	return codec[[]T]{
		parse: func(f form, key string, _ usage) []T {
			var out []T
			table := f.sub(key)
			for _, key := range table.keys() {
				if v, ok := one(table, key, len(out)); ok {
					out = append(out, v)
				}
			}
			return out
		},
		value: value,
		clone: clone,
	}
}

// maxWord is the max length of a format's name in bytes.
const maxWord = 32

// oneOf returns the codec of a word from a list.
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

// unless returns v, or nil if it is the default.
func unless(isDefault bool, v any) any {
	if isDefault {
		return nil
	}
	return v
}

// CloneAll returns a deep copy of a list.
func CloneAll[T interface{ Clone() T }](list []T) []T {
	list = slices.Clone(list)
	for i, e := range list {
		list[i] = e.Clone()
	}
	return list
}

// fileValues returns the stored form of entries: the path if an entry is bare.
func fileValues(list []FileItem) []any {
	values := make([]any, len(list))
	for i, item := range list {
		if values[i] = item.Fields(); item.Bare() {
			values[i] = item.Path
		}
	}
	return values
}
