package discussion

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/chat"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/sessiontest"
)

const oneDiscussion = `active = "main"

[[discussions.main.history]]
role = "User"
content = "why?"

[[discussions.main.history]]
role = "AI"
content = "because"
`

// fake is a session with nothing but what the discussions ask of it.
type fake struct {
	*sessiontest.Desk
}

// newFake opens a project with a history file; an empty one is none.
func newFake(tb testing.TB, history string, state bool) (*fake, *Part) {
	tb.Helper()
	base, files := tb.TempDir(), map[string]string{}
	if history != "" {
		files[presets.HistoryName] = history
	}
	places := sessiontest.Places(base)
	if !state {
		places.State = ""
	}
	f := &fake{Desk: sessiontest.Open(tb, filepath.Join(base, "project"), places, files)}
	f.Saves = presets.NewState(places).Claim(f.Dir)
	tb.Cleanup(func() { f.Saves.Release(false) })
	p := New(f, f.Work)
	p.Load()
	return f, p
}

func (f *fake) file() (content string, there bool) {
	data, err := os.ReadFile(filepath.Join(f.Opened.Dir, presets.HistoryName))
	return string(data), err == nil
}

func lines(d models.Discussion) string {
	var out []string
	for _, e := range d.History {
		out = append(out, e.Role+": "+e.Content)
	}
	return strings.Join(out, ", ")
}

func TestAChangeIsReportedAndIsOneStep(t *testing.T) {
	f, p := newFake(t, oneDiscussion, true)
	p.Delay = time.Hour
	p.SetEntry(1, models.Entry{Role: "AI", Content: "b"})
	p.SetEntry(1, models.Entry{Role: "AI", Content: "be"})
	if got := lines(p.Active()); got != "User: why?, AI: be" || f.Changes != 2 || !p.Storing() {
		t.Errorf("%s after %d changes; to be stored: %t", got, f.Changes, p.Storing())
	}
	if diff := cmp.Diff([]string{"rebuild", "rebuild"}, f.Log); diff != "" {
		t.Errorf("wrong calls (-want +got):\n%s", diff)
	}
	f.Undo()
	if got := lines(p.Active()); got != "User: why?, AI: because" || !f.Empty() {
		t.Errorf("undo leaves %s", got)
	}
	f.Redo()
	if got := lines(p.Active()); got != "User: why?, AI: be" {
		t.Errorf("redo leaves %s", got)
	}
	p.SetEntry(1, models.Entry{Role: "AI", Content: "be"})
	p.Activate("main")
	if undo, _ := f.Next(); undo.Text != "edit an entry" {
		t.Errorf("%q is a step too", undo.Text)
	}
}

func TestWithoutAProjectNothingIsDone(t *testing.T) {
	f, p := newFake(t, "", true)
	f.Opened = nil
	p.InsertEntries(0, []models.Entry{{Role: "User", Content: "x"}})
	p.SetUnsent("User", "x")
	p.AddUnsent()
	if err := p.Finish(); err != nil || p.Storing() || len(p.All().List) != 0 || p.Unsent().Content != "" || !f.Empty() {
		t.Errorf("something was done: %v, %+v", err, p.All())
	}
	if diff := cmp.Diff([]string{project.ErrNone.Error()}, f.Log); diff != "" {
		t.Errorf("wrong answer (-want +got):\n%s", diff)
	}
}

func TestAChangeIsStoredByItself(t *testing.T) {
	f, p := newFake(t, "", true)
	p.Delay = 0
	if p.Storing() {
		t.Error("there is something to be stored though nothing was changed")
	}
	p.InsertEntries(0, []models.Entry{{Role: "User", Content: "typed"}})
	f.Until("it is done", func() bool { return !p.Storing() })
	if got, _ := f.file(); !strings.Contains(got, `content = "typed"`) {
		t.Errorf("the file holds\n%s", got)
	}
	if _, left := f.Saves.Discussions().Load(); left {
		t.Error("a journal is left")
	}
}

// The watcher's report of the program's own save is no change: steps stay.
func TestAReloadWaitsForTheSaveThatRuns(t *testing.T) {
	f, p := newFake(t, oneDiscussion, true)
	p.Delay = time.Hour
	p.InsertEntries(2, []models.Entry{{Role: "User", Content: "typed"}})
	p.StoreNow()
	p.Reload()
	p.SetEntry(0, models.Entry{Role: "User", Content: "meanwhile"})
	f.Until("it is done", func() bool { return !p.Saving() })
	if got := lines(p.Active()); got != "User: meanwhile, AI: because, User: typed" || len(p.All().List) != 1 || f.Empty() {
		t.Errorf("there are %s in %d discussions", got, len(p.All().List))
	}
	if !p.Storing() {
		t.Error("what was typed meanwhile is not stored")
	}
	if err := p.Finish(); err != nil {
		t.Fatal(err)
	}
	if got, _ := f.file(); !strings.Contains(got, "meanwhile") || p.Storing() {
		t.Errorf("in the end the file holds\n%s", got)
	}
}

func TestWhatAnotherProgramWroteIsJoined(t *testing.T) {
	f, p := newFake(t, oneDiscussion, true)
	p.Delay = time.Hour
	p.InsertEntries(0, []models.Entry{{Role: "User", Content: "mine"}})
	theirs := oneDiscussion + "\n[[discussions.main.history]]\nrole = \"AI\"\ncontent = \"theirs\"\n"
	if err := os.WriteFile(filepath.Join(f.Opened.Dir, presets.HistoryName), []byte(theirs), 0o644); err != nil {
		t.Fatal(err)
	}
	p.Reload()
	if got := lines(p.Active()); got != "User: mine, User: why?, AI: because, AI: theirs" || !f.Empty() {
		t.Errorf("there is %s; steps are left: %t", got, !f.Empty())
	}
}

func TestASaveThatFailsIsSaidOnceAndEndsWithAnErrorWhereNothingIsKept(t *testing.T) {
	for _, tt := range []struct {
		name  string
		state bool
		said  string
	}{
		{"the journal stays", true, "The discussion is stored on this computer only: {{.Problem}}"},
		{"there is no place for a journal", false, "The discussion is not saved: {{.Problem}}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, p := newFake(t, "schema = 99\n"+oneDiscussion, tt.state)
			p.Delay = time.Hour
			for _, content := range []string{"one", "two"} {
				p.InsertEntries(2, []models.Entry{{Role: "User", Content: content}})
				p.StoreNow()
				f.Until("it is done", func() bool { return !p.Saving() })
			}
			if diff := cmp.Diff([]string{"rebuild", tt.said, "rebuild"}, f.Log); diff != "" {
				t.Errorf("wrong calls (-want +got):\n%s", diff)
			}
			if err := p.Finish(); (err != nil) == tt.state {
				t.Errorf("in the end: %v", err)
			}
			if j, kept := f.Saves.Discussions().Load(); kept != tt.state || kept && !j.Value.Equal(p.All()) {
				t.Errorf("the journal is there: %t", kept)
			}
		})
	}
}

// A long text is read in the background, and only the newest counts; a file that is read
// meanwhile is not in its way.
func TestALongTextIsReadInTheBackground(t *testing.T) {
	f, p := newFake(t, "", true)
	name := filepath.Join(t.TempDir(), "export.json")
	if err := os.WriteFile(name, []byte(`[{"title": "Log in", "messages": [{"role": "user", "content": "why?"}]}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	long := func(word string) string { return "User: " + strings.Repeat(word+" ", readAtOnce/len(word)) }
	var read []string
	take := func(c chat.Chat) {
		word := ""
		if entries := c.Entries(); len(entries) > 0 {
			word = strings.Fields(entries[0].Content)[0]
		}
		read = append(read, word)
	}
	files := 0
	p.ReadChatFile(name, func(chat.Chat) { files++ })
	p.ReadChat(long("first"), take)
	p.ReadChat(long("second"), take)
	f.Until("it is done", func() bool { return !p.Reading() })
	if got := strings.Join(read, ","); got != ",,second" || files != 1 {
		t.Errorf("read %q, and %d files", got, files)
	}
}

func TestAnEntryThatTheDocumentDoesNotHoldIsPending(t *testing.T) {
	f, p := newFake(t, oneDiscussion, true)
	p.Delay = time.Hour
	p.IncludeEntries([]int{1}, false)
	f.Builds = true
	in, out := p.EntryCost(0), p.EntryCost(1)
	if !in.Pending || out.Pending || out.N == 0 || out.Exact || !p.Cost().Pending {
		t.Errorf("entries cost %+v and %+v, the section %+v", in, out, p.Cost())
	}
	if none := p.EntryCost(2); none.Pending || none.N != 0 {
		t.Errorf("no entry costs %+v", none)
	}
	if _, ok := p.BlockOfEntry(0); ok {
		t.Error("an empty document shows an entry")
	}
}

func TestEachChangeOfEntriesIsAStep(t *testing.T) {
	f, p := newFake(t, oneDiscussion, true)
	p.Delay = time.Hour
	steps := []struct {
		name string
		do   func()
		want string
	}{
		{"a role is another", func() { p.SetRole([]int{1}, "Critic\xff") }, "User: why?, Critic\ufffd: because"},
		{"the first is split", func() { p.SplitEntry(0, 3) }, "User: why, User: ?, Critic\ufffd: because"},
		{"and merged", func() { p.MergeEntry(0) }, "User: why\n\n?, Critic\ufffd: because"},
		{"they change places", func() { p.MoveEntries([]int{1}, 0) }, "Critic\ufffd: because, User: why\n\n?"},
		{"one goes", func() { p.DeleteEntries([]int{0}) }, "User: why\n\n?"},
		{"what is being written comes", func() { p.SetUnsent("AI", "so"); p.AddUnsent() }, "User: why\n\n?, AI: so"},
		{"conversations come", func() {
			p.Import([]chat.Conversation{{Number: 1, Title: "main", Entries: []models.Entry{{Role: "User", Content: "x"}}}})
		}, "User: x"},
		{"none come", func() { p.Import(nil) }, "User: x"},
	}
	for _, step := range steps {
		step.do()
		if got := lines(p.Active()); got != step.want {
			t.Fatalf("%s: %q, want %q", step.name, got, step.want)
		}
	}
	n := 0
	for ; f.Undo(); n++ {
	}
	if got := lines(p.Active()); got != "User: why?, AI: because" || n != 7 {
		t.Errorf("after %d steps back there is %q", n, got)
	}
}

func TestADiscussionThatIsNotThereIsAnError(t *testing.T) {
	for name, do := range map[string]func(*Part){
		"it is used":    func(p *Part) { p.Activate("none") },
		"it is deleted": func(p *Part) { p.Delete("none") },
		"it branches":   func(p *Part) { p.Branch(0) },
	} {
		t.Run(name, func(t *testing.T) {
			f, p := newFake(t, "", true)
			do(p)
			if len(f.Log) != 1 || !f.Empty() || p.Storing() {
				t.Errorf("said %q; to be stored: %t", f.Log, p.Storing())
			}
		})
	}
}

func TestTheCostOfEntriesIsThatOfTheirExcerpts(t *testing.T) {
	f, p := newFake(t, oneDiscussion, true)
	p.Delay = time.Hour
	in := f.Opened.Input()
	in.History = p.Active().History
	doc, err := f.Opened.Builder.Build(t.Context(), in, nil)
	if err != nil {
		t.Fatal(err)
	}
	f.Doc = doc
	p.SetExcerpts(ExcerptsOf(in.History))
	one, two := p.EntryCost(0), p.EntryCost(1)
	if one.Pending || one.N == 0 || one.N+two.N > p.Cost().N {
		t.Errorf("entries cost %+v and %+v, the section %+v", one, two, p.Cost())
	}
	for i := range in.History {
		block, ok := p.BlockOfEntry(i)
		if back, is := p.EntryOfBlock(block); !ok || !is || back != i {
			t.Errorf("entry %d is in block %d, which is of entry %d", i, block, back)
		}
	}
	want := Trimmed{In: 1, Out: 1, Cost: two}
	if diff := cmp.Diff(want, p.WouldTrimEntries(1)); diff != "" {
		t.Errorf("the last one (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, p.WouldTrimTokens(two.N)); diff != "" {
		t.Errorf("by tokens (-want +got):\n%s", diff)
	}
	p.TrimTokens(two.N)
	if h := p.Active().History; !h[0].Exclude || h[1].Exclude {
		t.Errorf("trimmed to %+v", h)
	}
}

// What was not stored is there again, once: the journal of this window, and those that other
// windows left.
func TestWhatWasNotStoredIsRestored(t *testing.T) {
	f, p := newFake(t, oneDiscussion, true)
	base := p.File().Digest()
	add := func(content string) models.Discussions {
		return p.All().Change("", func(d models.Discussion) models.Discussion {
			return d.Insert(2, models.Entry{Role: "User", Content: content})
		})
	}
	if err := f.Saves.Discussions().Save(t.Context(), presets.Journal[models.Discussions]{Base: base, Value: add("mine")}); err != nil {
		t.Fatal(err)
	}
	again := New(f, f.Work)
	again.Load()
	if got := lines(again.Active()); got != "User: why?, AI: because, User: mine" || len(f.Log) != 1 {
		t.Errorf("there is %q; said %q", got, f.Log)
	}
	if err := again.Finish(); err != nil {
		t.Fatal(err)
	}
	if got, _ := f.file(); !strings.Contains(got, "mine") {
		t.Errorf("the file holds\n%s", got)
	}
	if _, left := f.Saves.Discussions().Load(); left {
		t.Error("the journal is left")
	}
}

func TestTheNewestSearchCounts(t *testing.T) {
	f, p := newFake(t, oneDiscussion, true)
	var got []project.EntryMatch
	p.Find("why", func([]project.EntryMatch) { t.Error("an older search is told") })
	p.Find("cause", func(m []project.EntryMatch) { got = m })
	f.Until("it is done", func() bool { return got != nil })
	if diff := cmp.Diff([]project.EntryMatch{{Discussion: "main", Entry: 1, Start: 2, End: 7}}, got); diff != "" {
		t.Errorf("wrong places (-want +got):\n%s", diff)
	}
}

// TestUnsentOfAnotherWindow is appended to what is written here, once, and what is discarded comes back by undo.
func TestUnsentOfAnotherWindow(t *testing.T) {
	tests := []struct {
		name  string
		here  models.Entry
		left  presets.Unsaved
		lacks bool
		want  models.Entry
	}{
		{"nothing is here", models.Entry{}, presets.Unsaved{Unsent: "there", UnsentRole: "User"}, true, models.Entry{Role: "User", Content: "there"}},
		{"both", models.Entry{Role: "AI", Content: "here"}, presets.Unsaved{Unsent: "there", UnsentRole: "User"}, true, models.Entry{Role: "AI", Content: "here\n\nthere"}},
		{"it is here", models.Entry{Role: "AI", Content: "half a sentence"}, presets.Unsaved{Unsent: "half a sen"}, false, models.Entry{Role: "AI", Content: "half a sentence"}},
		{"nothing is there", models.Entry{Role: "AI", Content: "here"}, presets.Unsaved{}, false, models.Entry{Role: "AI", Content: "here"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, p := newFake(t, "", true)
			p.SetUnsent(tt.here.Role, tt.here.Content)
			if got := p.IsMissing(tt.left); got != tt.lacks {
				t.Errorf("it lacks something: %t", got)
			}
			p.Join(tt.left)
			if diff := cmp.Diff(tt.want, p.Unsent()); diff != "" || p.IsMissing(tt.left) {
				t.Errorf("wrong entry (-want +got):\n%s", diff)
			}
			old := p.Discard()
			if p.Unsent().Content != "" {
				t.Errorf("after discarding, %+v is here", p.Unsent())
			}
			back := old.Current()
			old.Restore()
			if diff := cmp.Diff(tt.want, p.Unsent()); diff != "" {
				t.Errorf("after undo (-want +got):\n%s", diff)
			}
			if back.Restore(); p.Unsent().Content != "" {
				t.Errorf("after redo, %+v is here", p.Unsent())
			}
		})
	}
}
