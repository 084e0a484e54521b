package session

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/features/discussion"
	"dossier/ui/features/excludelist"
	"dossier/ui/features/git"
	"dossier/ui/features/links"
	"dossier/ui/features/notes"
	"dossier/ui/features/presetlist"
	"dossier/ui/features/prompts"
	"dossier/ui/features/secretlist"
	"dossier/ui/features/textoptions"
	"dossier/ui/project"
)

// everything renders everything that undo steps restore, as JSON.
func (d *desk) everything() map[string]string {
	d.tb.Helper()
	stored := d.project.StoredState()
	noted := notes.Of(d).Value()
	noted.Last = 0 // never goes back
	// Their order is not restored: a preset that was deleted is the last one.
	list := slices.SortedFunc(slices.Values(stored.Project.Presets), func(a, b models.Preset) int { return strings.Compare(a.Name, b.Name) })
	parts := map[string]any{
		"composition": d.Composition(), "notes": noted, "discussions": discussion.Of(d).All(), "drafts": d.Presets().State(),
		"presets": list, "library": stored.Library.Presets, "excludes": stored.Project.Exclude, "secrets": stored.Project.Secrets,
	}
	out := map[string]string{}
	for name, part := range parts {
		data, err := json.MarshalIndent(part, "", " ")
		if err != nil {
			d.tb.Fatal(err)
		}
		out[name] = strings.ReplaceAll(string(data), "null", "[]") // an empty list is none
	}
	return out
}

// act does something that a user can do, and returns what.
func (d *desk) act(random *rand.Rand, n int) string {
	files := []string{"a.go", "b.go", "c.go", "x/d.go", "x/e.md"}
	file, name := files[random.IntN(len(files))], fmt.Sprint("n", n)
	row := random.IntN(max(1, len(d.Files().Items())))
	talk, note := discussion.Of(d), notes.Of(d)
	said, at := len(talk.Active().History), 0
	if said > 0 {
		at = random.IntN(said)
	}
	entry := models.Entry{Role: "User", Content: fmt.Sprint("says ", n, "\n\nmore")}
	var ids []string
	for _, one := range note.Value().List {
		ids = append(ids, one.ID)
	}
	var id string
	noteAt := 0
	if len(ids) > 0 {
		noteAt = random.IntN(len(ids))
		id = ids[noteAt]
	}
	preset := presetlist.Row{DraftOnly: true}
	if rows := d.Presets().AllRows(); len(rows) > 0 {
		preset = rows[random.IntN(len(rows))]
	}
	acts := []struct {
		name string
		do   func()
	}{
		{"add", func() { d.Add([]string{file}) }},
		{"remove", func() { d.Remove([]string{file}) }},
		{"pattern", func() { d.AddPattern([]string{"*.go", "x"}[random.IntN(2)]) }},
		{"mode", func() { d.SetMode([]int{row}, models.ViewModes()[random.IntN(len(models.ViewModes()))]) }},
		{"force", func() { d.SetForceFull([]int{row}, random.IntN(2) == 0) }},
		{"list only", func() { d.SetListedOnly([]int{row}, random.IntN(2) == 0) }},
		{"focus", func() { d.SetFocusRows([]int{row}, random.IntN(2) == 0) }},
		{"move", func() { d.Move([]int{row}, random.IntN(len(d.Files().Items())+1)) }},
		{"group", func() { d.GroupByFolder() }},
		{"clear", func() { d.Clear() }},
		{"instruction", func() { d.SetInstruction(fmt.Sprint("do ", random.IntN(3))) }},
		{"strategy", func() { d.SetStrategy(models.Summarize) }},
		{"guide", func() { d.SetGuide(random.IntN(2) == 0) }},
		{"text", func() { textoptions.Of(d).Set([]int{row}, models.TextOptions()[0], random.IntN(2) == 0) }},
		{"screenshot", func() { d.Screenshots().Add([]string{"s.png"}) }},
		{"caption", func() {
			if d.Screenshots().Len() > 0 {
				d.Screenshots().SetCaption(0, fmt.Sprint("shot ", n))
			}
		}},
		{"git", func() {
			if err := git.Of(d).SetRange([]string{"uncommitted", ""}[random.IntN(2)]); err != nil {
				d.tb.Error(err)
			}
		}},
		{"git file", func() { git.Of(d).Include([]string{file}, random.IntN(2) == 0) }},
		{"context", func() { _ = links.Of(d).Create(name, file) }},
		{"context depth", func() {
			if _, ok := links.Of(d).Context(); ok {
				links.Of(d).SetDepth(random.IntN(3))
			}
		}},
		{"context name", func() { _ = links.Of(d).Rename(name) }},
		{"context gone", func() { links.Of(d).Delete() }},
		{"prompt", func() { prompts.Of(d).SetOn("plan", random.IntN(2) == 0) }},
		{"note", func() { note.Insert(random.IntN(len(ids)+1), models.Note{Content: fmt.Sprint("note ", n)}) }},
		{"write", func() { note.Write(id, fmt.Sprint("text ", n)) }},
		{"note gone", func() { note.Delete([]int{noteAt}) }},
		{"note moves", func() { note.Move([]int{noteAt}, random.IntN(len(ids)+1)) }},
		{"note excluded", func() { note.Include(ids[:min(1, len(ids))], random.IntN(2) == 0) }},
		{"notes limited", func() { note.SetLimit(random.IntN(3)) }},
		{"entry", func() { talk.InsertEntries(at, []models.Entry{entry}) }},
		{"written", func() { talk.SetUnsent("AI", fmt.Sprint("draft ", n)); talk.AddUnsent() }},
		{"entry changes", func() { talk.SetEntry(at, entry) }},
		{"entry gone", func() { talk.DeleteEntries([]int{at}) }},
		{"entry splits", func() { talk.SplitEntry(at, 3) }},
		{"entries merge", func() { talk.MergeEntry(at) }},
		{"entry excluded", func() { talk.IncludeEntries([]int{at}, random.IntN(2) == 0) }},
		{"discussion", func() { _ = talk.Begin(name) }},
		{"discussion named", func() { _ = talk.Rename(talk.Active().Name, name) }},
		{"discussion gone", func() {
			if said > 0 {
				talk.Delete(talk.Active().Name)
			}
		}},
		{"branch", func() {
			if said > 0 {
				talk.Branch(at)
			}
		}},
		{"apply", func() { d.Presets().Apply(preset.ScopedPreset) }},
		{"save preset", func() { d.Presets().Save(project.PresetRef{Scope: models.ProjectScope, Name: name}, "") }},
		{"rename preset", func() { d.Presets().Rename(preset.Ref(), name) }},
		{"delete preset", func() { d.Presets().Delete(preset.Ref()) }},
		{"copy preset", func() { d.Presets().Duplicate(preset.Ref()) }},
		{"apply draft", func() { d.Presets().ApplyDraft(preset.Ref()) }},
		{"drop draft", func() { d.Presets().DropDraft(preset.Ref()) }},
		{"exclude", func() { excludelist.Of(d).Exclude(excludelist.Target{Path: file}) }},
		{"include", func() { excludelist.Of(d).Include(excludelist.Target{Path: file}) }},
		{"secrets", func() { secretlist.Of(d).RedactRule("github-pat", random.IntN(2) == 0) }},
	}
	one := acts[random.IntN(len(acts))]
	if slices.Contains([]string{"apply", "rename preset", "delete preset", "copy preset"}, one.name) && preset.DraftOnly {
		return "nothing"
	}
	one.do()
	return one.name
}

// Whatever is done, undo of all steps brings back the state before them, and redo the state after them.
func TestAnySequenceIsUndoneAndRedone(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			d := newDesk(t, map[string]string{
				"a.go": "package a\n", "b.go": "package b\n", "c.go": "package c\n", "x/d.go": "package d\n", "x/e.md": "# E\n",
				"dossier.toml": "[files]\nitems = [\"a.go\", \"x\"]\n[presets.one]\nfiles = [\"b.go\"]\n[presets.two]\nfiles = [\"c.go\"]\ninstruction = \"two\"\n",
			})
			rest := func() {
				t.Helper()
				d.until("nothing is stored", func() bool { return !d.saves.Busy() && !discussion.Of(d).Saving() && !notes.Of(d).Saving() })
				d.settle()
			}
			random := rand.New(rand.NewPCG(seed, 7))
			before, done := d.everything(), []string{}
			for n := range 60 {
				turn := d.UndoVersion()
				name := d.act(random, n)
				rest()
				if d.UndoVersion() != turn {
					done = append(done, name)
				}
			}
			after, steps := d.everything(), 0
			for d.Undo() {
				steps++
				rest()
			}
			if diff := cmp.Diff(before, d.everything()); diff != "" {
				t.Errorf("after %q and %d undos (-want +got):\n%s", done, steps, diff)
			}
			for d.Redo() {
				rest()
			}
			if diff := cmp.Diff(after, d.everything()); diff != "" {
				t.Errorf("after %q and all redone (-want +got):\n%s", done, diff)
			}
		})
	}
}
