package session

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate/anchor"
	"dossier/aggregate/code"
	"dossier/models"
	"dossier/ui/features/editors"
	"dossier/ui/project"
	"dossier/ui/session/change"
)

const poem = `one
two
three
four
five
six
seven
eight
nine
ten
`

// slicing is a desk with the slices of one file.
type slicing struct {
	*desk
	*editors.Slices
	notified int
}

// newSlicing opens the slices of a.txt.
func newSlicing(tb testing.TB, files map[string]string) *slicing {
	tb.Helper()
	d := newDesk(tb, files)
	s := &slicing{desk: d}
	s.Slices = editors.Of(d).Slices("a.txt", func() { s.notified++ })
	tb.Cleanup(s.Slices.Close)
	s.ready()
	return s
}

// ready waits until nothing more comes in, telling the model what has changed as the
// window does.
func (s *slicing) ready() {
	s.tb.Helper()
	m := s.Slices
	s.until("the slices are known", func() bool {
		if c := s.changes; c != 0 {
			s.changes = 0
			m.Follow(c)
		}
		return !m.Busy() && !s.document.Building() && !s.scanning() && !s.Building() && s.changes == 0
	})
}

func must[T any](tb testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		return v
	}
}

func (s *slicing) ok(err error) {
	s.tb.Helper()
	if err != nil {
		s.tb.Fatal(err)
	}
}

// made makes slices of ranges given as start and end.
func (s *slicing) made(ends ...int) {
	s.tb.Helper()
	for i := 0; i < len(ends); i += 2 {
		must[int](s.tb)(s.Make(ends[i], ends[i+1]))
	}
	s.ready()
}

// shape writes the slices as lines, tag, comment and health.
func (s *slicing) shape() []string {
	out := []string{}
	for _, p := range s.Slices.List() {
		line := fmt.Sprintf("%d-%d", p.Start, p.End)
		for _, word := range []string{p.Tag, p.Comment} {
			if word != "" {
				line += " " + word
			}
		}
		if p.Health != anchor.Exact {
			line += " " + string(p.Health)
		}
		out = append(out, line)
	}
	return out
}

func (s *slicing) wantShape(want ...string) {
	s.tb.Helper()
	if diff := cmp.Diff(append([]string{}, want...), s.shape()); diff != "" {
		s.tb.Errorf("wrong slices (-want +got):\n%s", diff)
	}
}

func (s *slicing) mode() models.ViewMode {
	mode, _ := s.Shown()
	return mode
}

func TestWhatIsDoneToSlices(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		do   func(s *slicing)
		want []string
	}{
		{"slices stand by their lines", func(s *slicing) { s.made(7, 8, 2, 3, 5, 5) }, []string{"2-3", "5-5", "7-8"}},
		{"an end beyond the text is its last line", func(s *slicing) { s.made(9, 99) }, []string{"9-10"}},
		{"the same lines without a word are one slice", func(s *slicing) { s.made(2, 3, 2, 3) }, []string{"2-3"}},
		{"the same lines are another slice beside one with a tag", func(s *slicing) {
			s.made(2, 3)
			s.SetTag(0, "tag")
			s.made(2, 3)
		}, []string{"2-3 tag", "2-3"}},
		{"and beside one with a comment", func(s *slicing) {
			s.made(2, 3)
			s.SetComment(0, "why")
			s.made(2, 3)
		}, []string{"2-3 why", "2-3"}},
		{"the lines of a symbol are one slice by its name", func(s *slicing) {
			for range 2 {
				if _, err := s.MakeTagged(2, 3, "f"); err != nil {
					s.tb.Fatal(err)
				}
				s.SetComment(0, "why")
			}
			s.made(2, 3)
		}, []string{"2-3 f why", "2-3"}},
		{"slices of the same lines are moved, tagged and deleted apart", func(s *slicing) {
			s.made(2, 3)
			s.SetTag(0, "a")
			s.made(2, 3)
			s.SetTag(1, "b")
			s.made(2, 3)
			s.Slices.Move([]int{1}, 0)
			s.Delete(2)
		}, []string{"2-3 b", "2-3 a"}},
		{"in an order of the person's own, a new one is the last", func(s *slicing) {
			s.made(2, 3, 7, 8)
			s.Slices.Move([]int{1}, 0)
			s.made(5, 5)
		}, []string{"7-8", "2-3", "5-5"}},
		{"tag and comment", func(s *slicing) {
			s.made(2, 3)
			s.SetTag(0, "tag")
			s.SetComment(0, "why")
		}, []string{"2-3 tag why"}},
		{"resized, it keeps what is written on it", func(s *slicing) {
			s.made(2, 3)
			s.SetTag(0, "tag")
			s.ok(s.Stretch(0, -1, 2))
		}, []string{"1-5 tag"}},
		{"an end does not pass the other", func(s *slicing) {
			s.made(2, 4)
			s.ok(s.Stretch(0, 9, 0))
		}, []string{"4-4"}},
		{"nor the text's", func(s *slicing) {
			s.made(2, 4)
			s.ok(s.Stretch(0, -9, 99))
		}, []string{"1-10"}},
		{"attached to other lines", func(s *slicing) {
			s.made(2, 4)
			s.ok(s.Attach(0, 6, 7))
		}, []string{"6-7"}},
		{"split: the tag is of both, the comment of the first", func(s *slicing) {
			s.made(2, 6)
			s.SetTag(0, "tag")
			s.SetComment(0, "why")
			s.ok(s.Split(0, 4))
		}, []string{"2-3 tag why", "4-6 tag"}},
		{"joined with what is between", func(s *slicing) {
			s.made(2, 3, 7, 8)
			s.SetTag(0, "a")
			s.SetTag(1, "b")
			s.SetComment(1, "why")
			s.ok(s.Join(0))
		}, []string{"2-8 a+b why"}},
		{"joined in any order", func(s *slicing) {
			s.made(2, 3, 7, 8)
			s.Slices.Move([]int{1}, 0)
			s.ok(s.Join(0))
		}, []string{"2-8"}},
		{"deleted", func(s *slicing) {
			s.made(1, 1, 3, 3, 5, 5)
			s.Delete(0, 2)
		}, []string{"3-3"}},
		{"moved to the end", func(s *slicing) {
			s.made(1, 1, 3, 3, 5, 5)
			if at := s.Slices.Move([]int{0, 1}, 3); at != 1 {
				s.tb.Errorf("the first is at %d", at)
			}
		}, []string{"5-5", "1-1", "3-3"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newSlicing(t, map[string]string{"a.txt": poem})
			tt.do(s)
			s.ready()
			s.wantShape(tt.want...)
		})
	}
}

func TestWhatCannotBeDoneToSlicesSaysWhy(t *testing.T) {
	s := newSlicing(t, map[string]string{"a.txt": poem})
	s.made(2, 4)
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"a line beyond the text", func() error { _, err := s.Make(11, 12); return err }(), "has 10 lines"},
		{"splitting at the first line", s.Split(0, 2), "lines 3–4"},
		{"splitting elsewhere", s.Split(0, 9), "lines 3–4"},
		{"joining the last", s.Join(0), "no slice after"},
		{"no slice", s.Attach(7, 1, 1), "select a slice"},
		{"no slice to stretch", s.Stretch(-1, 1, 1), "select a slice"},
	}
	for _, tt := range tests {
		if tt.err == nil || !strings.Contains(tt.err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, tt.err, tt.want)
		}
	}
	s.wantShape("2-4")
}

func TestTheFirstSliceMakesTheViewModeCustom(t *testing.T) {
	s := newSlicing(t, map[string]string{"a.txt": poem})
	if _, shown := s.Shown(); !shown {
		t.Error("a file that is not in the dossier is said not to show its slices")
	}
	s.made(2, 3)
	if !s.Files().Has("a.txt") || s.mode() != models.Custom {
		t.Fatalf("in the dossier: %t, as %s", s.Files().Has("a.txt"), s.mode())
	}
	if !strings.Contains(s.Document().Text(), "Lines 2-3:\ntwo\nthree") {
		t.Errorf("the document has not the slice:\n%s", s.Document().Text())
	}
	s.Undo()
	if s.Files().Has("a.txt") {
		t.Error("one step back, the file that was added with its slice is still there")
	}
	s.Redo()

	// A mode that the user chose afterwards stays, and it is said that nothing shows.
	s.SetMode([]int{0}, models.Full)
	s.made(5, 6)
	if mode, shown := s.Shown(); mode != models.Full || shown {
		t.Errorf("the mode is %s, its slices shown: %t", mode, shown)
	}
	s.ShowSlices()
	if mode, shown := s.Shown(); mode != models.Custom || !shown {
		t.Errorf("the mode is %s, its slices shown: %t", mode, shown)
	}
}

// The window and the command line choose alike: see also TestAddSlice.
func TestTheFirstSliceOfAFileThatIsShownOtherwise(t *testing.T) {
	for before, after := range map[models.ViewMode]models.ViewMode{models.Summary: models.Custom, models.None: models.None} {
		s := newSlicing(t, map[string]string{"a.txt": poem})
		s.Add([]string{"a.txt"})
		s.SetMode([]int{0}, before)
		if _, shown := s.Shown(); shown != (after == models.Custom) {
			t.Errorf("%s: before there are slices it is said that they would be shown: %t", before, shown)
		}
		s.made(2, 3)
		if s.mode() != after {
			t.Errorf("%s: the first slice makes it %s, want %s", before, s.mode(), after)
		}
	}
}

func TestASliceOfAPatternGetsAnEntryOfItsOwn(t *testing.T) {
	s := newSlicing(t, map[string]string{"a.txt": poem, "b.txt": poem})
	s.AddPattern("*.txt")
	s.made(2, 3)
	s.want("a.txt", "b.txt")
	files := s.Composition().Files
	if len(files) != 2 || files[0].Path != "*.txt" || len(files[0].CustomSlices) != 0 || files[1].Path != "a.txt" {
		t.Errorf("the entries are %+v", files)
	}
}

func TestSlicesFollowTheDisk(t *testing.T) {
	t.Parallel()
	s := newSlicing(t, map[string]string{"a.txt": poem})
	s.made(2, 2, 4, 6, 9, 10)
	if s.Reloaded() {
		t.Error("a file that nobody touched is said to have changed")
	}
	changed := strings.Replace("zero\n"+poem, "five", "FIVE", 1)
	asked := 0
	s.until("the new text is shown", func() bool {
		// Now and then again: the system may not have begun to watch the folder yet.
		if asked++; asked%200 == 1 {
			s.write("a.txt", strings.Replace(changed, "nine\nten\n", "", 1))
		}
		s.Follow(s.changes)
		s.changes = 0
		return s.Lines() == 9
	})
	s.ready()
	s.wantShape("3-3 moved", "5-7 changed", "9-10 lost")
	if !s.Reloaded() {
		t.Error("it is not said that the file has changed")
	}
	if got := s.Outdated(); len(got) != 2 {
		t.Errorf("outdated are %v", got)
	}

	// Nothing moves by itself; what is offered is one step.
	if got := s.Files().Items()[0].CustomSlices[0].StartLine; got != 2 {
		t.Errorf("the stored line became %d without being asked", got)
	}
	s.ok(s.Update(s.Outdated()...))
	s.ready()
	s.wantShape("3-3", "5-7", "9-10 lost")
	if s.Reloaded() {
		t.Error("it is still said that the file has changed")
	}
	if err := s.Join(1); err == nil || !strings.Contains(err.Error(), "9–10 is lost") {
		t.Errorf("a lost slice was joined: %v", err)
	}
	s.ok(s.Attach(2, 8, 9))
	s.ready()
	s.wantShape("3-3", "5-7", "8-9")
	s.Undo()
	s.Undo()
	s.ready()
	s.wantShape("3-3 moved", "5-7 changed", "9-10 lost")

	// A file that is gone keeps its last text, of which nothing is made.
	if err := os.Remove(s.desk.path("a.txt")); err != nil {
		t.Fatal(err)
	}
	s.until("the file is gone", func() bool {
		s.Follow(s.changes)
		s.changes = 0
		return s.FileMissing()
	})
	if s.Lines() != 9 {
		t.Errorf("%d lines are left", s.Lines())
	}
	if _, err := s.Make(1, 1); err == nil || !strings.Contains(err.Error(), "not what is on the disk") {
		t.Errorf("a slice was made of a text that is gone: %v", err)
	}
}

func TestASliceWrittenByHandCanBeTiedToItsText(t *testing.T) {
	s := newSlicing(t, map[string]string{
		"a.txt":        poem,
		"dossier.toml": "schema = 1\n[[files.items]]\npath = \"a.txt\"\nview_mode = \"custom\"\n[[files.items.custom_slices]]\nstart_line = 3\nend_line = 4\nnote = \"mine\"\n",
	})
	s.wantShape("3-4 unchecked")
	s.ok(s.Update(0))
	s.ready()
	s.wantShape("3-4")
	if got := s.Files().Items()[0].CustomSlices[0].Extra["note"]; got != "mine" {
		t.Errorf("the unknown key became %v", got)
	}
}

func TestCostsAreEstimatedAndThenCounted(t *testing.T) {
	s := newSlicing(t, map[string]string{"a.txt": poem})
	if c := s.Slices.Cost(); c.N != 0 || !c.Exact {
		t.Errorf("no slices cost %+v", c)
	}
	must[int](t)(s.Make(2, 4))
	if c := s.Slices.List()[0].Cost; c.Exact || c.Pending || c.N == 0 {
		t.Errorf("at once the slice costs %+v", c)
	}
	s.changes |= change.Composition
	s.ready()
	one, all := s.Slices.List()[0].Cost, s.Slices.Cost()
	if !one.Exact || one.N == 0 || one != all {
		t.Errorf("counted, the slice costs %+v and all cost %+v", one, all)
	}
	s.made(6, 7)
	if two := s.Slices.Cost(); !two.Exact || two.N <= one.N {
		t.Errorf("two slices cost %+v after %+v", two, one)
	}
	if c := s.Estimate(1, 10); c.Exact || c.Pending || c.N == 0 {
		t.Errorf("lines cost %+v", c)
	}
	if c := s.Estimate(5, 99); !c.Pending {
		t.Errorf("lines that are not there cost %+v", c)
	}
}

func TestGoToUnderstands(t *testing.T) {
	s := newSlicing(t, map[string]string{"a.txt": "func Login\n120\nother login\nLogout\n"})
	s.Outline().Set([]editors.OutlineEntry{
		{Title: "Server", Path: "Server", Kind: code.Struct, Start: 1, End: 4},
		{Title: "Logout", Path: "Server.Logout", Kind: code.Method, Depth: 1, Start: 4, End: 4},
		{Title: "Log", Path: "Server.Log", Kind: code.Method, Depth: 1, Start: 2, End: 3},
	}, nil)
	tests := []struct {
		query string
		want  []editors.Target
	}{
		{"3", []editors.Target{{First: 3, Last: 3}}},
		{":2", []editors.Target{{First: 2, Last: 2}}},
		{"2-4", []editors.Target{{First: 2, Last: 4}}},
		{"2 – 3", []editors.Target{{First: 2, Last: 3}}},
		{"2-", []editors.Target{{First: 2, Last: 2}}},
		{"99", []editors.Target{{First: 4, Last: 4}}},
		{"0", []editors.Target{{First: 1, Last: 1}}},
		{"\"120\"", []editors.Target{{First: 2, Last: 2, Start: 0, End: 3}}},
		{"@log", []editors.Target{{First: 2, Last: 3}, {First: 4, Last: 4}}},
		{"@server.logout", []editors.Target{{First: 4, Last: 4}}},
		{"@erver", []editors.Target{{First: 1, Last: 4}, {First: 4, Last: 4}, {First: 2, Last: 3}}},
		{"@none", nil},
		{"login", []editors.Target{{First: 1, Last: 1, Start: 5, End: 10}, {First: 3, Last: 3, Start: 6, End: 11}}},
		{"Login", []editors.Target{{First: 1, Last: 1, Start: 5, End: 10}}},
		{"nowhere", []editors.Target{}},
		{"", nil},
	}
	for _, tt := range tests {
		var got []editors.Target
		asked := true
		s.GoTo(tt.query, func(targets []editors.Target, more bool) {
			got, asked = targets, false
			if more {
				t.Errorf("%q: there are more", tt.query)
			}
		})
		s.until("it is found", func() bool { return !asked })
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q: wrong targets (-want +got):\n%s", tt.query, diff)
		}
	}
}

func TestSymbolsAreTakenAsSlices(t *testing.T) {
	d := newDesk(t, map[string]string{"a.go": "package a\n\n// Login logs in.\nfunc Login() {\n\tprintln(1)\n}\n\nfunc Out() {}\n"})
	s := &slicing{desk: d, Slices: editors.Of(d).Slices("a.go", func() {})}
	defer s.Slices.Close()
	s.ready()
	if err := s.Outline().Err(); err != nil || s.Outline().Len() != 2 {
		t.Fatalf("%d symbols: %v", s.Outline().Len(), err)
	}
	e := s.Outline().Entry(0)
	if want := (editors.OutlineEntry{Title: "Login", Path: "Login", Kind: code.Function, Start: 3, End: 6}); e != want {
		t.Errorf("the symbol is %+v, want %+v", e, want)
	}
	must[int](t)(s.MakeTagged(e.Start, e.End, e.Path))
	s.wantShape("3-6 Login")
	if s.Around(5) != 0 || s.Around(8) != -1 {
		t.Errorf("line 5 is of slice %d, line 8 of %d", s.Around(5), s.Around(8))
	}
}

func TestALargeFileIsShownOnRequest(t *testing.T) {
	s := newSlicing(t, map[string]string{"a.txt": strings.Repeat(strings.Repeat("x", 99)+"\n", 20_000)})
	if s.Loaded() || !project.TooLarge(s.Slices.Err()) {
		t.Fatalf("loaded: %t, %v", s.Loaded(), s.Slices.Err())
	}
	s.RaiseLimit()
	s.ready()
	if s.Lines() != 20_000 {
		t.Fatalf("%d lines: %v", s.Lines(), s.Slices.Err())
	}
	s.made(10_000, 10_001)
	if err, ok := s.problem("a.txt"); !ok || err != nil {
		t.Errorf("in the document: %t, %v", ok, err)
	}
}

// kept returns the slices of the composition.
func (s *slicing) kept() []models.Slice {
	if row, ok := s.Files().RowOf("a.txt"); ok {
		return s.Files().Items()[row].CustomSlices
	}
	return nil
}

// problem returns what is wrong with a file in the document; false when it is not in it.
func (s *slicing) problem(path string) (error, bool) {
	row, ok := s.Files().RowOf(path)
	if !ok {
		return nil, false
	}
	item, ok := s.Session.Files().Shown(row)
	return item.Err, ok
}

// Every change is one step: as many steps back as there were changes give what was
// there, and as many forward what came of them.
func TestEveryChangeOfSlicesIsOneStep(t *testing.T) {
	s := newSlicing(t, map[string]string{"a.txt": poem})
	rapid.Check(t, func(t *rapid.T) {
		for s.Undo() {
		}
		states := [][]string{s.shape()}
		line := rapid.IntRange(1, 10)
		for range rapid.IntRange(1, 12).Draw(t, "changes") {
			n := len(s.kept())
			row := rapid.IntRange(0, max(0, n-1)).Draw(t, "row")
			a, b := line.Draw(t, "a"), line.Draw(t, "b")
			switch rapid.SampledFrom([]string{"make", "tag", "stretch", "split", "join", "delete", "move"}).Draw(t, "do") {
			case "make":
				s.Make(min(a, b), max(a, b))
			case "tag":
				s.SetTag(row, fmt.Sprint(a))
			case "stretch":
				s.Stretch(row, a-5, b-5)
			case "split":
				s.Split(row, a)
			case "join":
				s.Join(row)
			case "delete":
				s.Delete(row)
			case "move":
				s.Slices.Move([]int{row}, rapid.IntRange(0, n).Draw(t, "to"))
			}
			for _, p := range s.Slices.List() {
				if p.Start < 1 || p.Start > p.End || p.End > 10 || anchor.Resolve(poem, p.Slice).Health != anchor.Exact {
					t.Fatalf("a slice of %d to %d is %s", p.Start, p.End, anchor.Resolve(poem, p.Slice).Health)
				}
			}
			if now := s.shape(); !cmp.Equal(now, states[len(states)-1]) {
				states = append(states, now)
			}
		}
		// Changes that show nowhere here, such as the order of two that look alike, are steps
		// too: what counts is the states passed on the way.
		back := [][]string{s.shape()}
		for s.Undo() {
			if now := s.shape(); !cmp.Equal(now, back[0]) {
				back = append([][]string{now}, back...)
			}
		}
		if diff := cmp.Diff(states, back); diff != "" {
			t.Fatalf("the way back is another (-done +undone):\n%s", diff)
		}
	})
}

// A list is drawn at every change: its work must not grow with the text.
func BenchmarkSlicesOfALargeFile(b *testing.B) {
	s := newSlicing(b, map[string]string{"a.txt": strings.Repeat("if err != nil { return err }\n", 300_000)})
	s.RaiseLimit()
	s.ready()
	for i := range 20 {
		must[int](b)(s.Make(1+i*1000, 40+i*1000))
	}
	s.changes |= change.Composition
	s.ready()
	b.ReportAllocs()
	for b.Loop() {
		if len(s.Slices.List()) != 20 || s.Line(299_999) == "" {
			b.Fatal("not all is there")
		}
	}
}
