package models_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/models"
)

func said[T any](v T) *T { return &v }

// maybe generates an optional value.
func maybe[T any](t *rapid.T, g *rapid.Generator[T], label string) *T {
	if !rapid.Bool().Draw(t, label+" is said") {
		return nil
	}
	return said(g.Draw(t, label))
}

func linkOptions(t *rapid.T, times bool) models.LinkOptions {
	o := models.LinkOptions{
		LinkDepth: maybe(t, rapid.IntRange(0, models.MaxLinkDepth), "depth"),
		Inlinks:   maybe(t, rapid.Bool(), "inlinks"), IncludeInlinks: maybe(t, rapid.Bool(), "include"),
		MaxLen: maybe(t, rapid.IntRange(0, 1<<31-1), "length"), TotalMaxLen: maybe(t, rapid.IntRange(0, 9), "total"),
		Extra: extra(t, times),
	}
	if rapid.Bool().Draw(t, "headings are said") {
		o.ExcludedHeadings = append([]string{}, rapid.SliceOfN(text, 0, 2).Draw(t, "headings")...)
	}
	if rapid.Bool().Draw(t, "templates are said") {
		o.Templates = map[int]models.LinkTemplate{}
		for range rapid.IntRange(0, 3).Draw(t, "templates") {
			o.Templates[rapid.IntRange(models.WrapDepth, models.MaxLinkDepth).Draw(t, "at")] = models.LinkTemplate{Before: text.Draw(t, "before"), After: text.Draw(t, "after")}
		}
	}
	return o
}

func smartContext(t *rapid.T, times bool) models.SmartContext {
	c := models.SmartContext{Name: text.Draw(t, "name"), Options: linkOptions(t, times), Document: rapid.Bool().Draw(t, "document"), Extra: extra(t, times)}
	seen := map[string]bool{}
	for range rapid.IntRange(0, 3).Draw(t, "items") {
		if p := word.Draw(t, "path"); !seen[p] {
			seen[p] = true
			c.Items = append(c.Items, models.ContextItem{Path: p, Off: rapid.Bool().Draw(t, "off")})
		}
	}
	return c
}

func smartContexts(t *rapid.T, times bool) models.SmartContexts {
	s := models.SmartContexts{Options: linkOptions(t, times)}
	for _, name := range []string{"-", "a", "b"} {
		if rapid.Bool().Draw(t, name) {
			c := smartContext(t, times)
			c.Name = name
			s.Contexts = append(s.Contexts, c)
		}
	}
	return s
}

// Stored smart contexts are read back unchanged, in the same order.
func TestSmartContextsRoundTrip(t *testing.T) {
	t.Run("context", rapid.MakeCheck(func(t *rapid.T) {
		timed, plain := smartContext(t, true), smartContext(t, false)
		got, err := models.ParseSmartContext(timed.Name, "c", viaTOML(t, timed.Fields()))
		same(t, "TOML", timed, got, err)
		got, err = viaJSON(t, plain)
		same(t, "JSON", plain, got, err)
		same(t, "clone", timed, timed.Clone(), nil)
	}))
	t.Run("contexts", rapid.MakeCheck(func(t *rapid.T) {
		want := smartContexts(t, true)
		got, err := models.ParseSmartContexts("links", viaTOML(t, want.Fields()))
		same(t, "TOML", want, got, err)
		same(t, "clone", want, want.Clone(), nil)
	}))
	t.Run("options", rapid.MakeCheck(func(t *rapid.T) {
		want := linkOptions(t, false)
		got, err := viaJSON(t, want)
		same(t, "JSON", want, got, err)
	}))
}

// The original format, in which items are keys, is parsed too.
func TestSmartContextOfTheSeed(t *testing.T) {
	var c models.SmartContext
	err := json.Unmarshal([]byte(`{"name": "n", "context_items": {"z.md": true, "a.md": false, "m": {"later": 1}}, "context_opts": {"link_depth": 1}}`), &c)
	want := models.SmartContext{
		Name: "n", Items: []models.ContextItem{{Path: "z.md"}, {Path: "a.md", Off: true}, {Path: "m"}},
		Options: models.LinkOptions{LinkDepth: said(1)},
	}
	if diff := cmp.Diff(want, c); err != nil || diff != "" {
		t.Errorf("%v, -want +got:\n%s", err, diff)
	}
	data, err := json.Marshal(c)
	if got := string(data); err != nil || got != `{"name":"n","context_items":{"z.md":true,"a.md":false,"m":true},"context_opts":{"link_depth":1}}` {
		t.Errorf("%s, %v", got, err)
	}
	got, err := models.ParseSmartContext("n", "c", map[string]any{"context_items": map[string]any{"b.md": true, "a.md": false}})
	if diff := cmp.Diff([]models.ContextItem{{Path: "a.md", Off: true}, {Path: "b.md"}}, got.Items); err != nil || diff != "" {
		t.Errorf("a table of TOML: %v, -want +got:\n%s", err, diff)
	}
}

// A change returns new settings, and the previous ones are unchanged.
func TestSmartContextsChange(t *testing.T) {
	named := func(name string, in bool) models.SmartContext { return models.SmartContext{Name: name, Document: in} }
	s := models.SmartContexts{Options: models.LinkOptions{MaxLen: said(9)}, Contexts: []models.SmartContext{named("a", true), named("c", false)}}
	before := s.Clone()
	if diff := cmp.Diff([]models.SmartContext{named("a", true), named("b", true), named("c", false)}, s.With(named("b", true)).Contexts); diff != "" {
		t.Errorf("added (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]models.SmartContext{named("a", false), named("c", false)}, s.With(named("a", false)).Contexts); diff != "" {
		t.Errorf("replaced (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]models.SmartContext{named("c", false)}, s.Without("a").Contexts); diff != "" {
		t.Errorf("removed (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(models.SmartContexts{Options: s.Options, Contexts: []models.SmartContext{named("a", true)}}, s.Recorded()); diff != "" {
		t.Errorf("recorded (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(models.SmartContexts{}, s.Without("a").Recorded()); diff != "" {
		t.Errorf("of a document without any (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, s); diff != "" {
		t.Errorf("those before (-want +got):\n%s", diff)
	}
}

// A recorded context gives the same text again, regardless of later changes to the options of all
// contexts.
func TestSmartContextsAreRestored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, new := smartContexts(t, false), smartContexts(t, false)
		got := new.Restored(old.Recorded())
		if diff := cmp.Diff(new.Options, got.Options); diff != "" {
			t.Fatalf("the options of all (-want +got):\n%s", diff)
		}
		names := func(list []models.SmartContext) (out []string) {
			for _, c := range list {
				out = append(out, c.Name)
			}
			return out
		}
		if diff := cmp.Diff(names(old.Used()), names(got.Used())); diff != "" {
			t.Fatalf("in the document (-want +got):\n%s", diff)
		}
		hold := func(s models.SmartContexts, c models.SmartContext) models.LinkOptions {
			o := c.Options.WithDefaults(s.Options).WithDefaults(models.DefaultLinkOptions())
			maps.DeleteFunc(o.Templates, func(_ int, t models.LinkTemplate) bool { return t == models.LinkTemplate{} })
			o.Extra = nil
			return o
		}
		for _, c := range old.Used() {
			kept, _ := got.Find(c.Name)
			want, have := hold(old, c), hold(got, kept)
			if want.WithInlinks() != have.WithInlinks() {
				t.Fatalf("inlinks of %s", c.Name)
			}
			want.Inlinks, want.IncludeInlinks, have.Inlinks, have.IncludeInlinks = nil, nil, nil, nil
			if diff := cmp.Diff(want, have); diff != "" {
				t.Fatalf("%s (-want +got):\n%s", c.Name, diff)
			}
		}
		for _, c := range new.Contexts {
			if _, ok := got.Find(c.Name); !ok {
				t.Fatalf("%s is gone", c.Name)
			}
		}
	})
}

func TestSmartContextsWithMistakes(t *testing.T) {
	_, err := models.ParseSmartContexts("links", map[string]any{
		"link_depth": int64(65), "max_len": int64(-1), "inlinks": "yes", "excluded_headings": "Draft",
		"templates": map[string]any{"-2": map[string]any{}, "00": map[string]any{}, "0": map[string]any{"before": int64(1)}},
		"contexts":  map[string]any{"c": map[string]any{"context_items": []any{int64(1), map[string]any{"include": false}}, "context_opts": map[string]any{"link_depth": 0.5}}},
	})
	want := `links.link_depth: must be at most 64, not 65
links.inlinks: must be true or false, not a string
links.excluded_headings: must be a list, not a string
links.max_len: must be at least 0, not -1
links.templates.-2: must be a depth from 0 to 64, or -1 for the text around all items
links.templates.0.before: must be a string, not a whole number
links.templates.00: must be a depth from 0 to 64, or -1 for the text around all items
links.contexts.c.context_items[0]: must be a table, not a whole number
links.contexts.c.context_items[1].path: is missing
links.contexts.c.context_opts.link_depth: must be a whole number, not 0.5`
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(err.Error(), "\n")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestLinkTemplates(t *testing.T) {
	got, err := models.ParseLinkTemplates([]byte(`{"-1": {"before": "<"}, "1": {"after": "\n"}}`))
	if diff := cmp.Diff(map[int]models.LinkTemplate{-1: {Before: "<"}, 1: {After: "\n"}}, got); err != nil || diff != "" {
		t.Errorf("%v, -want +got:\n%s", err, diff)
	}
	for data, want := range map[string]string{
		`{"0": {"befor": ""}}`: "templates.0.befor: is not one of after, before",
		`{"0": {"after": "` + strings.Repeat("x", models.MaxTemplate+1) + `"}}`: "templates.0.after: must have at most 65536 bytes, not 65537",
		`{"x": {}}`: "templates.x: must be a depth from 0 to 64, or -1 for the text around all items",
		`[]`:        "templates: must be a table, not a list",
	} {
		if _, err := models.ParseLinkTemplates([]byte(data)); err == nil || err.Error() != want {
			t.Errorf("%s: %v", data, err)
		}
	}
}

// The more specific layer of options wins, whichever name of an option it uses.
func TestInlinksOver(t *testing.T) {
	no, yes := said(false), said(true)
	tests := []struct {
		name        string
		over, below models.LinkOptions
		want        bool
	}{
		{"unset", models.LinkOptions{}, models.LinkOptions{}, false},
		{"below says", models.LinkOptions{}, models.LinkOptions{IncludeInlinks: yes}, true},
		{"no is a value", models.LinkOptions{Inlinks: no}, models.LinkOptions{Inlinks: yes}, false},
		{"no under its other name", models.LinkOptions{IncludeInlinks: no}, models.LinkOptions{Inlinks: yes}, false},
		{"no to the other name", models.LinkOptions{Inlinks: no}, models.LinkOptions{IncludeInlinks: yes}, false},
		{"yes under its other name", models.LinkOptions{IncludeInlinks: yes}, models.LinkOptions{Inlinks: no}, true},
	}
	for _, tt := range tests {
		if got := tt.over.WithDefaults(tt.below).WithInlinks(); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}
