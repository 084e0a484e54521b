package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/chat"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/kit"
	"dossier/ui/kit/edit"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
)

// talkStage is a stage whose project has discussions, with their tab in front.
func talkStage(t testing.TB, history string) *stage {
	t.Helper()
	s := newStage(t, parttest.Places(t))
	dir := t.TempDir()
	for name, content := range map[string]string{presets.HistoryName: history, "a.txt": "a\n"} {
		if content == "" {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.Open(dir)
	s.Settle()
	s.showTab(discussionID)
	return s
}

const twoTalks = `active = "main"

[[discussions.main.history]]
role = "User"
content = "why does login fail?"

[[discussions.main.history]]
role = "AI"
content = "because the name is empty"

[[discussions.other.history]]
role = "User"
content = "Login again"
`

// entries returns the active discussion as "role: content" lines, those that are left out
// in brackets.
func (s *stage) entries() []string {
	lines := []string{}
	for _, e := range s.session.Discussion().Active().History {
		line := e.Excerpt()
		if e.Exclude {
			line = "(" + line + ")"
		}
		lines = append(lines, line)
	}
	return lines
}

func (s *stage) wantEntries(want ...string) {
	s.t.Helper()
	if diff := cmp.Diff(append([]string{}, want...), s.entries()); diff != "" {
		s.t.Errorf("wrong entries (-want +got):\n%s", diff)
	}
}

// typed types into what has the focus, letter by letter.
func (s *stage) typed(text string) {
	for _, r := range text {
		s.win.Canvas().Focused().TypedRune(r)
	}
}

// press presses a key with modifiers, as the driver tells of it.
func (s *stage) pressed(name fyne.KeyName, mods fyne.KeyModifier) {
	focused := s.win.Canvas().Focused()
	if mods == 0 {
		focused.TypedKey(&fyne.KeyEvent{Name: name})
		return
	}
	focused.(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{KeyName: name, Modifier: mods})
}

// choose chooses an item of a menu by its text.
func choose(t testing.TB, items []kit.MenuItem, text string) {
	t.Helper()
	for _, item := range items {
		if item.Text == text {
			item.Action()
			return
		}
	}
	t.Fatalf("no %q in the menu", text)
}

func TestEntriesByKeyboard(t *testing.T) {
	user, ai := "User: why does login fail?", "AI: because the name is empty"
	tests := []struct {
		name string
		do   func(*stage)
		want []string
	}{
		{"write in an entry", func(s *stage) {
			s.pressed(fyne.KeyReturn, 0)
			s.typed(" And how?")
			s.pressed(fyne.KeyReturn, ctrl)
		}, []string{user + " And how?", ai}},
		{"escape keeps what was typed", func(s *stage) {
			s.pressed(fyne.KeyReturn, 0)
			s.typed("!")
			s.pressed(fyne.KeyEscape, 0)
		}, []string{user + "!", ai}},
		{"split at the cursor", func(s *stage) {
			s.pressed(fyne.KeyReturn, 0)
			s.discussion.list.Editing()
			s.win.Canvas().Focused().(*edit.Editor).SetCaret(len("why does "))
			s.pressed(fyne.KeyReturn, ctrl|shift)
			s.typed("the ")
		}, []string{"User: why does", "User: the login fail?", ai}},
		{"leave out", func(s *stage) { s.pressed(fyne.KeySpace, 0) }, []string{"(" + user + ")", ai}},
		{"delete", func(s *stage) { s.pressed(fyne.KeyDelete, 0) }, []string{ai}},
		{"duplicate", func(s *stage) { s.pressed(fyne.KeyD, ctrl) }, []string{user, user, ai}},
		{"merge with the next", func(s *stage) { s.pressed(fyne.KeyJ, ctrl) }, []string{user + "\n\n" + ai}},
		{"move down", func(s *stage) { s.pressed(fyne.KeyDown, alt) }, []string{ai, user}},
		{"move up at the start does nothing", func(s *stage) { s.pressed(fyne.KeyUp, alt) }, []string{user, ai}},
		{"write the next one", func(s *stage) {
			s.key(fyne.KeyN, ctrl)
			s.typed("next")
			s.pressed(fyne.KeyReturn, ctrl)
		}, []string{user, ai, "User: next"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := talkStage(t, twoTalks)
			s.key(fyne.Key4, alt)
			s.discussion.list.SetCursor(0)
			tt.do(s)
			s.wantEntries(tt.want...)
			s.key(fyne.KeyZ, ctrl)
			for undo, _ := s.session.UndoLabels(); undo.Text != ""; undo, _ = s.session.UndoLabels() {
				s.session.Undo()
			}
			s.wantEntries(user, ai)
			s.Settle()
		})
	}
}

func TestUndoInAnEntryIsTheEditorsFirst(t *testing.T) {
	s := talkStage(t, twoTalks)
	s.discussion.list.SetCursor(1)
	s.session.Discussion().IncludeEntries([]int{0}, false)
	s.key(fyne.Key4, alt)
	s.pressed(fyne.KeyReturn, 0)
	s.typed(" twice")
	undo := func() { s.win.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutUndo{}) }
	undo()
	s.wantEntries("(User: why does login fail?)", "AI: because the name is empty")
	undo()
	s.wantEntries("User: why does login fail?", "AI: because the name is empty")
}

func TestEntriesByMenu(t *testing.T) {
	user, ai := "User: why does login fail?", "AI: because the name is empty"
	s := talkStage(t, twoTalks)
	d := s.discussion
	choose(t, d.menu(1, -1), "Leave out from the start to here")
	s.wantEntries("("+user+")", "("+ai+")")
	choose(t, d.menu(0, -1), "Take in from here to the end")
	s.wantEntries(user, ai)
	choose(t, d.roles(1), "Tool")
	s.wantEntries(user, "Tool: because the name is empty")
	choose(t, d.menu(1, len("because ")), "Split here")
	s.wantEntries(user, "Tool: because", "Tool: the name is empty")
	choose(t, d.menu(0, -1), "Branch here")
	s.wantEntries(user)
	choose(t, d.discussions(), "other")
	s.wantEntries("User: Login again")
	choose(t, d.discussions(), "Delete this discussion")
	if names := s.session.Discussion().All().List; len(names) != 2 {
		t.Errorf("there are %d discussions, want 2", len(names))
	}
}

// The discussion that is shown because none is named can be chosen too, which ends the warning.
func TestTheFirstDiscussionIsChosen(t *testing.T) {
	s := talkStage(t, strings.TrimPrefix(twoTalks, `active = "main"`))
	s.wantEntries("User: why does login fail?", "AI: because the name is empty")
	if warnings := fmt.Sprint(s.session.Warnings()); !strings.Contains(warnings, `the first one, "main", is used`) {
		t.Errorf("the warnings are %s", warnings)
	}
	choose(t, s.discussion.discussions(), "main")
	if active := s.session.Discussion().All().Active; active != "main" {
		t.Errorf("the active discussion is %q", active)
	}
}

func TestAnExcerptAndItsEntryLeadToEachOther(t *testing.T) {
	s := talkStage(t, twoTalks)
	choose(t, s.discussion.menu(1, -1), "Show in the preview")
	line := s.preview.view.CursorLine()
	if got := s.session.Preview().Line(line).Text; got != "### Discussion Excerpt 2" {
		t.Errorf("the preview shows %q", got)
	}
	s.showTab(contextID)
	s.preview.jump(line + 2)
	if s.tab != discussionID || s.discussion.list.Cursor() != 1 {
		t.Errorf("the excerpt leads to entry %d of the tab %s", s.discussion.list.Cursor(), s.tab)
	}
}

func TestSearchInDiscussions(t *testing.T) {
	s := talkStage(t, twoTalks)
	d := s.discussion.search
	d.find.SetText("login")
	s.Until("it is found", func() bool { return len(d.matches) == 2 })
	if found, current := d.in(0); len(found) != 1 || current != 0 || d.found.Text() != "1 / 1" {
		t.Errorf("found %v, at %d, %q", found, current, d.found.Text())
	}
	d.open(true)
	if !d.listing() || d.Len() != 2 || d.Row(1).Cells[0].Text != "other" {
		t.Error("what was found in other discussions is not listed")
	}
	d.visit(1)
	s.Until("the other discussion is there", func() bool { return len(d.here) == 1 && d.here[0].Discussion == "other" })
	s.wantEntries("User: Login again")
	if found, current := d.in(0); len(found) != 1 || current != 0 || d.listing() {
		t.Errorf("it is not shown: %v, at %d", found, current)
	}
}

func TestAPastedChatIsShownBeforeItIsAdded(t *testing.T) {
	s := talkStage(t, "")
	s.app.Clipboard().SetContent("User: one\nAI: two\n")
	s.discussion.pasteDialog()
	s.wantEntries()
	s.dialogs.TypedKey(fyne.KeyReturn)
	s.wantEntries("User: one", "AI: two")
	if s.dialogs.Front() != nil {
		t.Error("the dialog is still there")
	}
	s.undo()
	s.wantEntries()
}

const threeChats = `[{"title": "Log in fails", "create_time": 1795255200, "messages": [{"role": "user", "content": "why?"}, {"role": "assistant", "content": "because"}]},
{"title": "Plans", "messages": [{"role": "user", "content": "what next?"}]},
{"title": "Login again", "messages": [{"role": "user", "content": "still"}]}]`

// Of several conversations a person chooses, by their titles; each becomes a discussion, in
// one step.
func TestConversationsAreChosen(t *testing.T) {
	s := talkStage(t, twoTalks)
	d := s.discussion.pasteText(threeChats)
	list, filter, count := d.many.rows, d.many.filter, d.many.count
	if list.Len() != 3 || count.Text() != "0 of 3 conversations become discussions" {
		t.Fatalf("%d conversations are shown: %s", list.Len(), count.Text())
	}
	cells := list.Row(0).Cells
	if cells[1].Text != "Log in fails" || cells[2].Text != "2026-11-21" || cells[3].Text != "2 entries" {
		t.Errorf("the first row is %+v", cells)
	}
	s.dialogs.TypedKey(fyne.KeyReturn)
	if s.dialogs.Front() == nil {
		t.Fatal("nothing is chosen, and the dialog is gone")
	}
	filter.SetText("AGAIN log")
	if list.Len() != 1 || list.Label(0) != "Login again" {
		t.Fatalf("the filter shows %d", list.Len())
	}
	s.focus(filter)
	kittest.Key(filter, fyne.KeyDown)
	kittest.Key(s.Focused(), fyne.KeySpace)
	if count.Text() != "1 of 3 conversations become discussions" {
		t.Errorf("it says %q", count.Text())
	}
	filter.SetText("")
	s.Button("Tick all that is shown").Tapped(nil)
	s.Button("Untick all").Tapped(nil)
	filter.SetText("log")
	s.Button("Tick all that is shown").Tapped(nil)
	filter.SetText("plans") // what is ticked stays so while it is not shown
	if count.Text() != "2 of 3 conversations become discussions" {
		t.Errorf("it says %q", count.Text())
	}
	s.dialogs.TypedKey(fyne.KeyReturn)
	s.wantEntries("User: why?", "AI: because")
	var names []string
	for _, one := range s.session.Discussion().All().List {
		names = append(names, one.Name)
	}
	if diff := cmp.Diff([]string{"main", "other", "Log in fails", "Login again"}, names); diff != "" {
		t.Errorf("wrong discussions (-want +got):\n%s", diff)
	}
	s.undo()
	s.wantEntries("User: why does login fail?", "AI: because the name is empty")
	if n := len(s.session.Discussion().All().List); n != 2 {
		t.Errorf("undo leaves %d discussions", n)
	}
}

// One conversation is added to the active discussion, or becomes one of its own.
func TestAConversationBecomesADiscussion(t *testing.T) {
	s := talkStage(t, twoTalks)
	d := s.discussion.pasteText(`{"title": "Plans", "messages": [{"role": "user", "content": "what next?"}]}`)
	d.one.into.Choose(1)
	s.dialogs.TypedKey(fyne.KeyReturn)
	if name := s.session.Discussion().Active().Name; name != "Plans" {
		t.Errorf("%q is shown", name)
	}
	s.wantEntries("User: what next?")
}

// What is not understood is said with its lines, before anything is added.
func TestWhatIsNoMessageIsSaid(t *testing.T) {
	good := `{"role": "user", "content": "hi"}`
	for _, tt := range []struct{ name, text, want, tip string }{
		{"all is understood", good, "", ""},
		{"a bad line", good + "\n{\n" + good, "Left out: line 2: the JSON breaks off", "line 2: the JSON breaks off"},
		{
			"more of them", good + "\n{\n" + good + "\n{}", "2 parts are left out: line 2: the JSON breaks off …",
			"line 2: the JSON breaks off\nline 4: no message: an empty object",
		},
		{"nothing is understood", `{"foo": 1}`, `There is no conversation in it: line 1: no message: an object with the key "foo"`, `line 1: no message: an object with the key "foo"`},
		{"nobody is named", "hello", "No line says who speaks: the whole text is one entry", ""},
	} {
		c := chat.Read(tt.text)
		if got := unread(c); got != tt.want {
			t.Errorf("%s: it says %q, want %q", tt.name, got, tt.want)
		}
		if got := unreadTip(c); got != tt.tip {
			t.Errorf("%s: the tip is %q, want %q", tt.name, got, tt.tip)
		}
	}
	s := talkStage(t, "")
	s.discussion.pasteText(`{"foo": 1}`)
	s.dialogs.TypedKey(fyne.KeyReturn)
	s.wantEntries()
	if s.dialogs.Front() == nil {
		t.Error("there is nothing to add, and the dialog is gone")
	}
}

// A file that is dropped on the discussion is read as chats, and elsewhere it is a file.
func TestAChatIsDropped(t *testing.T) {
	s := talkStage(t, "")
	name := filepath.Join(s.session.Dir(), "export.json")
	if err := os.WriteFile(name, []byte(threeChats), 0o644); err != nil {
		t.Fatal(err)
	}
	s.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(name)})
	s.Until("it is a file of the dossier", func() bool { return len(s.session.Files().Items()) == 1 })
	inside := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.discussion.whole).AddXY(5, 5)
	s.dropped(inside, []fyne.URI{storage.NewFileURI(name)})
	s.Until("it is shown", func() bool { return s.dialogs.Front() != nil })
	kittest.Key(s.Focused(), fyne.KeyDown) // from the filter to the list
	kittest.Key(s.Focused(), fyne.KeyEnd, fyne.KeySpace)
	s.dialogs.TypedKey(fyne.KeyReturn)
	s.wantEntries("User: still")
	s.showTab(contextID)
	if s.discussion.covers(inside) {
		t.Error("the discussion is not in front, and takes what is dropped")
	}
}

func TestTheWriterNoticesAChat(t *testing.T) {
	s := talkStage(t, "")
	w := s.discussion.writer
	s.focus(w.editor)
	s.typed("User: one")
	if w.chat.Visible() {
		t.Error("a typed line is taken for a chat")
	}
	clip := test.NewClipboard()
	clip.SetContent("\nand more of it, over lines\nAI: two\nUser: three")
	w.editor.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clip})
	if !w.chat.Visible() {
		t.Fatal("a pasted chat is not noticed")
	}
	w.chat.Tapped(nil)
	s.dialogs.TypedKey(fyne.KeyReturn)
	s.wantEntries("User: one\nand more of it, over lines", "AI: two", "User: three")
	if w.editor.Text() != "" || w.chat.Visible() {
		t.Error("what was added is still in the box")
	}
}

func TestWhatIsWrittenWaitsInTheBox(t *testing.T) {
	s := talkStage(t, twoTalks)
	s.focus(s.discussion.writer.editor)
	choose(t, s.discussion.roleItems("User", s.discussion.writer.choose), "AI")
	s.typed("half a sen")
	s.showTab(contextID)
	s.Open(s.session.Dir())
	s.Settle()
	s.showTab(discussionID)
	w := s.discussion.writer
	if w.editor.Text() != "half a sen" || w.role.Text() != "AI" {
		t.Errorf("the box holds %q of %s", w.editor.Text(), w.role.Text())
	}
}

func TestAnEmptyDiscussionSaysWhatItIsFor(t *testing.T) {
	s := talkStage(t, "")
	if s.discussion.stack.Objects[0] != fyne.CanvasObject(s.discussion.empty) {
		t.Error("the empty state is not shown")
	}
	s.session.Discussion().InsertEntries(0, []models.Entry{{Role: "User", Content: "x"}})
	if s.discussion.stack.Objects[0] != fyne.CanvasObject(s.discussion.list) {
		t.Error("the cards are not shown")
	}
}

// manyEntries is a discussion as a long project has it.
func manyEntries(n int) string {
	var b strings.Builder
	b.WriteString("active = \"main\"\n")
	for i := range n {
		fmt.Fprintf(&b, "\n[[discussions.main.history]]\nrole = %q\ncontent = %q\n", []string{"User", "AI"}[i%2], strings.Repeat("some words of an entry, ", 1+i%17)+fmt.Sprint(i))
	}
	return b.String()
}

func BenchmarkTypingInADiscussionOf10000(b *testing.B) {
	s := talkStage(b, manyEntries(10_000))
	s.discussion.list.SetCursor(5000)
	s.discussion.edit(5000, -1)
	e := s.win.Canvas().Focused()
	b.ReportAllocs()
	for b.Loop() {
		e.TypedRune('x')
		b.StopTimer()
		s.Settle()
		b.StartTimer()
	}
}

func BenchmarkOpenTheDiscussionTabOf10000(b *testing.B) {
	s := talkStage(b, manyEntries(10_000))
	b.ReportAllocs()
	for b.Loop() {
		s.showTab(contextID)
		s.discussion.stale = true
		s.showTab(discussionID)
	}
}

// longDiscussion is a discussion whose entries do not fit the window.
func longDiscussion(name string, entries int) string {
	var b strings.Builder
	for i := range entries {
		fmt.Fprintf(&b, "[[discussions.%s.history]]\nrole = \"User\"\ncontent = \"%s entry %d\\nand a second line\"\n\n", name, name, i+1)
	}
	return b.String()
}

func TestADiscussionOpensAtItsEndOrWhereItWasLeft(t *testing.T) {
	s := talkStage(t, "active = \"main\"\n\n"+longDiscussion("main", 40)+longDiscussion("other", 40))
	s.Until("the last entry is in view", func() bool { return s.cardInView("main entry 40") && !s.cardInView("main entry 1") })

	s.discussion.list.ScrollTo(4)
	s.session.Discussion().Use("other")
	s.Until("another one is shown at its end", func() bool { return s.cardInView("other entry 40") })
	s.session.Discussion().Use("main")
	s.Until("the first one is shown where it was left", func() bool { return s.cardInView("main entry 5") && !s.cardInView("main entry 40") })

	if err := s.session.Discussion().Rename("main", "first"); err != nil {
		t.Fatal(err)
	}
	s.Until("it has another name", func() bool { return s.session.Discussion().Active().Name == "first" })
	s.Drain()
	if !s.cardInView("main entry 5") {
		t.Error("renaming it scrolled it")
	}
	s.showTab(contextID)
	s.showTab(discussionID)
	if !s.cardInView("main entry 5") {
		t.Error("another tab scrolled it")
	}
}

// cardInView reports whether a text is drawn within the list of cards.
func (s *stage) cardInView(text string) bool {
	from, size := s.area(s.discussion.list)
	in := false
	kittest.Look(s.win.Canvas().Content(), fyne.Position{}, s.Whole(), func(d kittest.Drawn) {
		if t, ok := d.Object.(*canvas.Text); ok && t.Text == text && d.Origin.Y >= from.Y && d.Origin.Y < from.Y+size.Height {
			in = true
		}
	})
	return in
}
