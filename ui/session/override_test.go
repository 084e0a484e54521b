package session

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
)

func TestRowsSayHowTheyAreShown(t *testing.T) {
	d := newDesk(t, map[string]string{
		"a.go": "package a\n\nfunc A() {\n\tprintln()\n}\n", "b.go": "package b\n", "c.go": "package c\n", "d.txt": "text\n", "e.go": "package e\n",
		"dossier.toml": `[files]
items = ["a.go", { path = "b.go", force_full = true, view_mode = "skeleton" }, { path = "c.go", view_mode = "none" }, { path = "d.txt", view_mode = "outline" },
	{ path = "e.go", auto_aggregate = false }, "gone.go"]
`,
	})
	own := []models.ViewMode{models.Full, models.Full, models.None, models.Summary, models.Full, models.Full}
	tests := []struct {
		name string
		do   func()
		want Override
		rows []models.ViewMode
		back bool // by EndOverride
	}{
		{name: "by themselves", do: func() {}, rows: own},
		{
			name: "in focus, full; of the others the structure", do: func() { d.SetFocusRows([]int{0}, true); d.SetFocused(true) }, want: ByFocus,
			rows: []models.ViewMode{models.Full, models.Full, models.None, models.Summary, models.Full, models.Full}, back: true,
		},
		{
			name: "focus on nothing", do: func() { d.SetFocused(true) }, want: ByFocus,
			rows: []models.ViewMode{models.Skeleton, models.Full, models.None, models.Summary, models.Full, models.Full}, back: true,
		},
		{
			name: "summaries, but for what is forced and what is left out", do: func() { d.SetStrategy(models.Summarize) }, want: BySummarize,
			rows: []models.ViewMode{models.Summary, models.Full, models.None, models.Summary, models.Full, models.Full}, back: true,
		},
		{
			name: "focus goes before the strategy", do: func() { d.SetStrategy(models.Summarize); d.SetFocused(true) }, want: ByFocus,
			rows: []models.ViewMode{models.Skeleton, models.Full, models.None, models.Summary, models.Full, models.Full},
		},
		{
			name: "the project's summaries", do: func() { d.SetSummaryOnly(true) }, want: BySummaryOnly,
			rows: []models.ViewMode{models.Summary, models.Full, models.None, models.Summary, models.Full, models.Full}, back: true,
		},
		{name: "the strategy full does not know those", do: func() { d.SetSummaryOnly(true); d.SetStrategy(models.FullText) }, rows: own},
	}
	shown := func() (modes []models.ViewMode) {
		for i := range d.Files().Items() {
			modes = append(modes, d.Files().ShownAs(i))
		}
		return modes
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.do()
			asked := shown()[:3] // what can be had needs no build to be known
			d.settle()
			if diff := cmp.Diff(tt.rows, shown()); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.rows[:3], asked); diff != "" {
				t.Errorf("before the document was built (-want +got):\n%s", diff)
			}
			if got := d.Override(); got != tt.want {
				t.Errorf("override %v, want %v", got, tt.want)
			}
			if tt.back {
				d.EndOverride()
				d.settle()
				if diff := cmp.Diff(own, shown()); diff != "" || d.Override() != NoOverride {
					t.Errorf("after the way back, with override %v (-want +got):\n%s", d.Override(), diff)
				}
			}
			for d.Undo() {
			}
			d.settle()
		})
	}
}
