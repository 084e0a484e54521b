package session

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"dossier/aggregate/watch"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/features/repairlist"
	"dossier/ui/project"
	"dossier/ui/project/repair"
	"dossier/ui/session/message"
)

func missingDesk(t *testing.T) *desk {
	return newDesk(t, map[string]string{
		"a.txt": "a\n", "b.txt": "b\n",
		"dossier.toml": "[files]\nitems = [\"a.txt\"]\n[presets.most]\nfiles = [\"a.txt\", \"gone.txt\", \"lost/*.go\", \"old.txt\"]\n" +
			"[presets.all]\nfiles = [\"b.txt\"]\n[presets.symbols]\nfiles = [{ path = \"a.txt\", view_mode = \"custom\", custom_slices = [{ start_line = 7, end_line = 9 }] }]\n",
	})
}

// next waits for the message after those that there are.
func (d *desk) next(do func()) message.Message {
	d.tb.Helper()
	d.settle()
	n := len(d.messages)
	do()
	d.until("something is said", func() bool { return len(d.messages) > n })
	d.settle()
	if len(d.messages) != n+1 {
		d.tb.Errorf("it says %v", d.messages[n:])
	}
	return d.messages[n]
}

func TestWhatIsMissingIsSaidWhenAPresetIsApplied(t *testing.T) {
	d := missingDesk(t)
	apply := func(name string) func() {
		return func() { d.apply(models.ProjectScope, name) }
	}
	m := d.next(apply("most"))
	if m.Text != "{{.Name}}: {{.N}} of {{.All}} files are missing" || m.N != 3 || m.Fields["All"] != 4 || m.Fields["Name"] != "most" || m.Review == "" || m.Undo {
		t.Errorf("it says %+v", m)
	}
	m = d.next(apply("all"))
	if m.Text != "Applied {{.Name}}: {{.N}} files" || m.N != 1 || m.Review != "" || !m.Undo {
		t.Errorf("it says %+v", m)
	}
	m = d.next(apply("symbols"))
	if m.Text != "{{.N}} slices or symbols are not in their files any more" || m.N != 1 || m.Review == "" {
		t.Errorf("it says %+v", m)
	}
	if len(repairlist.Of(d).List()) != 1 {
		t.Errorf("the review lists %v", repairlist.Of(d).List())
	}

	// Changed since, it is a draft; that of what is missing is said of drafts too.
	d.apply(models.ProjectScope, "most")
	d.settle()
	d.Add([]string{"b.txt"})
	m = d.next(apply("all"))
	if !strings.Contains(m.Text, "stored as a draft") || m.Review != "" {
		t.Errorf("it says %+v", m)
	}
	m = d.next(func() { d.Presets().ApplyDraft(ours("most")) })
	if m.N != 3 || m.Fields["All"] != 5 || m.Review == "" {
		t.Errorf("it says %+v", m)
	}
}

// remarks are the messages that follow one, each with its number.
func remarks(m message.Message) string {
	var all []string
	for _, more := range m.More {
		all = append(all, fmt.Sprintf("%s: %d", more.Text, more.N))
	}
	return strings.Join(all, ", ")
}

// TestCopyAndWriteSayWhichSecretsCanBeRead: what is redacted, withheld and readable is counted in their messages.
func TestCopyAndWriteSayWhichSecretsCanBeRead(t *testing.T) {
	const token = "gh" + "p_0123456789abcdefghijABCDEFGHIJ012345"
	d := newDesk(t, map[string]string{
		"a.yaml": "token: " + token + "\npassword: hunter22x\n", ".env": "A=1\n", "dossier.toml": "[files]\nitems = [\"a.yaml\", \".env\", \"gone.txt\"]\n",
	})
	const want = "{{.N}} secrets redacted: 1, {{.N}} files withheld: 1, {{.N}} possible secrets readable: 1, {{.N}} missing: 1"
	for _, send := range []func(){d.Copy().Dossier, d.Snapshots().Write} {
		if m := d.next(send); remarks(m) != want || m.Review != message.Secrets {
			t.Errorf("it says %+v", m)
		}
	}
}

func TestCopyAndWriteSayWhatIsMissing(t *testing.T) {
	d := missingDesk(t)
	d.apply(models.ProjectScope, "most")
	m := d.next(d.Copy().Dossier)
	if m.Text != "Copied {{.N}} files, {{.Tokens}} tokens" || m.N != 1 || remarks(m) != "{{.N}} missing: 3" || m.Review != message.Missing {
		t.Errorf("it says %+v", m)
	}
	m = d.next(d.Snapshots().Write)
	if m.Text != "Wrote {{.Path}}, {{.Tokens}} tokens" || remarks(m) != "{{.N}} missing: 3" || m.Review != message.Missing {
		t.Errorf("it says %+v", m)
	}
	d.apply(models.ProjectScope, "all")
	if m := d.next(d.Copy().Dossier); m.Text != "Copied {{.N}} files, {{.Tokens}} tokens" || m.Review != "" {
		t.Errorf("it says %+v", m)
	}
}

func TestARestoredSnapshotSaysWhatIsMissing(t *testing.T) {
	d := missingDesk(t)
	d.Add([]string{"b.txt"})
	id := d.wrote()
	d.rename("b.txt", "elsewhere/c.txt")
	d.Remove([]string{"b.txt"})
	d.stop()
	d.start()
	m := d.next(func() { d.Snapshots().Restore(id) })
	if m.Text != "{{.Name}}: {{.N}} of {{.All}} files are missing" || m.N != 1 || m.Fields["All"] != 2 || m.Fields["Name"] != id.Name || m.Review == "" {
		t.Errorf("it says %+v", m)
	}
}

func TestThePresetsRowKnowsWhatIsMissing(t *testing.T) {
	d := missingDesk(t)
	preset := func(name string) models.Preset {
		p, ok := d.project.Presets().Files().Find(ours(name))
		if !ok {
			t.Fatalf("there is no %s", name)
		}
		return p
	}
	if got := d.Presets().Costs().Missing(preset("most")); got != nil {
		t.Errorf("before anybody looks it knows %v", got)
	}
	d.Presets().Costs().Show(true)
	d.until("it is known", func() bool { _, cost := d.Presets().Costs().Of(preset("symbols")); return !cost.Pending })
	d.until("it is known", func() bool { return len(d.Presets().Costs().Missing(preset("most"))) == 3 })
	if got := d.Presets().Costs().Missing(preset("all")); len(got) > 0 {
		t.Errorf("of one that is there it says %v", got)
	}
	if got := d.Presets().Costs().Missing(preset("symbols")); len(got) != 1 || got[0].Kind != repair.Slice {
		t.Errorf("of the slice it says %v", got)
	}
	d.write("gone.txt", "there again\n")
	d.Tree().Rescan()
	d.settle()
	d.Presets().Costs().DiskChanged(watch.Batch{All: true})
	d.until("it is counted again", func() bool { return len(d.Presets().Costs().Missing(preset("most"))) == 2 })
}

// What was read before a change on disk is not taken for what a preset costs after it.
func TestAPresetIsCountedAgainWhenItsFilesChangeMeanwhile(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n", "dossier.toml": "[presets.one]\nfiles = [\"a.txt\"]\n"})
	one, ok := d.project.Presets().Files().Find(ours("one"))
	if !ok {
		t.Fatal("there is no preset")
	}
	d.queue.Drain()
	d.Presets().Costs().Show(true)
	d.until("its cost waits to be shown", func() bool { return !d.queue.Idle() })
	if err := os.Remove(d.path("a.txt")); err != nil {
		t.Fatal(err)
	}
	d.Presets().Costs().DiskChanged(watch.Batch{Files: []string{"a.txt"}})
	d.until("it is counted", func() bool { _, cost := d.Presets().Costs().Of(one); return !cost.Pending })
	if files, _ := d.Presets().Costs().Of(one); files != 0 {
		t.Errorf("it has %d files after its only one was removed", files)
	}
}

// What the command line replaces, and no preset holds, is a draft in the window.
func TestTheCommandLineLeavesDrafts(t *testing.T) {
	t.Parallel()
	const sliced = "[files]\n[[files.items]]\npath = \"a.txt\"\nview_mode = \"custom\"\ncustom_slices = [{ start_line = 1, end_line = 1, comment = \"why\" }]\n\n[presets.all]\nfiles = [\"b.txt\"]\n[presets.other]\nfiles = [\"a.txt\"]\n"
	d := newDesk(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "dossier.toml": sliced})
	d.SetInstruction("a step of before")
	d.Undo()
	shell := func(do func(*project.Project) (bool, error)) bool {
		t.Helper()
		p, err := project.Open(d.dir, d.places)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		kept, err := do(p)
		if err != nil {
			t.Fatal(err)
		}
		return kept
	}
	apply := func(name string) func(*project.Project) (bool, error) {
		return func(p *project.Project) (bool, error) {
			preset, err := p.Presets().Find("", name)
			if err != nil {
				return false, err
			}
			return p.Presets().Apply(t.Context(), preset.Preset)
		}
	}
	drafts := func() []string {
		out := []string{}
		for _, row := range d.Presets().AllRows() {
			if row.Draft {
				line := row.Name
				for _, it := range row.Files {
					line += " " + it.Path
					for _, sl := range it.CustomSlices {
						line += ":" + sl.Comment
					}
				}
				out = append(out, line)
			}
		}
		return out
	}
	d.stop()
	if !shell(apply("all")) {
		t.Error("nothing was kept")
	}
	if shell(apply("other")) || shell(apply("all")) {
		t.Error("what a preset holds was kept")
	}
	d.start()
	d.want("b.txt")
	if got := fmt.Sprint(drafts()); got != "[ a.txt:why]" {
		t.Errorf("the drafts are %s", got)
	}
	if err := d.Keep(); err != nil {
		t.Fatal(err)
	}
	if left := d.store.Drafts(d.dir); len(left) > 0 {
		t.Errorf("kept twice: %v", left)
	}

	// The window is open: it takes the draft in, and undo does not lose it.
	d.SetInstruction("meanwhile")
	d.write("dossier.toml", strings.Replace(sliced, `comment = "why"`, `comment = "again"`, 1))
	if !shell(apply("all")) {
		t.Error("nothing was kept")
	}
	d.until("the draft is there", func() bool { return len(drafts()) == 2 })
	d.Undo()
	if got := drafts(); len(got) != 2 {
		t.Errorf("after undo the drafts are %q", got)
	}
	d.stop()
	d.start()
	if got := fmt.Sprintf("%q", drafts()); got != `["draft (2) a.txt:again" " a.txt:why"]` {
		t.Errorf("after a start the drafts are %s", got)
	}
}

func TestTheCommandLinePutsADraftBack(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "dossier.toml": "[files]\nitems = [{ path = \"a.txt\", view_mode = \"summary\" }]\n[presets.all]\nfiles = [\"b.txt\"]\n"})
	d.stop()
	p, err := project.Open(d.dir, d.places)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if _, _, err := p.Presets().ApplyDraft(t.Context()); err != project.ErrNoDraft {
		t.Errorf("without a draft: %v", err)
	}
	preset, err := p.Presets().Find("", "all")
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := p.Presets().Apply(t.Context(), preset.Preset); err != nil || !kept {
		t.Fatalf("kept: %t, %v", kept, err)
	}
	if _, kept, err := p.Presets().ApplyDraft(t.Context()); err != nil || kept {
		t.Fatalf("kept: %t, %v", kept, err)
	}
	if c := p.Input().Composition; len(c.Files) != 1 || c.Files[0].ViewMode != models.Summary {
		t.Errorf("put back is %+v", c.Files)
	}
	if list := presets.NewState(d.places).Drafts(d.dir); len(list) > 0 {
		t.Errorf("drafts are left: %v", list)
	}
}
