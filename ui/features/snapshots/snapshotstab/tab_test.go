package snapshotstab

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/features/difference"
	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
	"dossier/ui/project"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window with the tab. It shows no difference, and opens no file.
type stage struct {
	*parttest.Stage
	t         *testing.T
	tab       *Tab
	previewed int
	narrow    bool // there is no preview next to the tab
	compared  [][2]difference.Side
	opened    []string
}

func (s *stage) ShowPreview()        { s.previewed++ }
func (s *stage) PreviewInView() bool { return !s.narrow }
func (s *stage) OpenDifference(old, new difference.Side) {
	s.compared = append(s.compared, [2]difference.Side{old, new})
}
func (s *stage) OpenFile(path string) { s.opened = append(s.opened, path) }

// sample is a stage with the sample project and the tab active.
func sample(t *testing.T) *stage {
	t.Helper()
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	s.tab = New(s)
	s.OpenSample()
	s.ShowInFront(s.tab)
	return s
}

// lines returns the rows of the tab as cell texts.
func (t *Tab) lines() []string {
	var out []string
	for i := range t.rows.Len() {
		var words []string
		for _, cell := range t.rows.Row(i).Cells {
			if cell.Text != "" {
				words = append(words, cell.Text)
			}
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

func (t *Tab) tip(i int) string { return t.rows.tip(t.rows.rows[i].SnapshotRow) }

func TestSnapshotsAreListedReplayedAndRestored(t *testing.T) {
	s := sample(t)
	tab := s.tab
	s.Until("the tab says what it is for", func() bool { return tab.stack.Objects[0] == tab.empty })

	s.Session().Snapshots().Write()
	s.Until("the dossier is listed", func() bool { return tab.rows.Len() == 2 })
	sent := s.Session().Document().Text()
	s.Session().Compose().SetMode([]int{0}, models.None)
	s.Session().Copy().Dossier()
	s.Until("the copy is listed, too", func() bool { return tab.rows.Len() == 3 && s.Clip != "" })
	s.Settle()
	s.Until("it is known that nothing has changed", func() bool {
		return strings.HasSuffix(tab.tip(1), "Every file is as it was sent") && strings.HasSuffix(tab.tip(2), "Every file is as it was sent")
	})
	if lines := tab.lines(); lines[0] != "Today" || !strings.Contains(lines[1], " c001 1 shown differently ") {
		t.Fatalf("the tab shows %q", lines)
	}

	// Enter shows the bytes that were sent.
	tab.replay(2)
	s.Until("the preview shows what was sent", func() bool { return s.Session().Document().Text() == sent })
	if s.previewed != 1 {
		t.Error("the preview is not in view")
	}
	s.Session().Snapshots().CopyReplay()
	s.Until("the copy is what was sent", func() bool { return s.Clip == sent })
	s.Until("that copy is listed", func() bool { return tab.rows.Len() == 4 })
	s.Session().Snapshots().LeaveReplay()

	// Its inputs are restored.
	at := func() int { // rows appear above it
		t.Helper()
		i := tab.rows.Find("written acme_api_001")
		if i < 0 {
			t.Fatalf("it is not listed: %q", tab.lines())
		}
		return i
	}
	choose := func(text string) {
		t.Helper()
		for _, item := range tab.menu(at()) {
			if item.Text == text {
				item.Action()
				return
			}
		}
		t.Fatalf("the menu has no %q", text)
	}
	choose("Restore its inputs")
	s.Until("the composition is back", func() bool { return s.Session().Files().Items()[0].ViewMode != models.None })

	// A filter, a pin, and a deletion that is undone.
	tab.filter.SetText("copied nothing")
	if tab.stack.Objects[0] != tab.noMatch {
		t.Error("a filter that finds nothing shows something")
	}
	tab.filter.SetText("")
	choose("Pinned")
	s.Until("it is pinned", func() bool { return strings.Contains(tab.lines()[at()], "pinned") })
	n := tab.rows.Len()
	choose("Delete 1 snapshot")
	s.Until("it is gone", func() bool { return tab.rows.Len() == n-1 })
	s.Undo()
	s.Until("it is back", func() bool { return tab.rows.Len() == n })
}

// about returns the text that identifies the snapshot of a row.
func (s *stage) about(i int) string {
	s.t.Helper()
	for _, cell := range s.tab.rows.Row(i).Cells {
		if cell.Fill {
			return cell.Text
		}
	}
	s.t.Fatalf("nothing in row %d has the room that is left", i)
	return ""
}

// write writes the dossier, and waits until it is listed.
func (s *stage) write() {
	s.t.Helper()
	n := len(s.Session().Snapshots().List())
	s.Session().Snapshots().Write()
	s.Until("it is listed", func() bool { return len(s.Session().Snapshots().List()) > n && !s.Session().Snapshots().Busy() })
}

const asked = "Explain why Ada cannot log in, and propose the smallest change that fixes it, with a test."

// Each row shows how it differs from the one below it, with any filter.
func TestARowSaysHowItDiffersFromTheOneBelow(t *testing.T) {
	s := sample(t)
	s.write()
	compose := s.Session().Compose()
	first, _ := s.Session().Files().RowOf("README.md")
	compose.SetMode([]int{first}, models.Full)
	compose.Add([]string{"Makefile", "go.mod"})
	compose.Remove([]string{"internal/server/auth.go"})
	s.Settle()
	s.write()
	compose.SetInstruction("Why?")
	s.Settle()
	s.Session().Copy().Dossier()
	s.Until("the copy is listed", func() bool { return len(s.Session().Snapshots().List()) == 3 })
	s.Settle()
	s.write()
	want := []string{"identical", "instruction changed · Why?", "+2 files, −1, 1 shown differently", "11 files · " + asked}
	s.Until("all are compared", func() bool { return s.about(4) == want[3] })
	for i, w := range want {
		if got := s.about(i + 1); got != w {
			t.Errorf("row %d: %q, want %q", i, got, w)
		}
	}
	tip := ""
	for _, cell := range s.tab.rows.Row(3).Cells {
		if cell.Fill {
			tip = cell.Tip
		}
	}
	for _, line := range []string{"added: Makefile", "added: go.mod", "removed: internal/server/auth.go", "shown differently: README.md"} {
		if !strings.Contains(tip, line) {
			t.Errorf("the tip does not say %q: %q", line, tip)
		}
	}

	// The copy is not listed among the written ones, and not compared with.
	parttest.MenuItem(t, s.tab.kinds(), "Written").Action()
	s.Until("the newest is compared with another", func() bool { return s.about(1) == "instruction changed · Why?" })

	id := s.tab.rows.rows[1].ID
	s.Session().Snapshots().Describe(id, "before the fix")
	s.Until("its description comes first", func() bool { return s.about(1) == "before the fix · instruction changed · Why?" })
}

func TestWhatIsNotKnownYetIsNamedByItsPreset(t *testing.T) {
	s := sample(t)
	for _, tt := range []struct {
		name string
		row  project.SnapshotRow
		want string
	}{
		{"its preset", project.SnapshotRow{ID: project.SnapshotID{Name: "x_009"}, Preset: "Review"}, "Review · "},
		{"its name, when nothing else is known", project.SnapshotRow{ID: project.SnapshotID{Name: "x_009"}, Pinned: true}, "x_009 · pinned"},
	} {
		if got := s.tab.rows.about(line{SnapshotRow: tt.row}).Text + " · " + s.tab.rows.marks(line{SnapshotRow: tt.row}); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestChangesAreSaidInWords(t *testing.T) {
	sample(t)
	for _, tt := range []struct {
		change project.SnapshotChange
		want   string
	}{
		{project.SnapshotChange{First: true, Files: 1}, "1 file"},
		{project.SnapshotChange{}, "identical"},
		{project.SnapshotChange{Other: true}, "text changed"},
		{project.SnapshotChange{Added: []string{"a"}}, "+1 file"},
		{project.SnapshotChange{Removed: []string{"a", "b"}}, "−2 files"},
		{project.SnapshotChange{Added: []string{"a", "b", "c"}, Removed: []string{"d"}, Instruction: true}, "+3 files, −1, instruction changed"},
		{project.SnapshotChange{Edited: []string{"a"}, Reshown: []string{"b", "c"}}, "1 edited, 2 shown differently"},
		{project.SnapshotChange{Sections: []string{"Notes", "Discussion History"}}, "“Notes” changed, “Discussion History” changed"},
	} {
		if got := changeWords(tt.change); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.change, got, tt.want)
		}
	}
}

// A selected row shows its snapshot in the preview without other effects: copying, writing and
// changes apply to the current document, and any other action shows that again.
func TestASelectedSnapshotIsViewed(t *testing.T) {
	s := sample(t)
	s.write()
	then := s.Session().Document().Text()
	s.Session().Compose().Add([]string{"Makefile"})
	s.Settle()
	s.write()
	now := s.Session().Document().Text()
	shows := func(what, want string) {
		t.Helper()
		s.Until(what, func() bool { return s.Session().Document().Text() == want })
	}
	s.tab.list.SetCursor(2)
	shows("the older is shown", then)
	if r, ok := s.Session().Snapshots().Replayed(); !ok || !r.Peek || s.previewed != 0 {
		t.Errorf("it is shown as %+v", r)
	}
	s.tab.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	shows("the newer is shown", now)
	s.tab.list.SetCursor(0) // the day
	s.Settle()
	if _, shown := s.Session().Snapshots().Replayed(); shown {
		t.Error("a heading is selected, and a snapshot is shown")
	}

	for name, do := range map[string]func(){
		"another tab is shown": func() { s.tab.Shown(false); s.tab.Shown(true) },
		"copying": func() {
			s.Clip = ""
			s.Session().Copy().Dossier()
			s.Until("it is copied", func() bool { return s.Clip == now })
		},
		"writing":             s.write,
		"a change":            func() { s.Session().Compose().SetFocused(true); s.Undo() },
		"nothing is selected": func() { s.tab.list.Select() },
	} {
		at := s.tab.rows.Find("written acme_api_001")
		s.tab.list.SetCursor(at)
		shows("before "+name+" the older is shown", then)
		do()
		s.Settle()
		if _, shown := s.Session().Snapshots().Replayed(); shown || s.Session().Document().Text() != now {
			t.Errorf("%s leaves the snapshot in the preview", name)
		}
		s.tab.list.SetCursor(0)
	}

	// Enter replays it, and then a selection does not end the replay.
	at := s.tab.rows.Find("written acme_api_001")
	s.tab.list.SetCursor(at)
	shows("the older is shown", then)
	s.tab.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	s.Until("it is replayed", func() bool { r, ok := s.Session().Snapshots().Replayed(); return ok && !r.Peek })
	s.tab.list.SetCursor(at - 1)
	s.Until("the next is replayed", func() bool {
		r, _ := s.Session().Snapshots().Replayed()
		return r.ID != project.SnapshotID{Name: "acme_api_001"}
	})
	if r, ok := s.Session().Snapshots().Replayed(); !ok || r.Peek {
		t.Error("selecting another row leaves the replay")
	}
	s.Session().Snapshots().LeaveReplay()

	s.narrow = true
	s.tab.list.SetCursor(at)
	s.Settle()
	if _, shown := s.Session().Snapshots().Replayed(); shown {
		t.Error("a snapshot is looked at where the preview is not in view")
	}
}

// The column names are above the rows, and only there.
func TestTheColumnsOfSnapshotsHaveNames(t *testing.T) {
	s := sample(t)
	if s.Readable("Tokens") {
		t.Error("columns of nothing have names")
	}
	s.write()
	for _, name := range []string{"Time", "No.", "Changes from the one below", "Files", "Tokens"} {
		if !s.Readable(name) {
			t.Errorf("no column is called %s", name)
		}
	}
}

func TestTheSearchOfSnapshotsHasRoom(t *testing.T) {
	s := sample(t)
	for width, least := range map[float32]float32{520: 240, 300: 120} { // the width of its pane, and the narrowest
		s.Window.Resize(fyne.NewSize(width, 600))
		if got := s.tab.filter.Size().Width; got < least {
			t.Errorf("in a pane of %v it is %v wide", width, got)
		}
	}
}

func TestSnapshotsAreListedByKind(t *testing.T) {
	s := sample(t)
	tab := s.tab
	s.Session().Snapshots().Write()
	s.Session().Copy().Dossier()
	s.Until("both are listed", func() bool { return tab.rows.Len() == 3 })
	for _, tt := range []struct {
		kind string
		want int
	}{{"Written", 2}, {"Copied", 2}, {"All", 3}} {
		parttest.MenuItem(t, tab.kinds(), tt.kind).Action()
		if tab.rows.Len() != tt.want || tab.kind.Text() != tt.kind {
			t.Errorf("%s lists %d rows, and the button says %q", tt.kind, tab.rows.Len(), tab.kind.Text())
		}
	}
}

func TestDaysOfSnapshots(t *testing.T) {
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t))}
	rows := &table{w: s, now: func() time.Time { return time.Date(2026, 3, 1, 0, 30, 0, 0, time.Local) }}
	for _, tt := range []struct {
		at   time.Time
		want string
	}{
		{time.Date(2026, 3, 1, 0, 0, 0, 0, time.Local), "Today"},
		{time.Date(2026, 2, 28, 23, 59, 0, 0, time.Local), "Yesterday"},
		{time.Date(2026, 2, 27, 23, 59, 0, 0, time.Local), "2026-02-27"},
		{time.Time{}, "Some time ago"},
	} {
		if got := rows.dayOf(tt.at); got != tt.want {
			t.Errorf("%v is %q, want %q", tt.at, got, tt.want)
		}
	}
	if words := driftWords(project.Drift{Changed: []string{"a", "b"}, Missing: []string{"c"}}); words != "2 changed, 1 gone" {
		t.Errorf("what has changed is %q", words)
	}
}

func TestSnapshotsAreComparedAndOpened(t *testing.T) {
	s := sample(t)
	for range 2 {
		n := s.tab.rows.Len()
		s.Session().Snapshots().Write()
		s.Until("it is listed", func() bool { return s.tab.rows.Len() > n })
	}
	now, before := s.tab.rows.rows[1].ID, s.tab.rows.rows[2].ID
	menu := s.tab.menu(1)
	parttest.MenuItem(t, menu, "Compare with now").Action()
	parttest.MenuItem(t, menu, "Compare with "+before.Name).Action()
	want := [][2]difference.Side{{{Snapshot: now}, difference.Current()}, {{Snapshot: before}, {Snapshot: now}}}
	if diff := cmp.Diff(want, s.compared); diff != "" {
		t.Errorf("wrong documents are compared (-want +got):\n%s", diff)
	}
	parttest.MenuItem(t, menu, "Open the file").Action()
	if len(s.opened) != 1 || filepath.Base(s.opened[0]) != now.Name+".md" {
		t.Errorf("opened: %q", s.opened)
	}
}

// A disabled control in a dialog shows its reason above the dialog.
func TestADisabledControlOfADialogSaysWhy(t *testing.T) {
	s := sample(t)
	s.tab.exportDialog(project.SnapshotRow{})
	var toggle kittest.Drawn
	s.WalkFront(func(d kittest.Drawn) {
		if b, ok := d.Object.(*kit.Button); ok && b.Disabled() {
			toggle = d
		}
	})
	if toggle.Object == nil {
		t.Fatal("nothing in the dialog is disabled")
	}
	s.Point(toggle.Middle())
	if !s.Readable("It has no record") {
		t.Errorf("the reason is not to be read; the tip is %q", s.Overlay.TipText())
	}
}
