package presets

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
)

// Smart contexts are loaded with the project and saved key by key; unchanged ones keep their
// formatting.
func TestSmartContextsOfAProject(t *testing.T) {
	p := newPlace(t, map[string]string{"dossier.toml": `[links]
link_depth = 0x1   # one step
later = true       # of another version

[links.templates.0]
before = "# {{ITEM_NAME}}\n"

# for who is new
[links.contexts.start]
context_items = ["docs/intro.md", { path = "docs/old.md", include = false }]
document = true    # for every message
`})
	f := p.load()
	depth, none := 1, 0
	want := models.SmartContexts{
		Options: models.LinkOptions{LinkDepth: &depth, Templates: map[int]models.LinkTemplate{0: {Before: "# {{ITEM_NAME}}\n"}}, Extra: map[string]any{"later": true}},
		Contexts: []models.SmartContext{
			{Name: "start", Items: []models.ContextItem{{Path: "docs/intro.md"}, {Path: "docs/old.md", Off: true}}, Document: true},
		},
	}
	if diff := cmp.Diff(want, f.Project.Links); diff != "" {
		t.Fatalf("-want +got:\n%s", diff)
	}
	saved, err := f.Save(t.Context(), func(p *models.Project) {
		o := &p.Links.Options
		o.MaxLen, o.ExcludedHeadings = &none, []string{"Draft"}
		p.Links.Contexts = append(p.Links.Contexts, models.SmartContext{Name: "all", Items: []models.ContextItem{{Path: "docs"}}, Options: models.LinkOptions{LinkDepth: &none}, Document: true})
	})
	if err != nil {
		t.Fatal(err)
	}
	const text = `[links]
link_depth = 0x1   # one step
later = true       # of another version
excluded_headings = ["Draft"]
max_len = 0

[links.templates.0]
before = "# {{ITEM_NAME}}\n"

# for who is new
[links.contexts.start]
context_items = ["docs/intro.md", { path = "docs/old.md", include = false }]
document = true    # for every message

[links.contexts.all]
context_items = ["docs"]
context_opts = { link_depth = 0 }
document = true
`
	if diff := cmp.Diff(text, p.read("dossier.toml")); diff != "" {
		t.Errorf("saved (-want +got):\n%s", diff)
	}
	saved, err = saved.Save(t.Context(), func(p *models.Project) {
		p.Links.Contexts[1].Document = false
		p.Links.Contexts[1].Items = append(p.Links.Contexts[1].Items, models.ContextItem{Path: "notes"})
	})
	if err != nil {
		t.Fatal(err)
	}
	const out = `# for who is new
[links.contexts.start]
context_items = ["docs/intro.md", { path = "docs/old.md", include = false }, "notes"]

[links.contexts.all]
`
	if got := p.read("dossier.toml"); !strings.Contains(got, out) {
		t.Errorf("taken out of the document:\n%s", got)
	}
	_, err = saved.Save(t.Context(), func(p *models.Project) {
		p.Links.Options.Templates, p.Links.Contexts = nil, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.load().Project.Links; len(got.Contexts) > 0 || got.Options.Templates != nil || *got.Options.MaxLen != 0 {
		t.Errorf("it keeps %+v", got)
	}
}

// The items of a table have the order of the file, and keep it after other saves.
func TestOrderOfContextItems(t *testing.T) {
	const table = `[links.contexts."new here".context_items]
"z.md" = true
"a b.md" = false
"m.md" = true

[links.contexts.inline]
context_items = { y = true, b = true, x = true }
`
	p := newPlace(t, map[string]string{"dossier.toml": table})
	f := p.load()
	want := []models.SmartContext{
		{Name: "inline", Items: []models.ContextItem{{Path: "y"}, {Path: "b"}, {Path: "x"}}},
		{Name: "new here", Items: []models.ContextItem{{Path: "z.md"}, {Path: "a b.md", Off: true}, {Path: "m.md"}}},
	}
	if diff := cmp.Diff(want, f.Project.Links.Contexts); diff != "" {
		t.Fatalf("-want +got:\n%s", diff)
	}
	saved, err := f.Save(t.Context(), func(p *models.Project) { p.Name = "garden" })
	if err != nil {
		t.Fatal(err)
	}
	if got := p.read("dossier.toml"); !strings.Contains(got, table) {
		t.Errorf("saved:\n%s", got)
	}
	if diff := cmp.Diff(want, saved.Project.Links.Contexts); diff != "" {
		t.Errorf("after saving, -want +got:\n%s", diff)
	}
}
