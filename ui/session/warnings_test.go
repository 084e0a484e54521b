package session

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/models"
)

func TestWarningsAreGroupedByKind(t *testing.T) {
	note := func(path, message string) aggregate.Warning {
		return aggregate.Warning{Path: path, Message: message, Note: true}
	}
	problem := func(path, message string) aggregate.Warning {
		return aggregate.Warning{Path: path, Message: message}
	}
	lost := func(lines string) string { return "the slice of lines " + lines + " is lost" }
	tests := []struct {
		name string
		list []aggregate.Warning
		want []WarningGroup
	}{
		{"nothing", nil, nil},
		{
			"problems stand before notes",
			[]aggregate.Warning{note("a.txt", "no outline"), problem("b.go", "missing")},
			[]WarningGroup{
				{"missing", false, []aggregate.Warning{problem("b.go", "missing")}},
				{"no outline", true, []aggregate.Warning{note("a.txt", "no outline")}},
			},
		},
		{
			"what differs in its numbers only is of one kind",
			[]aggregate.Warning{problem("a.go", lost("3-9")), problem("b.go", "missing"), problem("a.go", lost("12-40"))},
			[]WarningGroup{
				{lost("…"), false, []aggregate.Warning{problem("a.go", lost("3-9")), problem("a.go", lost("12-40"))}},
				{"missing", false, []aggregate.Warning{problem("b.go", "missing")}},
			},
		},
		{
			"numbers stay where they are the same",
			[]aggregate.Warning{problem("a.go", lost("3-9")), problem("b.go", lost("3-9"))},
			[]WarningGroup{{lost("3-9"), false, []aggregate.Warning{problem("a.go", lost("3-9")), problem("b.go", lost("3-9"))}}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, GroupWarnings(tt.list)); diff != "" {
				t.Errorf("wrong groups (-want +got):\n%s", diff)
			}
		})
	}
}

// A file that cannot be shown as it was asked for is no problem; one that is not there is.
func TestProblemsAndNotesAreDistinguished(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "plain", "b.go": "not go at all ((("})
	d.Add([]string{"a.txt", "gone.txt", "b.go"})
	d.SetMode([]int{0}, models.Outline)
	d.SetMode([]int{2}, models.Skeleton)
	d.settle()
	got := map[string]bool{}
	for _, w := range d.Warnings() {
		got[w.Path] = w.Note
	}
	if diff := cmp.Diff(map[string]bool{"a.txt": true, "gone.txt": false, "b.go": false}, got); diff != "" {
		t.Errorf("wrong notes (-want +got):\n%s", diff)
	}
	if problems, notes := CountWarnings(d.Warnings()); problems != 2 || notes != 1 {
		t.Errorf("%d problems and %d notes, want 2 and 1", problems, notes)
	}
}
