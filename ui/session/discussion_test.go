package session

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/chat"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/features/discussion"
	"dossier/ui/project"
)

const twoDiscussions = `active = "main"

[[discussions.main.history]]
role = "User"
content = "why does login fail?"

[[discussions.main.history]]
role = "AI"
content = "because"

[[discussions.other.history]]
role = "Critic"
content = "Login is fine"
`

// entryLines returns the active discussion as "role: content" lines, excluded ones in brackets.
func (d *desk) entryLines() []string {
	lines := []string{}
	for _, e := range discussion.Of(d).Active().History {
		line := e.Excerpt()
		if e.Exclude {
			line = "(" + line + ")"
		}
		lines = append(lines, line)
	}
	return lines
}

func (d *desk) wantEntries(want ...string) {
	d.tb.Helper()
	if diff := cmp.Diff(append([]string{}, want...), d.entryLines()); diff != "" {
		d.tb.Errorf("wrong discussion (-want +got):\n%s", diff)
	}
}

func TestEveryChangeOfADiscussionIsOneStep(t *testing.T) {
	d := newDesk(t, map[string]string{presets.HistoryName: twoDiscussions})
	user, ai := "User: why does login fail?", "AI: because"
	tests := []struct {
		name string
		do   func()
		want []string
	}{
		{"insert", func() {
			discussion.Of(d).InsertEntries(1, []models.Entry{{Role: "Tool", Content: "x"}, {Role: "User", Content: "y"}})
		}, []string{user, "Tool: x", "User: y", ai}},
		{"edit", func() { discussion.Of(d).SetEntry(1, models.Entry{Role: "AI", Content: "of this"}) }, []string{user, "AI: of this"}},
		{"delete", func() { discussion.Of(d).DeleteEntries([]int{0}) }, []string{ai}},
		{"move", func() { discussion.Of(d).MoveEntries([]int{1}, 0) }, []string{ai, user}},
		{"split", func() { discussion.Of(d).SplitEntry(0, len("why does ")) }, []string{"User: why does", "User: login fail?", ai}},
		{"merge", func() { discussion.Of(d).MergeEntry(0) }, []string{"User: why does login fail?\n\nAI: because"}},
		{"leave out", func() { discussion.Of(d).IncludeEntries([]int{0}, false) }, []string{"(" + user + ")", ai}},
		{"trim", func() { discussion.Of(d).TrimEntries(1) }, []string{"(" + user + ")", ai}},
		{"trim to tokens", func() { discussion.Of(d).TrimTokens(1) }, []string{"(" + user + ")", "(" + ai + ")"}},
		{"use another", func() { discussion.Of(d).Activate("other") }, []string{"Critic: Login is fine"}},
		{"begin another", func() { _ = discussion.Of(d).Begin("third") }, nil},
		{"branch", func() { discussion.Of(d).Branch(0) }, []string{user}},
		{"rename", func() { _ = discussion.Of(d).Rename("main", "login") }, []string{user, ai}},
		{"delete the whole", func() { discussion.Of(d).Delete("main") }, []string{"Critic: Login is fine"}},
	}
	before := discussion.Of(d).All()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.do()
			d.wantEntries(tt.want...)
			after := discussion.Of(d).All()
			d.settle()
			if shown, want := d.Document().Text(), strings.Join(excerpts(discussion.Of(d).Active().History), "\n\n---\n\n"); !strings.Contains(shown, want) {
				t.Errorf("the document does not follow:\n%s", shown)
			}
			if !d.Undo() || !discussion.Of(d).All().Equal(before) {
				t.Errorf("undo leaves %+v", discussion.Of(d).All())
			}
			if !d.Redo() || !discussion.Of(d).All().Equal(after) {
				t.Errorf("redo leaves %+v", discussion.Of(d).All())
			}
			d.Undo()
			if undo, _ := d.UndoLabels(); undo.Text != "" {
				t.Errorf("%q was a step too", english(undo))
			}
		})
	}
}

func excerpts(history []models.Entry) []string {
	var out []string
	for _, e := range history {
		if !e.Exclude {
			out = append(out, fmt.Sprintf("### Discussion Excerpt %d\n\n%s", len(out)+1, e.Excerpt()))
		}
	}
	return out
}

func TestLettersTypedIntoAnEntryAreOneStep(t *testing.T) {
	d := newDesk(t, map[string]string{presets.HistoryName: twoDiscussions})
	old := discussion.Of(d).Active().History[1]
	for _, text := range []string{"b", "bu", "but"} {
		e := old
		e.Content = text
		discussion.Of(d).SetEntry(1, e)
	}
	d.SetInstruction("!")
	d.SetInstruction("!!")
	d.Undo()
	d.wantEntries("User: why does login fail?", "AI: but")
	d.Undo()
	d.wantEntries("User: why does login fail?", "AI: because")
}

func TestTheFirstEntryMakesADiscussion(t *testing.T) {
	d := newDesk(t, nil)
	discussion.Of(d).ReadChat("hello", func(c chat.Chat) { discussion.Of(d).InsertEntries(0, c.Entries()) })
	if all := discussion.Of(d).All(); len(all.List) != 1 || all.Active != "main" || discussion.Of(d).Active().Name != "main" {
		t.Errorf("there are %+v", all)
	}
	if e := discussion.Of(d).Active().History[0]; e.Role != "User" || e.Content != "hello" || e.Time.IsZero() {
		t.Errorf("the entry is %+v", e)
	}
}

func TestAnEntryCostsWhatItsExcerptDoes(t *testing.T) {
	d := newDesk(t, map[string]string{presets.HistoryName: twoDiscussions})
	sum := 0
	for i := range discussion.Of(d).Active().History {
		cost := discussion.Of(d).EntryCost(i)
		if cost.Pending || !cost.Exact || cost.N == 0 {
			t.Errorf("entry %d costs %+v", i, cost)
		}
		sum += cost.N
	}
	heading := d.Document().Block(0).Tokens.N
	if total := d.Document().Tokens.N; sum+heading != total {
		t.Errorf("the entries cost %d, the heading %d and the document %d", sum, heading, total)
	}
	discussion.Of(d).InsertEntries(2, []models.Entry{{Role: "User", Content: "one more"}})
	if !discussion.Of(d).EntryCost(2).Pending || discussion.Of(d).EntryCost(0).Pending {
		t.Error("only a new entry is pending")
	}
	discussion.Of(d).IncludeEntries([]int{2}, false)
	d.settle()
	if cost := discussion.Of(d).EntryCost(2); cost.Pending || cost.Exact || cost.N == 0 {
		t.Errorf("an entry that is left out costs %+v", cost)
	}
}

func TestAllDiscussionsAreSearched(t *testing.T) {
	d := newDesk(t, map[string]string{presets.HistoryName: twoDiscussions})
	search := func(query string) []project.EntryMatch {
		found, err := project.SearchEntries(t.Context(), d.project.Discussions().All(), query)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	want := []project.EntryMatch{{Discussion: "main", Entry: 0, Start: 9, End: 14}, {Discussion: "other", Entry: 0, Start: 0, End: 5}}
	if diff := cmp.Diff(want, search("login")); diff != "" {
		t.Errorf("wrong places (-want +got):\n%s", diff)
	}
	if got := search("Login"); len(got) != 1 || got[0].Discussion != "other" {
		t.Errorf("a query with a capital is found at %v", got)
	}
}
