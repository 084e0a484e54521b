package project

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
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

// TestWarningLines says that many warnings of a kind are one line, in the place of the first.
func TestWarningLines(t *testing.T) {
	var list []aggregate.Warning
	for i := range 7 {
		list = append(list, aggregate.Warning{Path: fmt.Sprintf("%d.bin", i), Message: fmt.Sprintf("not text: there is a NUL byte at %#x", i)})
		if i < 2 {
			list = append(list, aggregate.Warning{Path: fmt.Sprintf("%d.go", i), Message: "missing"})
		}
	}
	want := []string{"7 files: not text: there is a NUL byte at …: 0.bin, 1.bin, 2.bin and 4 more", "0.go: missing", "1.go: missing"}
	if diff := cmp.Diff(want, WarningLines(list)); diff != "" {
		t.Errorf("wrong lines (-want +got):\n%s", diff)
	}
	few := list[:5]
	if got := WarningLines(few); len(got) != len(few) {
		t.Errorf("of %d warnings there are the lines %q", len(few), got)
	}
	if got := WarningLines([]aggregate.Warning{{Message: "no path"}}); !cmp.Equal(got, []string{"no path"}) {
		t.Errorf("of one without a path there is %q", got)
	}
}
