package session

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/features/difference"
	"dossier/ui/features/editors"
	"dossier/ui/project"
	"dossier/ui/session/change"
)

// drawn is what a difference shows, line by line.
func drawn(m *difference.Model) string {
	var out strings.Builder
	for i := range m.Lines().Len() {
		line := m.Lines().Line(i)
		switch line.Kind {
		case difference.Gap:
			fmt.Fprintf(&out, "… %d\n", line.Hidden)
		case difference.Same:
			fmt.Fprintf(&out, "  %s\n", m.Lines().Text(true, line.New))
		default:
			if line.Old >= 0 {
				fmt.Fprintf(&out, "- %s", m.Lines().Text(false, line.Old))
				if line.New >= 0 {
					out.WriteString(" | ")
				} else {
					out.WriteString("\n")
				}
			}
			if line.New >= 0 {
				fmt.Fprintf(&out, "+ %s\n", m.Lines().Text(true, line.New))
			}
		}
	}
	return out.String()
}

func TestDiffModel(t *testing.T) {
	t.Parallel()
	lines := func(changed string) string {
		out := ""
		for i := range 20 {
			out += fmt.Sprintf("line %d\n", i)
		}
		return strings.Replace(out, "line 9\n", changed, 1)
	}
	d := newDesk(t, map[string]string{"a.txt": lines("line 9\n"), "b.txt": "b\n", "c.txt": "c\n"})
	d.Add([]string{"a.txt", "b.txt"})
	d.settle()
	id := d.wrote()
	d.write("a.txt", lines("line nine\nand more\n"))
	d.Add([]string{"c.txt"})
	d.Remove([]string{"b.txt"})
	d.until("the change is in the document", func() bool { return strings.Contains(d.Document().Text(), "line nine") })
	d.settle()

	notified := 0
	m := OpenDiff(d.Session, difference.Side{Snapshot: id}, difference.Current(), func() { notified++ })
	defer m.Close()
	d.until("the documents are compared", m.Known)

	var list []string
	for _, e := range m.Entries() {
		list = append(list, fmt.Sprintf("%t %s %s -%d +%d", e.Section, e.Title, e.State, e.Removed, e.Added))
	}
	want := []string{"true Files changed -0 +0", "false a.txt changed -1 +2", "false b.txt removed -5 +0", "false c.txt added -0 +5"}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Fatalf("wrong entries (-want +got):\n%s", diff)
	}
	if m.Chosen() != 1 || notified == 0 || m.Same() {
		t.Fatalf("entry %d is shown", m.Chosen())
	}
	if diff := cmp.Diff("… 9\n  line 6\n  line 7\n  line 8\n- line 9\n+ line nine\n+ and more\n  line 10\n  line 11\n  line 12\n… 8\n", drawn(m)); diff != "" {
		t.Errorf("wrong lines (-want +got):\n%s", diff)
	}
	if words := m.Lines().Words(true, 5); len(words) != 1 || m.Lines().Text(true, m.Lines().Line(5).New)[words[0].Start:words[0].End] != "nine" {
		t.Errorf("words %v differ", words)
	}
	if at := m.Lines().NextChange(-1, 1); at != 4 || m.Lines().NextChange(4, 1) != -1 || m.Lines().NextChange(m.Lines().Len(), -1) != 4 {
		t.Errorf("the first change is at %d", at)
	}

	m.SetSideBySide(true)
	if diff := cmp.Diff("… 9\n  line 6\n  line 7\n  line 8\n- line 9 | + line nine\n+ and more\n  line 10\n  line 11\n  line 12\n… 8\n", drawn(m)); diff != "" {
		t.Errorf("wrong lines side by side (-want +got):\n%s", diff)
	}
	m.Unfold(0)
	if got := drawn(m); !strings.HasPrefix(got, "  ### `a.txt`\n  \n  ```text\n  line 0\n") || !strings.HasSuffix(got, "… 8\n") {
		t.Errorf("unfolded it shows\n%s", got)
	}
	if !m.Next(1) || m.Chosen() != 2 || !m.Next(1) || m.Next(1) {
		t.Errorf("entry %d comes next", m.Chosen())
	}
	if text := m.UnifiedAll(); !strings.Contains(text, "--- "+id.Name+"/b.txt\n+++ /dev/null\n@@ -1,5 +0,0 @@\n") || !strings.Contains(text, "-line 9\n+line nine\n") {
		t.Errorf("the whole difference is\n%s", text)
	}

	// What was chosen stays chosen when the documents are compared again.
	d.SetMode([]int{0}, models.None)
	d.settle()
	m.Follow(change.Document)
	d.until("it is compared anew", func() bool { return m.Entries()[1].Modes != "" })
	if e := m.Entries()[m.Chosen()]; e.Title != "c.txt" || m.Entries()[1].Modes != "full → none" {
		t.Errorf("%s is chosen; a.txt went %q", e.Title, m.Entries()[1].Modes)
	}

	gone := OpenDiff(d.Session, difference.Side{Snapshot: project.SnapshotID{Name: "gone_001"}}, difference.Current(), func() {})
	defer gone.Close()
	d.until("it says why not", func() bool { return gone.Problem() != nil })
}

func TestDifferencesNumberLinesAsInTheFile(t *testing.T) {
	t.Parallel()
	lines := func(from, to int) string {
		out := ""
		for i := from; i <= to; i++ {
			out += fmt.Sprintf("line %d\n", i)
		}
		return out
	}
	tests := []struct {
		name  string
		mode  models.ViewMode
		parts [][2]int // slices
		next  string   // what the file holds then
		want  string
	}{
		{
			name: "of a file in full, each text its own", mode: models.Full, next: "line 0\n" + lines(1, 3) + "line four\n" + lines(5, 6),
			want: "·1 line 0\n12 line 1\n23 line 2\n34 line 3\n4· line 4\n·5 line four\n56 line 5\n67 line 6\n",
		},
		{
			name: "of slices", mode: models.Custom, parts: [][2]int{{2, 3}, {5, 6}}, next: "line 0\n" + lines(1, 6),
			want: "23 line 2\n34 line 3\n56 line 5\n67 line 6\n",
		},
		{name: "of a summary none", mode: models.Summary, next: lines(1, 9), want: ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t, map[string]string{"a.txt": lines(1, 6)})
			d.Add([]string{"a.txt"})
			d.settle()
			if len(tt.parts) > 0 {
				m := editors.Of(d).Slices("a.txt", func() {})
				d.until("the file is read", m.Loaded)
				for _, r := range tt.parts {
					must[int](t)(m.Make(r[0], r[1]))
				}
				m.Close()
			}
			d.SetMode([]int{0}, tt.mode)
			d.settle()
			id := d.wrote()
			before := d.Document().Text()
			d.write("a.txt", tt.next)
			d.Tree().Rescan()
			d.until("the document follows", func() bool { return d.Document().Text() != before })
			d.settle()
			m := OpenDiff(d.Session, difference.Side{Snapshot: id}, difference.Current(), func() {})
			defer m.Close()
			d.until("the documents are compared", m.Known)
			for i := 0; i < m.Lines().Len(); i++ {
				m.Unfold(i)
			}
			var got strings.Builder
			for i := range m.Lines().Len() {
				line := m.Lines().Line(i)
				old, new := m.Lines().Number(false, line.Old), m.Lines().Number(true, line.New)
				if old == 0 && new == 0 {
					continue
				}
				text := m.Lines().Text(true, line.New)
				if line.New < 0 {
					text = m.Lines().Text(false, line.Old)
				}
				fmt.Fprintf(&got, "%s%s %s\n", number(old), number(new), text)
			}
			if diff := cmp.Diff(tt.want, got.String()); diff != "" {
				t.Errorf("wrong numbers (-want +got):\n%s", diff)
			}
		})
	}
}

// number is a line's number, or a sign for none.
func number(n int) string {
	if n == 0 {
		return "·"
	}
	return fmt.Sprint(n)
}
