package agentsdialog

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/dialog"
	"dossier/ui/features/agents"
	"dossier/ui/kit"
	"dossier/ui/part/parttest"
	"dossier/ui/project"
	"dossier/ui/project/fit"
	"dossier/ui/project/proposals"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window on a project for which another process proposes something.
type stage struct {
	*parttest.Stage
	t     testing.TB
	other *project.Project
}

func newStage(t *testing.T) *stage {
	t.Helper()
	places := parttest.Places(t)
	s := &stage{Stage: parttest.NewStage(t, places), t: t}
	dir := parttest.Folder(t, map[string]string{"a.go": "package a\n", "b.go": "package b\n\nfunc B() {}\n", "dossier.toml": "[files]\nitems = [\"a.go\"]\n"})
	s.Open(dir)
	other, err := project.Open(filepath.Clean(dir), places)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	s.other = other
	return s
}

// propose proposes b.go in full, a.go as an outline and an instruction.
func (s *stage) propose() proposals.Report {
	s.t.Helper()
	say := "Why?"
	one, err := proposals.Make(s.t.Context(), s.other, proposals.Request{
		Client: "Robot", Title: "What B does", Reason: "B is asked for.", Instruction: &say,
		Show: []proposals.Wanted{{Part: project.Part{Path: "b.go"}, Why: "it defines B"}, {Part: project.Part{Path: "a.go", View: models.Outline}}},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.Until("the proposal is seen", func() bool { _, ok := agents.Of(s.Session()).Find(one.ID); return ok })
	return one
}

func (s *stage) rest() {
	s.t.Helper()
	s.Until("all is stored", func() bool { return !s.Session().Busy() })
	s.Settle()
}

// rows renders the rows: the ticks, signs, names and views.
func rows(d *Dialog) string {
	var out []string
	for i := range d.Len() {
		cells := d.Row(i).Cells
		tick := "−"
		if cells[0].State == kit.On {
			tick = "✓"
		}
		if cells[0].Disabled {
			tick = "!"
		}
		out = append(out, strings.TrimSpace(strings.Join([]string{tick, cells[1].Text, cells[2].Text, cells[4].Text}, " ")))
	}
	return strings.Join(out, "; ")
}

// composition renders the files of the document with their views, and the instruction.
func (s *stage) composition() string {
	c := s.Session().Composition()
	var out []string
	for _, it := range c.Files {
		out = append(out, it.Path+" "+string(it.ViewMode))
	}
	return strings.Join(append(out, c.Instruction), ", ")
}

func (s *stage) state(id string) presets.Decision {
	s.t.Helper()
	one, err := proposals.Find(s.t.Context(), s.other, id)
	if err != nil {
		s.t.Fatal(err)
	}
	return one.State
}

func TestAProposalIsTakenInPart(t *testing.T) {
	s := newStage(t)
	one := s.propose()
	d := Open(s, one.ID)
	if got, want := rows(d), "✓ + b.go full; ✓ ≠ a.go outline; ✓ ≠ Instruction"; got != want {
		t.Errorf("the rows are %s, want %s", got, want)
	}
	for _, said := range []string{"What B does", "B is asked for.", "By Robot", "3 of 3 rows"} {
		if !s.Readable(said) {
			t.Errorf("%q is not said", said)
		}
	}
	d.toggle([]int{1})
	if got := d.total.Text(); !strings.HasPrefix(got, "2 of 3 rows · +") {
		t.Errorf("the total is %q", got)
	}
	test.Tap(s.Button("Apply"))
	s.rest()
	if got := s.composition(); got != "a.go full, b.go full, Why?" {
		t.Errorf("the document has %s", got)
	}
	if got := s.state(one.ID); got != presets.ProposalPartlyAccepted || len(agents.Of(s.Session()).List()) != 0 {
		t.Errorf("the agent reads %s, and %d wait", got, len(agents.Of(s.Session()).List()))
	}
	s.Undo()
	if got := s.composition(); got != "a.go full, " {
		t.Errorf("after undo the document has %s", got)
	}
}

// TestAProposalThatIsDecidedElsewhere checks that Apply says so instead of doing nothing.
func TestAProposalThatIsDecidedElsewhere(t *testing.T) {
	s := newStage(t)
	one := s.propose()
	Open(s, one.ID)
	if err := proposals.Drop(t.Context(), s.other, one.ID); err != nil {
		t.Fatal(err)
	}
	s.Until("that is seen", func() bool { _, ok := agents.Of(s.Session()).Find(one.ID); return !ok })
	test.Tap(s.Button("Apply"))
	s.rest()
	if got := s.composition(); got != "a.go full, " || !s.Readable("it is decided already") {
		t.Errorf("the document has %s, or the reason is not said", got)
	}
}

func TestAProposalThatNoLongerFits(t *testing.T) {
	s := newStage(t)
	one := s.propose()
	s.Session().Compose().Add([]string{"b.go"})
	s.Until("it is compared again", func() bool { now, _ := agents.Of(s.Session()).Find(one.ID); return !now.Fits })
	d := Open(s, one.ID)
	if got, want := rows(d), "! + b.go full; ✓ ≠ a.go outline; ✓ ≠ Instruction"; got != want {
		t.Errorf("the rows are %s, want %s", got, want)
	}
	d.toggle([]int{0})
	if got := rows(d); !strings.HasPrefix(got, "!") || !strings.Contains(d.total.Text(), "no longer fits") {
		t.Errorf("the rows are %s, and it says %s", got, d.total.Text())
	}
	d.toggle([]int{1, 2})
	test.Tap(s.Button("Apply"))
	if s.Dialogs().Front() == nil || !s.Readable("No row is ticked") {
		t.Error("nothing is applied, and nothing said")
	}
	test.Tap(s.Button("Later"))
	if got := s.state(one.ID); got != presets.ProposalWaiting {
		t.Errorf("it is %s", got)
	}
	Open(s, one.ID)
	test.Tap(s.Button("Drop"))
	s.rest()
	if got := s.state(one.ID); got != presets.ProposalDropped || len(agents.Of(s.Session()).List()) != 0 {
		t.Errorf("it is %s, and %d wait", got, len(agents.Of(s.Session()).List()))
	}
	if Open(s, one.ID) != nil {
		t.Error("a proposal that is gone is shown")
	}
	if got := s.composition(); got != "a.go full, b.go full, " {
		t.Errorf("the document has %s", got)
	}
}

func TestWhatAgentsDidIsShown(t *testing.T) {
	s := newStage(t)
	ShowActivity(s)
	if !s.Readable("No agent has used this project") {
		t.Error("that there is nothing is not said")
	}
	s.Key(fyne.KeyEscape, 0)
	if err := s.other.AddActivities(t.Context(),
		presets.Activity{Time: time.Now().Add(-time.Hour).Truncate(time.Minute), Client: "Robot", Tool: "read", Calls: 2, Failed: 1, Tokens: 700, Files: []string{"a.go", "b.go"}},
		presets.Activity{Time: time.Now().Truncate(time.Minute), Client: "Other", Tool: "tree", Calls: 1, Tokens: 30}); err != nil {
		t.Fatal(err)
	}
	ShowActivity(s)
	for _, said := range []string{"3 calls in the last week", "about 730 tokens sent"} {
		if !s.Readable(said) {
			t.Errorf("%q is not said", said)
		}
	}
	var rows []string
	for i, list := 0, activities(agents.Of(s.Session()).Activities()); i < list.Len(); i++ {
		cells := list.Row(i).Cells
		rows = append(rows, strings.Join([]string{cells[1].Text, cells[2].Text, cells[3].Text, cells[4].Text, cells[5].Text}, " "))
	}
	if got, want := strings.Join(rows, "; "), "Other tree   1 call; Robot read a.go, b.go 1 failed 2 calls"; got != want {
		t.Errorf("the rows are %q, want %q", got, want)
	}
	for _, item := range Configs(s) {
		if item.Reason != "" || item.Note == "" {
			t.Errorf("%s: %q, %q", item.Text, item.Reason, item.Note)
		}
	}
	parttest.MenuItem(t, Configs(s), "claude-code").Action()
	s.rest()
	if !strings.Contains(s.Clip, "\"mcpServers\"") {
		t.Errorf("copied is %q", s.Clip)
	}
}

// shownRows renders the rows of the list of connected agents.
func shownRows(c *Connected) string {
	var out []string
	for _, l := range c.labels {
		out = append(out, l.Text())
	}
	return strings.Join(out, "; ")
}

func TestConnectedAgentsAreShownAndDisconnected(t *testing.T) {
	s := newStage(t)
	heights := 0
	c := NewConnected(s, func() { heights++ })
	s.Dialogs().Show("Settings", c.Content(), fyne.NewSize(600, 300), dialog.Closes("Close"))
	stop := c.Follow()
	defer stop()
	if !s.Readable("No agent is connected") {
		t.Error("that there is none is not said")
	}
	robot, err := s.other.Connections().Announce(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer robot.End()
	since := time.Date(2026, 5, 4, 12, 3, 0, 0, time.Local)
	if err := robot.Update(t.Context(), presets.Connection{Client: "robot\u202e", Since: since, Calls: 14, Failed: 1, Tokens: 3200}); err != nil {
		t.Fatal(err)
	}
	follow := agents.Of(s.Session()).FollowConnections(c.show) // looks again at once
	defer follow()
	s.Until("it is shown", func() bool { return len(c.shown) == 1 })
	if got, want := shownRows(c), "robot⟦U+202E⟧ · since 2026-05-04 12:03 · 14 calls · ~3\u2009200 tokens"; got != want {
		t.Errorf("the row is %q, want %q", got, want)
	}
	test.Tap(s.Button("Disconnect"))
	if len(c.shown) != 0 || heights != 2 {
		t.Errorf("shown are %q, the height changed %d times", c.shown, heights)
	}
	s.rest()
	if !robot.EndRequested() {
		t.Error("its server does not learn of it")
	}
}

// A row says which parts of a file it shows, why, and what it costs before and after.
func TestRowOfAProposal(t *testing.T) {
	for _, tt := range []struct {
		row         proposals.RowReport
		about, cost string
	}{
		{proposals.RowReport{Path: "a.go", Kind: fit.KindAdded, Symbols: []string{"A", "B.C"}, Why: "it greets", After: 26}, "A, B.C · it greets", "26"},
		{proposals.RowReport{Path: "a.go", Kind: fit.KindAdded, Lines: []string{"3-4"}, After: 1234}, "3-4", "1\u2009234"},
		{proposals.RowReport{Path: "a.go", Kind: fit.KindChanged, Why: "less will do", Before: 53, After: 20}, "less will do", "53 → 20"},
		{proposals.RowReport{Path: "a.go", Kind: fit.KindRemoved, Before: 18}, "", "18 → 0"},
		{proposals.RowReport{Path: proposals.InstructionRow, Kind: fit.KindChanged, Why: "Why?"}, "Why?", ""},
	} {
		if got := about(tt.row); got != tt.about {
			t.Errorf("%+v is about %q", tt.row, got)
		}
		if got := cost(tt.row); got != tt.cost {
			t.Errorf("%+v costs %q", tt.row, got)
		}
	}
}

// The menu copies what each of six clients wants in its settings.
func TestConfigurationsAreCopied(t *testing.T) {
	s := newStage(t)
	items := Configs(s)
	if len(items) != 6 {
		t.Errorf("%d clients are offered", len(items))
	}
	for _, item := range items {
		s.Clip = ""
		item.Action()
		s.Until("it is copied", func() bool { return s.Clip != "" })
		if want, _, err := agents.Of(s.Session()).Config(item.Text); err != nil || s.Clip != want || !strings.Contains(want, "dossier") || item.Note == "" {
			t.Errorf("%s copies %q, %v", item.Text, s.Clip, err)
		}
	}
}
