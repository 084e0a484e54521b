package discussiontab

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/chat"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/features/discussion"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/kit/kittest"
	"dossier/ui/part"
	"dossier/ui/part/parttest"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window with the tab. It has no preview.
type stage struct {
	*parttest.Stage
	t      testing.TB
	tab    *Tab
	blocks []int // of the ShowBlock calls
}

func (s *stage) OfferUndo(done string) { s.Toast(done) }
func (s *stage) ShowBlock(block int)   { s.blocks = append(s.blocks, block) }

// turnAway activates another tab, and then this one.
func (s *stage) turnAway() {
	s.tab.Shown(false)
	s.tab.Shown(true)
}

// talkStage is a stage with a project that has discussions.
func talkStage(t testing.TB, history string) *stage {
	t.Helper()
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	s.tab = New(s)
	files := map[string]string{"a.txt": "a\n"}
	if history != "" {
		files[presets.HistoryName] = history
	}
	s.Open(parttest.Folder(t, files))
	s.ShowInFront(s.tab)
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

// entries returns the active discussion as "role: content" lines, excluded ones in brackets.
func (s *stage) entries() []string {
	lines := []string{}
	for _, e := range discussion.Of(s.Session()).Active().History {
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

// typed types into the focused object, character by character.
func (s *stage) typed(text string) {
	for _, r := range text {
		s.Focused().TypedRune(r)
	}
}

// pressed presses a key with modifiers, like the driver.
func (s *stage) pressed(name fyne.KeyName, mods fyne.KeyModifier) {
	focused := s.Focused()
	if mods == 0 {
		focused.TypedKey(&fyne.KeyEvent{Name: name})
		return
	}
	focused.(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{KeyName: name, Modifier: mods})
}

// choose activates an item of a menu by its text.
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
			s.pressed(fyne.KeyReturn, kit.Ctrl)
		}, []string{user + " And how?", ai}},
		{"escape keeps what was typed", func(s *stage) {
			s.pressed(fyne.KeyReturn, 0)
			s.typed("!")
			s.pressed(fyne.KeyEscape, 0)
		}, []string{user + "!", ai}},
		{"split at the cursor", func(s *stage) {
			s.pressed(fyne.KeyReturn, 0)
			s.tab.list.Editing()
			s.Focused().(*edit.Editor).SetCaret(len("why does "))
			s.pressed(fyne.KeyReturn, kit.Ctrl|kit.Shift)
			s.typed("the ")
		}, []string{"User: why does", "User: the login fail?", ai}},
		{"exclude", func(s *stage) { s.pressed(fyne.KeySpace, 0) }, []string{"(" + user + ")", ai}},
		{"delete", func(s *stage) { s.pressed(fyne.KeyDelete, 0) }, []string{ai}},
		{"duplicate", func(s *stage) { s.pressed(fyne.KeyD, kit.Ctrl) }, []string{user, user, ai}},
		{"merge with the next", func(s *stage) { s.pressed(fyne.KeyJ, kit.Ctrl) }, []string{user + "\n\n" + ai}},
		{"move down", func(s *stage) { s.pressed(fyne.KeyDown, kit.Alt) }, []string{ai, user}},
		{"move up at the start does nothing", func(s *stage) { s.pressed(fyne.KeyUp, kit.Alt) }, []string{user, ai}},
		{"write the next one", func(s *stage) {
			s.tab.Write()
			s.typed("next")
			s.pressed(fyne.KeyReturn, kit.Ctrl)
		}, []string{user, ai, "User: next"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := talkStage(t, twoTalks)
			s.tab.Focus()
			s.tab.list.SetCursor(0)
			tt.do(s)
			s.wantEntries(tt.want...)
			s.Key(fyne.KeyZ, kit.Ctrl)
			for undo, _ := s.Session().UndoLabels(); undo.Text != ""; undo, _ = s.Session().UndoLabels() {
				s.Session().Undo()
			}
			s.wantEntries(user, ai)
			s.Settle()
		})
	}
}

func TestUndoInAnEntryIsTheEditorsFirst(t *testing.T) {
	s := talkStage(t, twoTalks)
	s.tab.list.SetCursor(1)
	discussion.Of(s.Session()).IncludeEntries([]int{0}, false)
	s.tab.Focus()
	s.pressed(fyne.KeyReturn, 0)
	s.typed(" twice")
	undo := func() { s.Focused().(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutUndo{}) }
	undo()
	s.wantEntries("(User: why does login fail?)", "AI: because the name is empty")
	undo()
	s.wantEntries("User: why does login fail?", "AI: because the name is empty")
}

func TestEntriesByMenu(t *testing.T) {
	user, ai := "User: why does login fail?", "AI: because the name is empty"
	s := talkStage(t, twoTalks)
	d := s.tab
	choose(t, d.menu(1, -1), "Exclude from the start to here")
	s.wantEntries("("+user+")", "("+ai+")")
	choose(t, d.menu(0, -1), "Include from here to the end")
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
	if names := discussion.Of(s.Session()).All().List; len(names) != 2 {
		t.Errorf("there are %d discussions, want 2", len(names))
	}
}

// The discussion that is shown by default can be selected too, which removes the warning.
func TestTheFirstDiscussionIsChosen(t *testing.T) {
	s := talkStage(t, strings.TrimPrefix(twoTalks, `active = "main"`))
	s.wantEntries("User: why does login fail?", "AI: because the name is empty")
	if warnings := fmt.Sprint(s.Session().Warnings()); !strings.Contains(warnings, `the first one, "main", is used`) {
		t.Errorf("the warnings are %s", warnings)
	}
	choose(t, s.tab.discussions(), "main")
	if active := discussion.Of(s.Session()).All().Active; active != "main" {
		t.Errorf("the active discussion is %q", active)
	}
}

func TestAnExcerptAndItsEntryLeadToEachOther(t *testing.T) {
	s := talkStage(t, twoTalks)
	choose(t, s.tab.menu(1, -1), "Show in the preview")
	want, _ := discussion.Of(s.Session()).BlockOfEntry(1)
	if len(s.blocks) != 1 || s.blocks[0] != want {
		t.Errorf("the preview shows the blocks %v, want %d", s.blocks, want)
	}
	s.tab.Reveal("0")
	if !slices.Equal(s.Tabs, []string{part.Discussion}) || s.tab.list.Cursor() != 0 || s.Focused() != fyne.Focusable(s.tab.list) {
		t.Errorf("it leads to entry %d of the tabs %q", s.tab.list.Cursor(), s.Tabs)
	}
}

func TestSearchInDiscussions(t *testing.T) {
	s := talkStage(t, twoTalks)
	d := s.tab.search
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
	fyne.CurrentApp().Clipboard().SetContent("User: one\nAI: two\n")
	s.tab.PasteDialog()
	s.wantEntries()
	s.Dialogs().TypedKey(fyne.KeyReturn)
	s.wantEntries("User: one", "AI: two")
	if s.Dialogs().Front() != nil {
		t.Error("the dialog is still there")
	}
	s.Undo()
	s.wantEntries()
}

// A chat file is typed or selected among those of its types.
func TestChatsComeFromAFile(t *testing.T) {
	s := talkStage(t, "")
	base := parttest.Folder(t, map[string]string{"talk.md": "User: one\nAI: two\n", "export.json": "[]", "photo.png": "", "code.go": ""})
	s.tab.PasteDialog()
	s.ClickOn(s.Button("From a file…"))
	field := s.Focused().(*board.Suggest)
	field.SetText(filepath.Join(base, "photo.png"))
	s.Press(fyne.KeyReturn)
	if said := strings.Join(kittest.Texts(s.InFront()), " "); !strings.Contains(said, "is not one of the types") { // in one line or two
		t.Errorf("a picture is taken: %q", said)
	}
	field.SetText(base + "/")
	s.Until("the files are listed", func() bool { return len(field.Offered()) > 0 })
	var names []string
	for _, row := range field.Offered() {
		names = append(names, row.Label)
	}
	if diff := cmp.Diff([]string{"export.json", "talk.md"}, names); diff != "" {
		t.Errorf("wrong files (-want +got):\n%s", diff)
	}
	s.Press(fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	s.Until("the entries are shown", func() bool { return s.Button("Import") != nil })
	s.Dialogs().TypedKey(fyne.KeyReturn)
	s.wantEntries("User: one", "AI: two")
	s.tab.fileDialog()
	field = s.Focused().(*board.Suggest)
	s.Until("the file is recent", func() bool {
		return len(field.Offered()) > 0 && field.Offered()[0].Text == filepath.Join(base, "talk.md")
	})
}

const threeChats = `[{"title": "Log in fails", "create_time": 1795255200, "messages": [{"role": "user", "content": "why?"}, {"role": "assistant", "content": "because"}]},
{"title": "Plans", "messages": [{"role": "user", "content": "what next?"}]},
{"title": "Login again", "messages": [{"role": "user", "content": "still"}]}]`

// The user selects among several conversations by title; each becomes a discussion, in one undo
// step.
func TestConversationsAreChosen(t *testing.T) {
	s := talkStage(t, twoTalks)
	d := s.tab.pasteText(threeChats)
	list, filter, count := d.many.rows, d.many.filter, d.many.count
	if list.Len() != 3 || count.Text() != "0 of 3 conversations become discussions" {
		t.Fatalf("%d conversations are shown: %s", list.Len(), count.Text())
	}
	cells := list.Row(0).Cells
	if cells[1].Text != "Log in fails" || cells[2].Text != "2026-11-21" || cells[3].Text != "2 entries" {
		t.Errorf("the first row is %+v", cells)
	}
	s.Dialogs().TypedKey(fyne.KeyReturn)
	if s.Dialogs().Front() == nil {
		t.Fatal("nothing is chosen, and the dialog is gone")
	}
	filter.SetText("AGAIN log")
	if list.Len() != 1 || list.Label(0) != "Login again" {
		t.Fatalf("the filter shows %d", list.Len())
	}
	s.Focus(filter)
	kittest.Key(filter, fyne.KeyDown)
	kittest.Key(s.Focused(), fyne.KeySpace)
	if count.Text() != "1 of 3 conversations become discussions" {
		t.Errorf("it says %q", count.Text())
	}
	filter.SetText("")
	s.Button("Tick all visible rows").Tapped(nil)
	s.Button("Untick all").Tapped(nil)
	filter.SetText("log")
	s.Button("Tick all visible rows").Tapped(nil)
	filter.SetText("plans") // hidden rows stay checked
	if count.Text() != "2 of 3 conversations become discussions" {
		t.Errorf("it says %q", count.Text())
	}
	s.Dialogs().TypedKey(fyne.KeyReturn)
	s.wantEntries("User: why?", "AI: because")
	var names []string
	for _, one := range discussion.Of(s.Session()).All().List {
		names = append(names, one.Name)
	}
	if diff := cmp.Diff([]string{"main", "other", "Log in fails", "Login again"}, names); diff != "" {
		t.Errorf("wrong discussions (-want +got):\n%s", diff)
	}
	s.Undo()
	s.wantEntries("User: why does login fail?", "AI: because the name is empty")
	if n := len(discussion.Of(s.Session()).All().List); n != 2 {
		t.Errorf("undo leaves %d discussions", n)
	}
}

// One conversation is appended to the active discussion, or becomes a new one.
func TestAConversationBecomesADiscussion(t *testing.T) {
	s := talkStage(t, twoTalks)
	d := s.tab.pasteText(`{"title": "Plans", "messages": [{"role": "user", "content": "what next?"}]}`)
	d.one.into.Choose(1)
	s.Dialogs().TypedKey(fyne.KeyReturn)
	if name := discussion.Of(s.Session()).Active().Name; name != "Plans" {
		t.Errorf("%q is shown", name)
	}
	s.wantEntries("User: what next?")
}

// Unknown parts are reported with their lines, before anything is added.
func TestWhatIsNoMessageIsSaid(t *testing.T) {
	good := `{"role": "user", "content": "hi"}`
	for _, tt := range []struct{ name, text, want, tip string }{
		{"all is understood", good, "", ""},
		{"a bad line", good + "\n{\n" + good, "Excluded: line 2: the JSON breaks off", "line 2: the JSON breaks off"},
		{
			"more of them", good + "\n{\n" + good + "\n{}", "2 parts are excluded: line 2: the JSON breaks off …",
			"line 2: the JSON breaks off\nline 4: no message: an empty object",
		},
		{"nothing is understood", `{"foo": 1}`, `There is no conversation in it: line 1: no message: an object with the key "foo"`, `line 1: no message: an object with the key "foo"`},
		{"nobody is named", "hello", "No line names a speaker: the whole text is one entry", ""},
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
	s.tab.pasteText(`{"foo": 1}`)
	s.Dialogs().TypedKey(fyne.KeyReturn)
	s.wantEntries()
	if s.Dialogs().Front() == nil {
		t.Error("there is nothing to add, and the dialog is gone")
	}
}

// A text that names no speaker is the model's, if it answers the user or has edits.
func TestATextWithoutSpeakersIsTheModelsWhereItAnswers(t *testing.T) {
	const edit = "a.txt\n```\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n```"
	entry := func(role string) string {
		return "active = \"main\"\n\n[[discussions.main.history]]\nrole = \"" + role + "\"\ncontent = \"why?\"\n"
	}
	for _, tt := range []struct{ name, history, text, want string }{
		{"the first text", "", "hello", "User"},
		{"the first text, with edits", "", edit, "AI"},
		{"after the user", entry("User"), "hello", "AI"},
		{"after the model", entry("AI"), "hello", "User"},
	} {
		s := talkStage(t, tt.history)
		if got := s.tab.pasteText(tt.text).one.cards.entries[0].Role; got != tt.want {
			t.Errorf("%s: it is of %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestTheWriterNoticesAChat(t *testing.T) {
	s := talkStage(t, "")
	w := s.tab.writer
	s.Focus(w.editor)
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
	s.Dialogs().TypedKey(fyne.KeyReturn)
	s.wantEntries("User: one\nand more of it, over lines", "AI: two", "User: three")
	if w.editor.Text() != "" || w.chat.Visible() {
		t.Error("what was added is still in the box")
	}
}

func TestWhatIsWrittenWaitsInTheBox(t *testing.T) {
	s := talkStage(t, twoTalks)
	s.Focus(s.tab.writer.editor)
	choose(t, s.tab.roleItems("User", s.tab.writer.choose), "AI")
	s.typed("half a sen")
	s.tab.Shown(false)
	s.Open(s.Session().Dir())
	s.tab.Shown(true)
	w := s.tab.writer
	if w.editor.Text() != "half a sen" || w.role.Text() != "AI" {
		t.Errorf("the box holds %q of %s", w.editor.Text(), w.role.Text())
	}
}

func TestAnEmptyDiscussionSaysWhatItIsFor(t *testing.T) {
	s := talkStage(t, "")
	if s.tab.stack.Objects[0] != fyne.CanvasObject(s.tab.empty) {
		t.Error("the empty state is not shown")
	}
	discussion.Of(s.Session()).InsertEntries(0, []models.Entry{{Role: "User", Content: "x"}})
	if s.tab.stack.Objects[0] != fyne.CanvasObject(s.tab.list) {
		t.Error("the cards are not shown")
	}
}

// manyEntries returns a discussion as in a long project.
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
	s.tab.list.SetCursor(5000)
	s.tab.edit(5000, -1)
	e := s.Focused()
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
		s.tab.Shown(false)
		s.tab.stale = true
		s.tab.Shown(true)
	}
}

// longDiscussion returns a discussion whose entries do not fit the window.
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

	s.tab.list.ScrollTo(4)
	discussion.Of(s.Session()).Activate("other")
	s.Until("another one is shown at its end", func() bool { return s.cardInView("other entry 40") })
	discussion.Of(s.Session()).Activate("main")
	s.Until("the first one is shown where it was left", func() bool { return s.cardInView("main entry 5") && !s.cardInView("main entry 40") })

	if err := discussion.Of(s.Session()).Rename("main", "first"); err != nil {
		t.Fatal(err)
	}
	s.Until("it has another name", func() bool { return discussion.Of(s.Session()).Active().Name == "first" })
	s.Drain()
	if !s.cardInView("main entry 5") {
		t.Error("renaming it scrolled it")
	}
	s.turnAway()
	if !s.cardInView("main entry 5") {
		t.Error("another tab scrolled it")
	}
}

// cardInView reports whether a text is visible in the list of cards.
func (s *stage) cardInView(text string) bool {
	from, size := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.tab.list), s.tab.list.Size()
	in := false
	kittest.Walk(s.Window.Canvas().Content(), fyne.Position{}, s.Whole(), func(d kittest.Drawn) {
		if t, ok := d.Object.(*canvas.Text); ok && t.Text == text && d.Origin.Y >= from.Y && d.Origin.Y < from.Y+size.Height {
			in = true
		}
	})
	return in
}
