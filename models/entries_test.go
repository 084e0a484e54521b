package models

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// talkOf returns a discussion of "role: content" lines; a leading bracket marks an excluded
// entry, a line without a role a bare string.
func talkOf(lines ...string) Discussion {
	d := Discussion{Name: "main"}
	for _, line := range lines {
		var e Entry
		line, e.Exclude = strings.CutPrefix(line, "(")
		role, content, ok := strings.Cut(line, ": ")
		if e.Role, e.Content = role, content; !ok {
			e.Role, e.Content, e.Plain = "", line, true
		}
		d.History = append(d.History, e)
	}
	return d
}

func linesOf(d Discussion) []string {
	out := []string{}
	for _, e := range d.History {
		line := e.Content
		if !e.Plain {
			line = e.Role + ": " + line
		}
		if e.Exclude {
			line = "(" + line
		}
		out = append(out, line)
	}
	return out
}

func TestOperationsOnEntries(t *testing.T) {
	abc := talkOf("U: a", "A: b", "U: c")
	one := func(int) int { return 1 }
	tests := []struct {
		name string
		got  Discussion
		want []string
	}{
		{"insert in front", abc.Insert(0, Entry{Role: "S", Content: "x"}), []string{"S: x", "U: a", "A: b", "U: c"}},
		{"insert beyond the end is at the end", abc.Insert(99, Entry{Role: "S", Content: "x"}), []string{"U: a", "A: b", "U: c", "S: x"}},
		{"set", abc.Set(1, Entry{Role: "S", Content: "x"}), []string{"U: a", "S: x", "U: c"}},
		{"set beyond the end is nothing", abc.Set(3, Entry{}), linesOf(abc)},
		{"a bare string with a role is a table", talkOf("a").Set(0, Entry{Role: "U", Content: "a", Plain: true}), []string{"U: a"}},
		{"delete", abc.Delete([]int{0, 2, 9, -1}), []string{"A: b"}},
		{"move down", abc.Move([]int{0}, 2), []string{"A: b", "U: a", "U: c"}},
		{"move up", abc.Move([]int{2}, 0), []string{"U: c", "U: a", "A: b"}},
		{"move several to the end", abc.Move([]int{0, 1}, 3), []string{"U: c", "U: a", "A: b"}},
		{"split", talkOf("U: abc").Split(0, 1), []string{"U: a", "U: bc"}},
		{"split inside a character is before it", talkOf("U: aé").Split(0, 2), []string{"U: a", "U: é"}},
		{"split at an end is nothing", abc.Split(0, 0).Split(1, 99), linesOf(abc)},
		{"split an excluded one", talkOf("(U: ab").Split(0, 1), []string{"(U: a", "(U: b"}},
		{"merge two of one role", talkOf("U: a", "U: b").Merge(0), []string{"U: a\n\nb"}},
		{"merge two of different roles", abc.Merge(0), []string{"U: a\n\nA: b", "U: c"}},
		{"merge at a line end", talkOf("U: a\n", "U: b").Merge(0), []string{"U: a\nb"}},
		{"merge with nothing", talkOf("U: a", "U: ").Merge(0), []string{"U: a"}},
		{"merge the last is nothing", abc.Merge(2), linesOf(abc)},
		{"exclude", abc.Include([]int{1, 7}, false), []string{"U: a", "(A: b", "U: c"}},
		{"include", talkOf("(U: a", "(A: b").Include([]int{0}, true), []string{"U: a", "(A: b"}},
		{"trim", abc.Trim(1), []string{"(U: a", "(A: b", "U: c"}},
		{"trim to more than there are", abc.Trim(9), linesOf(abc)},
		{"trim takes nothing in", talkOf("U: a", "(A: b", "U: c").Trim(2), []string{"(U: a", "(A: b", "U: c"}},
		{"trim to tokens", abc.TrimTokens(2, one), []string{"(U: a", "A: b", "U: c"}},
		{"excluded ones cost nothing", talkOf("U: a", "(A: b", "U: c").TrimTokens(2, one), []string{"U: a", "(A: b", "U: c"}},
		{"no tokens at all", abc.TrimTokens(0, one), []string{"(U: a", "(A: b", "(U: c"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, linesOf(tt.got)); diff != "" {
				t.Errorf("wrong entries (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{"U: a", "A: b", "U: c"}, linesOf(abc)); diff != "" {
				t.Errorf("the discussion before was changed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWhatWasSplitAtALineIsMergedAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := rapid.StringMatching(`([a-zé]{0,3}\n?){0,6}`).Draw(t, "content")
		at := strings.IndexByte(content, '\n') + 1
		d := talkOf("U: " + content)
		if got := d.Split(0, at); len(got.History) == 2 && !got.Merge(0).Equal(d) {
			t.Fatalf("%q is split to %q and merged to %q", content, linesOf(got), linesOf(got.Merge(0)))
		}
	})
}

func TestDiscussionsByName(t *testing.T) {
	d := Discussions{List: []Discussion{talkOf("U: a", "U: b")}}
	d, err := d.Branch("main", 0, d.FreeName("main"))
	if err != nil || d.Active != "main (2)" || len(d.List[1].History) != 1 {
		t.Fatalf("branching gives %+v, %v", d, err)
	}
	if free := d.FreeName("main (2)"); free != "main (3)" {
		t.Errorf("the next free name is %q", free)
	}
	d, _ = d.Rename("main (2)", "other")
	if d.Active != "other" {
		t.Errorf("after the renaming %q is active", d.Active)
	}
	d, _ = d.Delete("other")
	if d.Active != "main" {
		t.Errorf("after the deletion %q is active", d.Active)
	}
	for name, err := range map[string]error{
		"a name that is taken":    second(d.New("main")),
		"no name":                 second(d.New(" ")),
		"a name of two lines":     second(d.New("a\nb")),
		"a long name":             second(d.New(strings.Repeat("x", 101))),
		"renaming what is not":    second(d.Rename("gone", "x")),
		"using what is not":       second(d.Activate("gone")),
		"deleting what is not":    second(d.Delete("gone")),
		"branching what is not":   second(d.Branch("gone", 0, "x")),
		"branching at no entry":   second(d.Branch("main", 9, "x")),
		"branching to an old one": second(d.Branch("main", 0, "main")),
	} {
		if err == nil {
			t.Errorf("%s is no error", name)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestChangingADiscussionKeepsTheActiveOne(t *testing.T) {
	add := func(d Discussion) Discussion { return d.Insert(0, Entry{Content: "x"}) }
	tests := []struct {
		name, of     string
		before       Discussions
		active, next string // active is the stored name, next the one that is then shown
	}{
		{"the first entry", "", Discussions{}, "main", "main"},
		{"the only one needs no mark", "", Discussions{List: []Discussion{{Name: "a"}}}, "", "a"},
		{"another one does not take its place", "b", Discussions{List: []Discussion{{Name: "a"}}}, "a", "a"},
		{"another one beside several without a mark", "c", Discussions{List: []Discussion{{Name: "b"}, {Name: "a"}}}, "b", "b"},
		{"of several without a mark the first is changed, and not marked", "", Discussions{List: []Discussion{{Name: "b"}, {Name: "a"}}}, "", "b"},
		{"a mark for one that is not there stays", "", Discussions{Active: "b", List: []Discussion{{Name: "a"}}}, "b", "a"},
		{"the one of the mark when it is the first", "", Discussions{Active: "b"}, "b", "b"},
		{"the one of the mark does not take the place of the one that is shown", "b", Discussions{Active: "b", List: []Discussion{{Name: "a"}}}, "a", "a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			after := tt.before.Change(tt.of, add)
			now, _ := after.Current()
			if after.Active != tt.active || now.Name != tt.next {
				t.Errorf("the file says %q and %q is shown", after.Active, now.Name)
			}
		})
	}
}

// edits draws a list based on base, with added, changed, moved and deleted entries. New contents
// include a name, so that two sides never write the same by chance.
func edits(t *rapid.T, base Discussion, side string) Discussion {
	d := base
	for k := range rapid.IntRange(0, 4).Draw(t, side+" edits") {
		n := len(d.History)
		i := rapid.IntRange(0, max(n-1, 0)).Draw(t, "entry")
		e := Entry{Role: "U", Content: fmt.Sprint(side, k)}
		switch rapid.IntRange(0, 3).Draw(t, "what") {
		case 0:
			d = d.Insert(rapid.IntRange(0, n).Draw(t, "at"), e)
		case 1:
			d = d.Set(i, e)
		case 2:
			d = d.Delete([]int{i})
		case 3:
			d = d.Move([]int{i}, rapid.IntRange(0, n).Draw(t, "to"))
		}
	}
	return d
}

// For any changes on two sides: a change by only one side is adopted, every entry written by
// either is present, and entries without a conflict are in one discussion.
func TestMergeLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := talkOf()
		for i := range rapid.IntRange(0, 6).Draw(t, "entries") {
			base.History = append(base.History, Entry{Role: "U", Content: fmt.Sprint("base", i%rapid.IntRange(1, 6).Draw(t, "different"))})
		}
		mine, theirs := edits(t, base, "mine"), edits(t, base, "theirs")
		all := func(d Discussion) Discussions { return Discussions{Active: "main", List: []Discussion{d}} }
		merged, forks := MergeDiscussions(all(base), all(mine), all(theirs))
		switch {
		case mine.Equal(base) && !merged.List[0].Equal(theirs):
			t.Fatalf("theirs alone gives %q, want %q", linesOf(merged.List[0]), linesOf(theirs))
		case theirs.Equal(base) && !merged.List[0].Equal(mine):
			t.Fatalf("mine alone gives %q, want %q", linesOf(merged.List[0]), linesOf(mine))
		case len(forks) > 0 && (!merged.List[0].Equal(theirs) || !slices.EqualFunc(merged.List[1].History, mine.History, Entry.Equal) || merged.Active != merged.List[1].Name):
			t.Fatalf("in conflict it gives %+v", merged)
		}
		var have []string
		for _, d := range merged.List {
			have = append(have, linesOf(d)...)
		}
		for _, side := range []Discussion{mine, theirs} {
			for _, line := range linesOf(side) {
				if !strings.HasPrefix(line, "U: base") && !slices.Contains(have, line) {
					t.Fatalf("%q is lost of %q and %q: %q", line, linesOf(mine), linesOf(theirs), have)
				}
			}
		}
		joined, _ := JoinDiscussions(all(mine), all(theirs))
		have = nil
		for _, d := range joined.List {
			have = append(have, linesOf(d)...)
		}
		for _, line := range slices.Concat(linesOf(mine), linesOf(theirs)) {
			if !slices.Contains(have, line) {
				t.Fatalf("%q is lost of %q and %q: %q", line, linesOf(mine), linesOf(theirs), have)
			}
		}
	})
}

// Origins matches equal entries, in order, each once.
func TestOrigins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) []Entry {
			var out []Entry
			for _, n := range rapid.SliceOfN(rapid.IntRange(0, 4), 0, 8).Draw(t, label) {
				out = append(out, Entry{Content: fmt.Sprint(n)})
			}
			return out
		}
		from, to := draw("from"), draw("to")
		last := -1
		for j, i := range Origins(from, to) {
			if i >= 0 {
				if i <= last || !from[i].Equal(to[j]) {
					t.Fatalf("%v in %v is %v", to, from, Origins(from, to))
				}
				last = i
			}
		}
	})
}

func BenchmarkMerge(b *testing.B) {
	base := Discussion{Name: "main"}
	for i := range 10_000 {
		base.History = append(base.History, Entry{Role: "User", Content: strings.Repeat(fmt.Sprint(i), 100)})
	}
	mine := base.Trim(100)
	theirs := base.Insert(5_000, Entry{Content: "x"}).Move([]int{1}, 9_000)
	all := func(d Discussion) Discussions { return Discussions{Active: "main", List: []Discussion{d}} }
	b.ReportAllocs()
	for b.Loop() {
		MergeDiscussions(all(base), all(mine), all(theirs))
	}
}

func TestDiscussionsAreAddedUnderNamesOfTheirOwn(t *testing.T) {
	named := func(names ...string) (list []Discussion) {
		for _, name := range names {
			list = append(list, Discussion{Name: name, History: []Entry{{Content: name}}})
		}
		return list
	}
	tests := []struct {
		name   string
		to     Discussions
		add    []Discussion
		want   []string
		active string // stored value
	}{
		{"the first ones", Discussions{}, named("a", "b"), []string{"a", "b"}, "a"},
		{"in the place of a mark for none", Discussions{Active: "x"}, named("a"), []string{"a"}, "a"},
		{"beside one without a mark", Discussions{List: named("m")}, named("a"), []string{"a"}, "m"},
		{"beside a mark for one that is not there", Discussions{Active: "a", List: named("m")}, named("b"), []string{"b"}, "m"},
		{"none", Discussions{List: named("m")}, nil, nil, ""},
		{"names that are taken", Discussions{Active: "a", List: named("a", "a (3)")}, named("a", "a", "a (3)", "a"), []string{"a (2)", "a (4)", "a (5)", "a (6)"}, "a"},
		{"what cannot be a name", Discussions{}, named("", " \n", "a\tb\x00", "\xff", strings.Repeat("é", 101)), []string{"main", "main (2)", "a b", "\ufffd", strings.Repeat("é", 89) + "…"}, "main"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, names := tt.to.Add(tt.add...)
			if diff := cmp.Diff(tt.want, names); diff != "" {
				t.Errorf("wrong names (-want +got):\n%s", diff)
			}
			if got.Active != tt.active {
				t.Errorf("the file says %q, want %q", got.Active, tt.active)
			}
			for i, name := range names {
				one, ok := got.Find(name)
				if !ok || len(one.History) != 1 || one.History[0].Content != tt.add[i].Name {
					t.Errorf("%q holds %v", name, one.History)
				}
			}
			if len(got.List) != len(tt.to.List)+len(tt.add) {
				t.Errorf("there are %d discussions", len(got.List))
			}
		})
	}
}
