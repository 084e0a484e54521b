package models

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// SmartContext is a named set of items with options for the files included with them.
type SmartContext struct {
	Name    string
	Items   []ContextItem // in output order
	Options LinkOptions
	// Document is set if it is included in the document.
	Document bool
	Extra    map[string]any // unknown keys, preserved
}

// ContextItem is a file or folder of a context.
type ContextItem struct {
	Path string // slash-separated, relative to the project
	Off  bool   // excluded, even if another item includes it
}

// Keys of the stored form.
const (
	contextItems    = "context_items"
	contextOpts     = "context_opts"
	contextDocument = "document" // an extension of the original format
)

// ParseSmartContext parses a context from the table at key. Its items are a list of paths, with
// tables for excluded ones, or the original format's table of paths with true or false.
func ParseSmartContext(name, key string, v any) (SmartContext, error) {
	var found report
	c := parseSmartContext(name, key, v, &found)
	return c, found.err()
}

func parseSmartContext(name, key string, v any, found *report) SmartContext {
	f := newForm(key, v, found)
	c := SmartContext{Name: name, Items: parseContextItems(f)}
	opts := f.sub(contextOpts)
	c.Options = parseLinkOptions(opts)
	c.Options.Extra = opts.rest()
	c.Document = f.boolean(contextDocument, false)
	c.Extra = f.rest()
	return c
}

func parseContextItems(f form) []ContextItem {
	value, _ := f.take(contextItems)
	if list, ok := value.(Fields); ok { // with a defined order
		var out []ContextItem
		for _, field := range list {
			out = appendItem(out, newForm(f.key(contextItems), Fields{field}, f.found), field.Key)
		}
		return out
	}
	if _, ok := value.(map[string]any); ok {
		table := f.sub(contextItems)
		var out []ContextItem
		for _, path := range table.keys() {
			out = appendItem(out, table, path)
		}
		return out
	}
	var out []ContextItem
	for i, v := range f.list(contextItems) {
		if path, ok := v.(string); ok {
			out = append(out, ContextItem{Path: path})
			continue
		}
		item := newForm(ElementKey(f.key(contextItems), i), v, f.found)
		if path := item.str("path", ""); path != "" {
			out = append(out, ContextItem{path, !item.boolean("include", true)})
		} else if item.table != nil {
			item.fail("path", "is missing")
		}
		item.rest()
	}
	return out
}

// appendItem adds an item of the original format. Values that are not booleans are reserved for
// later versions, and include the item.
func appendItem(list []ContextItem, table form, path string) []ContextItem {
	value, _ := table.take(path)
	off, ok := value.(bool)
	return append(list, ContextItem{path, ok && !off})
}

// Fields returns the stored form without the name.
func (c SmartContext) Fields() Fields {
	items := make([]any, len(c.Items))
	for i, item := range c.Items {
		if items[i] = item.Path; item.Off {
			items[i] = Fields{{"path", item.Path}, {"include", false}}
		}
	}
	return c.fields(items)
}

func (c SmartContext) fields(items any) Fields {
	var w writer
	w.add(contextItems, items)
	if opts := c.Options.Fields(); len(opts) > 0 {
		w.add(contextOpts, opts)
	}
	w.addIf(c.Document, contextDocument, true)
	return w.rest(c.Extra)
}

// MarshalJSON encodes the original format, with the name first.
func (c SmartContext) MarshalJSON() ([]byte, error) {
	items := make(Fields, len(c.Items))
	for i, item := range c.Items {
		items[i] = Field{item.Path, !item.Off}
	}
	return append(Fields{{"name", c.Name}}, c.fields(items)...).MarshalJSON()
}

// UnmarshalJSON decodes an object with a name.
func (c *SmartContext) UnmarshalJSON(data []byte) error {
	name, table, err := namedFromJSON(data, "context")
	if err != nil {
		return err
	}
	var raw struct {
		Items json.RawMessage `json:"context_items"`
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	if items, ok := table[contextItems].(map[string]any); ok {
		table[contextItems] = inOrder(raw.Items, items)
	}
	*c, err = ParseSmartContext(name, "context", table)
	return err
}

// inOrder returns an object with its keys in order of first occurrence in data.
func inOrder(data []byte, object map[string]any) Fields {
	d := json.NewDecoder(bytes.NewReader(data))
	out := Fields{}
	seen := map[string]bool{}
	_, _ = d.Token() // the brace
	for d.More() {
		key, err := d.Token()
		name, ok := key.(string)
		var skipped json.RawMessage
		if err != nil || !ok || d.Decode(&skipped) != nil {
			break // it has already been decoded successfully
		}
		if !seen[name] {
			seen[name] = true
			out = append(out, Field{name, object[name]})
		}
	}
	return out
}

// Clone returns a deep copy.
func (c SmartContext) Clone() SmartContext {
	c.Items, c.Options, c.Extra = slices.Clone(c.Items), c.Options.Clone(), maps.Clone(c.Extra)
	return c
}

// SmartContexts are the stored settings: common options, and the contexts sorted by name.
type SmartContexts struct {
	Options  LinkOptions
	Contexts []SmartContext
}

// contextTables is the key of the contexts' tables.
const contextTables = "contexts"

func parseSmartContexts(key string, v any, found *report) SmartContexts {
	f := newForm(key, v, found)
	s := SmartContexts{Options: parseLinkOptions(f)}
	contexts := f.sub(contextTables)
	for _, name := range contexts.keys() {
		table, _ := contexts.take(name)
		s.Contexts = append(s.Contexts, parseSmartContext(name, contexts.key(name), table, found))
	}
	s.Options.Extra = f.rest()
	return s
}

// Fields returns the stored form.
func (s SmartContexts) Fields() Fields {
	w := s.Options.known()
	if len(s.Contexts) > 0 {
		var tables writer
		for _, c := range s.Contexts {
			tables.add(c.Name, c.Fields())
		}
		w.add(contextTables, tables.fields)
	}
	return w.rest(s.Options.Extra)
}

// Used returns the contexts that are in the document, in order.
func (s SmartContexts) Used() []SmartContext {
	return slices.DeleteFunc(slices.Clone(s.Contexts), func(c SmartContext) bool { return !c.Document })
}

// Recorded returns the part of s that determines a document.
func (s SmartContexts) Recorded() SmartContexts {
	used := SmartContexts{Contexts: s.Used()}
	if len(used.Contexts) == 0 {
		return SmartContexts{}
	}
	used.Options = s.Options
	return used.Clone()
}

// Restored returns s with exactly the recorded contexts in the document. Common options that
// differ from the recorded ones are set in each of these contexts.
func (s SmartContexts) Restored(recorded SmartContexts) SmartContexts {
	s = s.Clone()
	for i := range s.Contexts {
		s.Contexts[i].Document = false
	}
	same := reflect.DeepEqual(s.Options.Fields(), recorded.Options.Fields())
	for _, c := range recorded.Clone().Contexts {
		if !same {
			c.Options = c.Options.WithDefaults(recorded.Options).WithDefaults(DefaultLinkOptions())
			for depth := range s.Options.Templates {
				if _, ok := c.Options.Templates[depth]; !ok {
					c.Options.Templates[depth] = LinkTemplate{}
				}
			}
		}
		s = s.With(c)
	}
	return s
}

// With returns s with the context of the same name replaced by c, or c added.
func (s SmartContexts) With(c SmartContext) SmartContexts {
	s.Contexts = slices.Clone(s.Contexts)
	at, found := slices.BinarySearchFunc(s.Contexts, c.Name, byContextName)
	if found {
		s.Contexts[at] = c
		return s
	}
	s.Contexts = slices.Insert(s.Contexts, at, c)
	return s
}

// Without returns s without the named context.
func (s SmartContexts) Without(name string) SmartContexts {
	s.Contexts = slices.DeleteFunc(slices.Clone(s.Contexts), func(c SmartContext) bool { return c.Name == name })
	return s
}

func byContextName(c SmartContext, name string) int { return strings.Compare(c.Name, name) }

// Find returns the named context.
func (s SmartContexts) Find(name string) (SmartContext, bool) {
	i := slices.IndexFunc(s.Contexts, func(c SmartContext) bool { return c.Name == name })
	if i < 0 {
		return SmartContext{}, false
	}
	return s.Contexts[i], true
}

// Clone returns a deep copy.
func (s SmartContexts) Clone() SmartContexts {
	s.Options, s.Contexts = s.Options.Clone(), CloneAll(s.Contexts)
	return s
}
