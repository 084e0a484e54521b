package session

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// compares opens a comparison and waits for it.
func (d *desk) compares(was, now VersionID) *VersionsModel {
	d.tb.Helper()
	m := d.CompareVersions(was, now, func() {})
	d.tb.Cleanup(m.Close)
	d.until("the versions are compared", m.Known)
	return m
}

// versionRows lists what differs as a person reads it.
func versionRows(m *VersionsModel) []string {
	var out []string
	for i, r := range m.Rows() {
		line := fmt.Sprintf("%s %s", r.State, r.Title)
		if r.Section {
			line += fmt.Sprintf(", %d the same", r.Same)
		} else {
			line = fmt.Sprintf("  %s -%d +%d", line, r.Removed, r.Added)
		}
		if r.Moved {
			line += " moved"
		}
		if i == m.Chosen() {
			line += " <"
		}
		out = append(out, line)
	}
	return out
}

// versionLines lists the lines that are shown, with the words that differ in brackets.
func versionLines(m *VersionsModel) []string {
	var out []string
	for i := range m.Len() {
		line := m.Line(i)
		gone, came := m.Words(i)
		was, now := line.WasText, line.NowText
		for k := len(gone) - 1; k >= 0 && line.Was > 0; k-- {
			was = was[:gone[k].Start] + "[" + was[gone[k].Start:gone[k].End] + "]" + was[gone[k].End:]
		}
		for k := len(came) - 1; k >= 0 && line.Now > 0; k-- {
			now = now[:came[k].Start] + "[" + now[came[k].Start:came[k].End] + "]" + now[came[k].End:]
		}
		switch line.Kind {
		case SameLine:
			out = append(out, fmt.Sprintf(" %d %d %s", line.Was, line.Now, now))
		case RemovedLine:
			out = append(out, fmt.Sprintf("-%d %s", line.Was, was))
		case AddedLine:
			out = append(out, fmt.Sprintf("+%d %s", line.Now, now))
		case ReplacedLine:
			out = append(out, fmt.Sprintf("~%d %s | %d %s", line.Was, was, line.Now, now))
		case GapLine:
			out = append(out, fmt.Sprintf("… %d", line.Hidden))
		}
	}
	return out
}

// numbers is a text of numbered lines, of which some are others.
func numbers(n int, but map[int]string) string {
	var out strings.Builder
	for i := range n {
		if line, ok := but[i]; ok {
			out.WriteString(line)
			continue
		}
		fmt.Fprintf(&out, "line %d\n", i)
	}
	return out.String()
}

func TestTwoVersionsSideBySideAndBelowEachOther(t *testing.T) {
	d := newDesk(t, map[string]string{
		"dossier.toml": "[project]\nnamespace = \"acme\"\n[files]\nitems = [\"a.txt\", \"b.txt\", \"c.txt\"]\n",
		"a.txt":        numbers(20, nil), "b.txt": "b\n", "c.txt": "c\n",
	})
	first := d.wrote()
	d.rewrite("a.txt", numbers(20, map[int]string{9: "line nine\n", 10: "", 15: "line 15\nmore\n"}))
	d.Move([]int{2}, 1)
	d.settle()
	second := d.wrote()

	m := d.compares(VersionID{ID: first}, VersionID{ID: second})
	want := []string{"changed Files, 1 the same", "  changed a.txt -2 +2 <", "  same c.txt -0 +0 moved"}
	if diff := cmp.Diff(want, versionRows(m)); diff != "" {
		t.Errorf("wrong rows (-want +got):\n%s", diff)
	}
	lines := []string{
		"… 9",
		" 10 10 line 6", " 11 11 line 7", " 12 12 line 8",
		"-13 line [9]", "-14 line 10", "+13 line [nine]",
		" 15 14 line 11", " 16 15 line 12", " 17 16 line 13", " 18 17 line 14", " 19 18 line 15",
		"+19 more",
		" 20 20 line 16", " 21 21 line 17", " 22 22 line 18", "… 2",
	}
	if diff := cmp.Diff(lines, versionLines(m)); diff != "" {
		t.Errorf("wrong lines (-want +got):\n%s", diff)
	}
	m.SetSplit(true)
	lines = append(append([]string{}, lines[:4]...), append([]string{"~13 line [9] | 13 line [nine]", "~14 line 10 | 0 "}, lines[7:]...)...)
	lines[11] = "~0  | 19 more"
	if diff := cmp.Diff(lines, versionLines(m)); diff != "" {
		t.Errorf("wrong lines side by side (-want +got):\n%s", diff)
	}

	// From change to change, and on to the next part.
	at := []int{m.NextChange(-1, false)}
	for len(at) < 4 && at[len(at)-1] >= 0 {
		at = append(at, m.NextChange(at[len(at)-1], false))
	}
	if diff := cmp.Diff([]int{4, 11, 0, -1}, at); diff != "" || m.Chosen() != 2 {
		t.Errorf("the changes are at %v, of row %d", at, m.Chosen())
	}
	if at := m.NextChange(0, true); at != 11 || m.Chosen() != 1 {
		t.Errorf("back leads to line %d of row %d", at, m.Chosen())
	}
	m.Unfold(0)
	if m.Line(0).NowText != "### `a.txt`" || m.Len() != len(lines)+8 {
		t.Errorf("unfolded, it begins with %q and has %d lines", m.Line(0).NowText, m.Len())
	}
	m.Copy(true)
	d.until("it is copied", func() bool { return d.clip.text != "" })
	if want := "Files: a.txt changed, -2 +2 lines, -3 tokens\n--- acme_001/a.txt\n+++ acme_002/a.txt\n@@ -10,13 +10,13 @@\n"; !strings.HasPrefix(d.clip.text, want) {
		t.Errorf("copied %q", d.clip.text)
	}
}

func TestAComparisonWithNowFollowsTheDossier(t *testing.T) {
	d := snapshotDesk(t)
	m := d.compares(VersionID{ID: d.wrote()}, NowVersion())
	if !m.Difference().Same() || m.Chosen() != -1 || m.Len() != 0 {
		t.Errorf("of what was just sent differs %v", versionRows(m))
	}
	d.rewrite("a.go", "package b\n")
	m.Follow(DocumentChanged)
	d.until("the change is shown", func() bool { return !m.Difference().Same() })
	if diff := cmp.Diff([]string{"changed Files, 2 the same", "  changed a.go -1 +1 <"}, versionRows(m)); diff != "" {
		t.Errorf("wrong rows (-want +got):\n%s", diff)
	}
	d.Add([]string{"dossier.toml"})
	d.settle()
	m.Follow(DocumentChanged)
	d.until("the file is shown", func() bool { return len(m.Rows()) == 3 })
	if m.Chosen() != 1 {
		t.Errorf("row %d is chosen now", m.Chosen())
	}
}

func TestAVersionThatIsGoneIsAProblem(t *testing.T) {
	d := snapshotDesk(t)
	m := d.compares(VersionID{ID: SnapshotID{Name: "acme_009"}}, NowVersion())
	if m.Problem() == nil || len(m.Rows()) != 0 {
		t.Errorf("problem %v", m.Problem())
	}
}
