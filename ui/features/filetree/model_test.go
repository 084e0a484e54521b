package filetree

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// modelOf is a model of the files of these paths, of which the folders named are open.
func modelOf(paths []string, open ...string) *Model {
	m := newModel()
	var entries []Entry
	for i, p := range paths {
		entries = append(entries, Entry{Path: p, Size: int64(10 * (i + 1)), ModTime: time.Unix(int64(1000-i), 0)})
	}
	m.hierarchy = newHierarchy(entries, nil)
	m.setOpenFolders(open)
	m.layout()
	return m
}

// drawn returns the rows as lines: a folder with + or -, and what is marked in ‹ ›.
func (m *Model) drawn() string {
	var b strings.Builder
	for i := range m.Len() {
		row := m.Row(i)
		name := row.Name
		for _, s := range slices.Backward(row.Marks) {
			name = name[:s.Start] + "‹" + name[s.Start:s.End] + "›" + name[s.End:]
		}
		b.WriteString(strings.Repeat("  ", row.Depth))
		switch {
		case row.Dir && row.Open:
			name = "- " + name + "/"
		case row.Dir:
			name = "+ " + name + "/"
		}
		b.WriteString(name + "\n")
	}
	return b.String()
}

func TestTreeRows(t *testing.T) {
	paths := []string{"README.md", "a.go", "net/dial.go", "net/http/client.go", "net/http/server.go", "net/http/testdata/x.txt", "z/deep/one.go"}
	tests := []struct {
		name string
		do   func(*Model)
		want string
	}{
		{name: "folders before files, each by name", do: func(*Model) {}, want: "+ net/\n+ z/\nREADME.md\na.go\n"},
		{
			name: "so in each folder", do: func(m *Model) { m.SetOpen("net", true) },
			want: "- net/\n  + http/\n  dial.go\n+ z/\nREADME.md\na.go\n",
		},
		{
			name: "by size folders and files stand among each other", do: func(m *Model) { m.sort = BySize; m.layout() },
			want: "+ net/\n+ z/\na.go\nREADME.md\n",
		},
		{
			name: "by time too", do: func(m *Model) { m.sort = ByModified; m.layout() },
			want: "README.md\na.go\n+ net/\n+ z/\n",
		},
		{
			name: "a filter opens what it finds", do: func(m *Model) { m.setFilter("server"); m.layout() },
			want: "- net/\n  - http/\n    ‹server›.go\n",
		},
		{
			name: "a pattern", do: func(m *Model) { m.setFilter("net/http/*.go"); m.layout() },
			want: "- net/\n  - http/\n    client‹.go›\n    server‹.go›\n",
		},
		{
			name: "two stars", do: func(m *Model) { m.setFilter("net/**/*.go"); m.layout() },
			want: "- net/\n  - http/\n    client‹.go›\n    server‹.go›\n  dial‹.go›\n",
		},
		{
			name: "several words, also apart", do: func(m *Model) { m.setFilter("net clnt"); m.layout() },
			want: "- ‹net›/\n  - http/\n    ‹cl›ie‹nt›.go\n",
		},
		{
			name: "a folder is folded while there is a filter", do: func(m *Model) { m.setFilter(".go"); m.SetOpen("net/http", false) },
			want: "- net/\n  + http/\n  dial‹.go›\n- z/\n  - deep/\n    one‹.go›\na‹.go›\n",
		},
		{
			name: "and opened again", do: func(m *Model) { m.setFilter("one"); m.SetOpen("z", false); m.SetOpen("z", true) },
			want: "- z/\n  - deep/\n    ‹one›.go\n",
		},
		{
			name: "all are folded, and one of them opened", do: func(m *Model) { m.setFilter(".go"); m.SetAllOpen(false); m.SetOpen("z", true) },
			want: "+ net/\n- z/\n  + deep/\na‹.go›\n",
		},
		{
			name: "another filter shows all that it finds", do: func(m *Model) { m.setFilter(".go"); m.SetAllOpen(false); m.setFilter("one"); m.layout() },
			want: "- z/\n  - deep/\n    ‹one›.go\n",
		},
		{
			name: "without it the folders are as they were", do: func(m *Model) {
				m.SetOpen("z", true)
				m.setFilter(".go")
				m.SetAllOpen(false)
				m.setFilter("")
				m.layout()
			},
			want: "+ net/\n- z/\n  + deep/\nREADME.md\na.go\n",
		},
		{name: "blanks are no filter", do: func(m *Model) { m.setFilter("  "); m.layout() }, want: "+ net/\n+ z/\nREADME.md\na.go\n"},
		{name: "nothing is found", do: func(m *Model) { m.setFilter("nothing like it"); m.layout() }, want: ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := modelOf(paths)
			tt.do(m)
			if diff := cmp.Diff(tt.want, m.drawn()); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTickingAllThatIsShownIsAboutWhatTheFilterFinds(t *testing.T) {
	m := modelOf([]string{"a.go", "b/c.go", "b/d.txt", "e.txt"})
	tests := []struct {
		filter string
		want   []string
	}{
		{"", []string{"a.go", "b/c.go", "b/d.txt", "e.txt"}},
		{"*.txt", []string{"b/d.txt", "e.txt"}},
		{"nowhere", nil},
	}
	for _, tt := range tests {
		t.Run(tt.filter, func(t *testing.T) {
			m.setFilter(tt.filter)
			m.SetAllOpen(false)
			if diff := cmp.Diff(tt.want, m.UnderAll()); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if tt.filter != "" && m.Hits() != len(tt.want) {
				t.Errorf("%d hits, want %d", m.Hits(), len(tt.want))
			}
		})
	}
}

// BenchmarkTreeFilter types into the filter of a tree of 100 000 files. The goal is 100 ms
// for each text.
func BenchmarkTreeFilter(b *testing.B) {
	var paths []string
	for i := range 100_000 {
		paths = append(paths, fmt.Sprintf("services/team%02d/package%03d/internal/some_handler_%05d.go", i%50, i%700, i))
	}
	m := modelOf(paths)
	for _, text := range []string{"h", "handler", "srvtm hndlr 777", "team07/**/*9.go", "nowhere"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.setFilter(text)
				m.layout()
			}
		})
	}
}

func TestTickingARowIsAboutTheFilesBelowIt(t *testing.T) {
	m := modelOf([]string{"a.go", "b/c.go", "b/d/e.txt"}, "b")
	m.insert(Entry{Path: "b/out.o", Ignored: true})
	m.insert(Entry{Path: "b/pipe", Barred: true})
	m.insert(Entry{Path: "out", Dir: true, Ignored: true})
	m.insert(Entry{Path: "out/x.o", Ignored: true})
	tests := []struct {
		path string
		want []string
	}{
		{"a.go", []string{"a.go"}},
		{"b", []string{"b/c.go", "b/d/e.txt"}},
		{"out", []string{"out/x.o"}},
		{"b/out.o", []string{"b/out.o"}},
		{"nowhere", nil},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, m.Under(tt.path)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRowsKnowTheirPlaces(t *testing.T) {
	m := modelOf([]string{"a.go", "b/c.go", "b/d/e.txt"}, "b", "b/d")
	for i, want := range []struct {
		path, name string
		parent     int
	}{{"b", "b", -1}, {"b/d", "d", 0}, {"b/d/e.txt", "e.txt", 1}, {"b/c.go", "c.go", 0}, {"a.go", "a.go", -1}} {
		if m.Path(i) != want.path || m.Name(i) != want.name || m.Parent(i) != want.parent || m.Find(want.path) != i {
			t.Errorf("row %d is %s, named %s, below %d, and found at %d; want %+v", i, m.Path(i), m.Name(i), m.Parent(i), m.Find(want.path), want)
		}
	}
	m.SetOpen("b", false)
	if m.Find("b/c.go") != -1 || m.Find("nowhere") != -1 || m.Empty() {
		t.Error("a row is found that is not visible")
	}
}

// The folders of roots come last in every order, also one that cannot be read.
func TestRootsComeLast(t *testing.T) {
	m := newModel()
	entries := []Entry{
		{Path: "ask:", Dir: true, Root: true, Note: "it needs your permission"},
		{Path: "b.go", Size: 1},
		{Path: "lib:", Dir: true, Root: true},
		{Path: "lib:/big.go", Size: 1000, ModTime: time.Unix(9, 0)},
		{Path: "z", Dir: true},
		{Path: "z/z.go", Size: 10},
	}
	m.hierarchy = newHierarchy(entries, nil)
	for _, order := range Sorts() {
		m.sort = order
		m.layout()
		lines := strings.Split(strings.TrimSpace(m.drawn()), "\n")
		if len(lines) != 4 || !strings.Contains(lines[2], ":/") || !strings.Contains(lines[3], ":/") {
			t.Errorf("%s: %q", order, lines)
		}
	}
	m.sort = ByName
	m.setFilter("big")
	m.layout()
	if diff := cmp.Diff("- lib:/\n  ‹big›.go\n", m.drawn()); diff != "" {
		t.Errorf("filtered (-want +got):\n%s", diff)
	}
	m.setFilter("lib:/")
	m.layout()
	if diff := cmp.Diff([]string{"lib:/big.go"}, m.Under("lib:")); diff != "" || m.Hits() != 1 {
		t.Errorf("filtered by the label (-want +got):\n%s", diff)
	}
}
