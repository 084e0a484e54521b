package session_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/aggregate/content"
	"dossier/aggregate/disk"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/presets/snapshots"
	"dossier/ui/features/preview"
	"dossier/ui/project"
)

// plan is a section that the program does not have.
type plan struct {
	goal  string
	steps []string
}

// Kind implements [aggregate.SectionBuilder].
func (*plan) Kind() aggregate.SectionKind { return "plan" }

// Build implements [aggregate.SectionBuilder].
func (p *plan) Build(_ context.Context, b *aggregate.Building) (aggregate.Content, error) {
	c := aggregate.Content{Title: "Plan"}
	if p.goal == "" {
		return c, nil
	}
	steps := content.List{Label: "Steps"}
	for _, step := range p.steps {
		steps.Items = append(steps.Items, content.Item{ID: strings.ToLower(step), Title: step})
	}
	c.Blocks = []aggregate.SectionBlock{
		b.Block(content.Block{Title: "Goal", Headed: true, Body: content.Prose(p.goal)}),
		b.Block(content.Block{Title: "Steps", Headed: true, Body: content.Lists{steps}}),
	}
	if len(p.steps) < 2 {
		c.Warnings = []aggregate.Warning{{Message: "the plan is short"}}
	}
	return c, nil
}

// A section of another package is at its position in the list, and everything that inspects
// documents knows it.
func TestASectionIsALineInTheList(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("package a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	root, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	var goal strings.Builder
	for i := range 40 {
		fmt.Fprintf(&goal, "line %d of what is to be reached\n", i)
	}
	added := &plan{goal: strings.TrimSpace(goal.String()), steps: []string{"Read", "Write"}}
	builder := aggregate.Builder{
		Root: root, Tokens: &tokens.Counter{}, Cache: tokens.OpenCache("", 100),
		Sections: slices.Insert(aggregate.Sections(), 2, aggregate.SectionBuilder(added)),
	}
	in := aggregate.Input{History: []models.Entry{{Role: "User", Content: "why?"}}}
	in.Composition.Files = []models.FileItem{models.NewFileItem("a.go")}
	build := func() *aggregate.Document {
		t.Helper()
		doc, err := builder.Build(t.Context(), in, nil)
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
	doc := build()

	var kinds []aggregate.SectionKind
	for _, s := range doc.Sections {
		kinds = append(kinds, s.Kind)
	}
	if diff := cmp.Diff([]aggregate.SectionKind{aggregate.FilesSection, "plan", aggregate.HistorySection}, kinds); diff != "" {
		t.Fatalf("wrong order (-want +got):\n%s", diff)
	}
	want := "## Plan\n\n### Goal\n\n" + added.goal + "\n\n---\n\n" +
		"### Steps\n\n**Steps:**\n\n- **Read** (`read`)\n- **Write** (`write`)\n"
	if diff := cmp.Diff(want, doc.SectionText(1)); diff != "" {
		t.Errorf("wrong text (-want +got):\n%s", diff)
	}

	outline := []string{
		"section ## Files", "block ### `a.go`", "section ## Plan", "block ### Goal", "block ### Steps",
		"item - **Read** (`read`)", "item - **Write** (`write`)", "section ## Discussion History", "block ### Discussion Excerpt 1",
	}
	if diff := cmp.Diff(outline, outlineOf(doc)); diff != "" {
		t.Errorf("wrong outline (-want +got):\n%s", diff)
	}

	replay := writeAndLoad(t, doc, in)
	if replay.Text() != doc.Text() {
		t.Errorf("replayed is %q, want %q", replay.Text(), doc.Text())
	}
	if diff := cmp.Diff(doc.Sections, replay.Sections); diff != "" {
		t.Errorf("wrong sections of the replay (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(outline, outlineOf(replay)); diff != "" {
		t.Errorf("wrong outline of the replay (-want +got):\n%s", diff)
	}

	added.goal = strings.Replace(added.goal, "line 20 of", "line twenty of", 1)
	added.steps = added.steps[:1]
	in.Composition.Changes = models.Changes{Since: "sent_001"}
	in.Sent = func(models.Changes) aggregate.Sent { return aggregate.Sent{Name: "sent_001", Document: replay} }
	next := build()
	const changes = "## Changes since sent_001\n\n### Goal (changed)\n\n```diff\n@@ -18,7 +18,7 @@\n" +
		" line 17 of what is to be reached\n line 18 of what is to be reached\n line 19 of what is to be reached\n" +
		"-line 20 of what is to be reached\n+line twenty of what is to be reached\n" +
		" line 21 of what is to be reached\n line 22 of what is to be reached\n line 23 of what is to be reached\n```\n\n---\n\n" +
		"### Steps (changed, in full)\n\n**Steps:**\n\n- **Read** (`read`)\n"
	if got := next.SectionText(2); got != changes {
		t.Errorf("the changes are\n%s\nwant\n%s", got, changes)
	}
	if diff := cmp.Diff([]aggregate.Warning{{Message: "the plan is short"}}, next.Warnings); diff != "" {
		t.Errorf("wrong warnings (-want +got):\n%s", diff)
	}
	var states []string
	for _, s := range aggregate.Compare(replay, next).Sections {
		states = append(states, string(s.State)+" "+s.Title)
	}
	if diff := cmp.Diff([]string{"same Files", "changed Plan", "added Changes since sent_001", "same Discussion History"}, states); diff != "" {
		t.Errorf("wrong difference (-want +got):\n%s", diff)
	}
	prefix := aggregate.PrefixOf(next, replay, func(string) aggregate.Count { return aggregate.Count{} })
	if prefix.Title != "Goal" || prefix.Why != aggregate.Changed || prefix.Bytes != strings.Index(next.Text(), "twenty") {
		t.Errorf("the prefix ends with %s %s after %d bytes", prefix.Title, prefix.Why, prefix.Bytes)
	}

	added.goal = ""
	if doc := build(); strings.Contains(doc.Text(), "Plan") {
		t.Errorf("an empty section leaves a trace:\n%s", doc.Text())
	}
}

// outlineOf is what the preview draws as more than text.
func outlineOf(doc *aggregate.Document) []string {
	p := preview.New()
	p.SetDocument(doc)
	words := map[aggregate.LineKind]string{aggregate.SectionLine: "section ", aggregate.BlockLine: "block ", aggregate.ItemLine: "item "}
	var out []string
	for i := range p.Len() {
		if line := p.Line(i); words[line.Kind] != "" {
			out = append(out, words[line.Kind]+line.Text)
		}
	}
	return out
}

// writeAndLoad writes a document as a snapshot, and reads it again.
func writeAndLoad(t *testing.T, doc *aggregate.Document, in aggregate.Input) *aggregate.Document {
	t.Helper()
	dir := t.TempDir()
	place := func(bool) (*os.Root, bool, error) {
		root, err := os.OpenRoot(dir)
		return root, false, err
	}
	folder := snapshots.Written(place, "sent", project.TextExts(), t.TempDir())
	name, err := folder.Create(doc, aggregate.RecordOf(doc, in, aggregate.RecordInfo{Time: time.Unix(1, 0)}))
	if err != nil {
		t.Fatal(err)
	}
	record, text, err := folder.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return aggregate.Replay(record, string(text))
}
