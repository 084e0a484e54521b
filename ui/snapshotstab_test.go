package ui

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part/parttest"
	"dossier/ui/project"
)

// lines are the rows of the tab, as their cells say them.
func (t *snapshotsTab) lines() []string {
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

func (t *snapshotsTab) tip(i int) string { return t.rows.tip(t.rows.rows[i].SnapshotRow) }

func TestSnapshotsAreListedReplayedAndRestored(t *testing.T) {
	s := sample(t)
	s.showTab(snapshotsID)
	tab := s.snapshots
	s.Until("the tab says what it is for", func() bool { return tab.stack.Objects[0] == tab.empty })

	s.session.Snapshots().Write()
	s.Until("the dossier is listed", func() bool { return tab.rows.Len() == 2 })
	sent := s.session.Document().Text()
	s.session.Compose().SetMode([]int{0}, models.None)
	s.session.Copy().Dossier()
	s.Until("the copy is listed, too", func() bool { return tab.rows.Len() == 3 && s.Clip != "" })
	s.Settle()
	s.Until("it is known that nothing has changed", func() bool {
		return strings.HasSuffix(tab.tip(1), "Every file is as it was sent") && strings.HasSuffix(tab.tip(2), "Every file is as it was sent")
	})
	if lines := tab.lines(); lines[0] != "Today" || !strings.Contains(lines[1], " c001 Explain why Ada cannot log in, and propose the smallest change that mends it, with a test. ") {
		t.Fatalf("the tab shows %q", lines)
	}

	// Enter shows the bytes that were sent, and Escape leads back.
	tab.replay(2)
	s.Until("the preview shows what was sent", func() bool { return s.session.Document().Text() == sent })
	if !s.preview.replay.content.Visible() || !strings.Contains(s.preview.replay.label.Text(), "acme_api_001, verified") {
		t.Errorf("the preview says %q", s.preview.replay.label.Text())
	}
	s.session.Copy().Dossier()
	s.Until("the copy is what was sent", func() bool { return s.Clip == sent })
	s.Until("that copy is listed", func() bool { return tab.rows.Len() == 4 })
	if !s.key(fyne.KeyEscape, 0) || s.session.Document().Text() == sent || s.preview.replay.content.Visible() {
		t.Error("Escape does not lead back to what is put together now")
	}

	// What made it is put together again.
	at := func() int { // rows come above it
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
	choose("Restore what made it")
	s.Until("the composition is back", func() bool { return s.session.Files().Items()[0].ViewMode != models.None })

	// A filter, a pin, and a deletion that is taken back.
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
	s.undo()
	s.Until("it is back", func() bool { return tab.rows.Len() == n })
}

func TestWhatTellsSnapshotsApartComesFirst(t *testing.T) {
	s := sample(t)
	s.showTab(snapshotsID)
	tab := s.snapshots
	s.session.Snapshots().Write()
	s.Until("it is listed", func() bool { return tab.rows.Len() == 2 })
	about := func() board.Cell {
		for _, cell := range tab.rows.Row(1).Cells {
			if cell.Fill {
				return cell
			}
		}
		t.Fatal("nothing has the room that is left")
		return board.Cell{}
	}
	const asked = "Explain why Ada cannot log in, and propose the smallest change that mends it, with a test."
	s.Until("it says what was asked", func() bool { return about().Text == asked && about().Tone == kit.ColorMuted })
	row := tab.rows.rows[1].SnapshotRow
	s.session.Snapshots().Describe(row.ID, "before the fix")
	s.Until("it says what a person wrote", func() bool { return about().Text == "before the fix" && about().Tone == "" })
	if tip := tab.tip(1); !strings.Contains(tip, "acme_api_001") || !strings.Contains(tip, asked) {
		t.Errorf("the tip is %q", tip)
	}
	for _, tt := range []struct {
		name string
		row  project.SnapshotRow
		want string
	}{
		{"its preset", project.SnapshotRow{ID: project.SnapshotID{Name: "x_009"}, Preset: "Review"}, "Review · "},
		{"its name, when nothing else is known", project.SnapshotRow{ID: project.SnapshotID{Name: "x_009"}, Pinned: true}, "x_009 · pinned"},
	} {
		if got := tab.rows.about(tt.row).Text + " · " + tab.rows.marks(tt.row); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestTheSearchOfSnapshotsHasRoom(t *testing.T) {
	s := sample(t)
	s.showTab(snapshotsID)
	for _, size := range []fyne.Size{fyne.NewSize(700, 600), fyne.NewSize(1280, 800)} {
		s.win.Resize(size)
		if width := s.snapshots.filter.Size().Width; width < 240 {
			t.Errorf("at %v it is %v wide", size, width)
		}
	}
	s.panes.SetWidths([]float32{280, middleMin})
	if width := s.snapshots.filter.Size().Width; width < 120 {
		t.Errorf("in the narrowest pane it is %v wide", width)
	}
}

func TestSnapshotsAreListedByKind(t *testing.T) {
	s := sample(t)
	s.showTab(snapshotsID)
	tab := s.snapshots
	s.session.Snapshots().Write()
	s.session.Copy().Dossier()
	s.Until("both are listed", func() bool { return tab.rows.Len() == 3 })
	for _, tt := range []struct {
		kind string
		want int
	}{{"Written", 2}, {"Copied", 2}, {"All", 3}} {
		item(t, tab.kinds(), tt.kind).Action()
		if tab.rows.Len() != tt.want || tab.kind.Text() != tt.kind {
			t.Errorf("%s lists %d rows, and the button says %q", tt.kind, tab.rows.Len(), tab.kind.Text())
		}
	}
}

func TestDaysOfSnapshots(t *testing.T) {
	s := newStage(t, parttest.Places(t))
	rows := &snapshotRows{w: s.Window, now: func() time.Time { return time.Date(2026, 3, 1, 0, 30, 0, 0, time.Local) }}
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
	if words := driftWords(project.Drift{Changed: []string{"a", "b"}, Gone: []string{"c"}}); words != "2 changed, 1 gone" {
		t.Errorf("what has changed is %q", words)
	}
}
