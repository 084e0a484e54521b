package ui

import (
	"cmp"
	"flag"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/crash"
	"dossier/ui/dialog"
	"dossier/ui/features/answers"
	"dossier/ui/features/edits"
	model "dossier/ui/features/fit"
	"dossier/ui/features/git"
	uses "dossier/ui/features/imports"
	"dossier/ui/features/links"
	"dossier/ui/features/notes"
	"dossier/ui/features/repairlist"
	"dossier/ui/features/roots"
	"dossier/ui/features/secretlist"
	"dossier/ui/kit"
	"dossier/ui/kit/article"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/kit/kittest"
	"dossier/ui/part"
	"dossier/ui/part/parttest"
	"dossier/ui/project/dependencies"
	"dossier/ui/project/fit"
)

// spot is a place that may do something when it is clicked.
type spot struct {
	at      fyne.Position
	control kittest.Drawn
	name    string // distinguishes it from the other spots of the place, by what it is rather than by its position
}

// act is one thing that a hand does.
type act struct {
	at     fyne.Position
	button desktop.MouseButton
	name   string // for people: what it is done to
}

func (a act) String() string {
	if a.button == desktop.MouseButtonSecondary {
		return "right click on " + a.name
	}
	return "click on " + a.name
}

// perform does it; a grip, which takes no clicks, is dragged.
func (s *stage) perform(a act) {
	if d, ok := s.Under(a.at); ok {
		if grip, ok := gripOf(d); ok {
			drag(grip, d.Inside(a.at), -24)
			return
		}
	}
	s.Click(a.at, a.button)
}

// gripOf returns what can be dragged and takes no clicks.
func gripOf(d kittest.Drawn) (fyne.Draggable, bool) {
	_, taps := d.Object.(fyne.Tappable)
	_, presses := d.Object.(desktop.Mouseable)
	grip, drags := d.Object.(fyne.Draggable)
	return grip, drags && !taps && !presses
}

// drag takes a grip by an amount in both directions, and lets go of it.
func drag(grip fyne.Draggable, at fyne.PointEvent, by float32) {
	grip.Dragged(&fyne.DragEvent{PointEvent: at, Dragged: fyne.NewDelta(by, by)})
	grip.DragEnd()
}

// spotsInFront finds what can be clicked, by moving the pointer over each control and
// looking at what lights up: rows of a list that are drawn alike count once. With a kind, it
// finds controls of that kind only.
func (s *stage) spotsInFront(kind string) iter.Seq[spot] {
	return func(yield func(spot) bool) {
		defer s.noTips()()
		layers := s.Layers()
		for _, d := range layers {
			if !kittest.IsClickable(d.Object) || d.Size.Width < 1 || d.Size.Height < 1 || kind != "" && kittest.Kind(d.Object) != kind {
				continue
			}
			places := spots(d)
			if !several(d.Object) {
				places = []fyne.Position{d.Middle()}
			}
			seen := map[string]bool{}
			for _, p := range places {
				if top, ok := layers.Under(p); !ok || top.Object != d.Object {
					continue
				}
				if s.PointAt(d, p); s.dead(d) {
					continue
				}
				if kittest.Kind(d.Object) == "kit.menuPanel" && !s.lit(d, p) {
					continue // a heading, or a row that says why it cannot be chosen
				}
				if name := s.nameAt(d, p); name != "" && !seen[name] {
					seen[name] = true
					if !yield(spot{p, d, name}) {
						return
					}
				}
			}
		}
	}
}

// noTips suppresses tooltips until the returned function is called: finding the position of a
// widget searches all visible objects.
func (s *stage) noTips() (end func()) {
	after := s.overlay.After
	s.overlay.After = func(time.Duration, func()) func() { return func() {} }
	return func() {
		s.overlay.HideTip()
		s.overlay.After = after
	}
}

// dead reports whether what is under the pointer is a text that only says something: one
// that can be clicked lights up.
func (s *stage) dead(d kittest.Drawn) bool {
	l, ok := d.Object.(*kit.Label)
	if !ok {
		return false
	}
	lit := s.seen(l)
	l.MouseOut()
	apart := s.seen(l)
	l.MouseIn(&desktop.MouseEvent{})
	return lit == apart
}

// lit reports whether the row under the pointer is drawn as one that a click chooses.
func (s *stage) lit(d kittest.Drawn, p fyne.Position) bool {
	lit := false
	s.WalkIn(d, func(o kittest.Drawn) {
		if box, ok := o.Object.(*canvas.Rectangle); ok && shade(box.FillColor) != "-" && o.Size.Width > d.Size.Width/2 && o.Contains(p) && o.Size.Height >= kit.RowHeight {
			lit = true
		}
	})
	return lit
}

// several reports whether a control draws several things that can be clicked.
func several(o fyne.CanvasObject) bool {
	switch kittest.Kind(o) {
	case "board.List", "board.CardList", "board.Strip", "code.View", "kit.Rail", "kit.Choice", "kit.menuPanel", "article.View":
		return true
	}
	return false
}

// nameAt names what a control shows under the pointer.
func (s *stage) nameAt(d kittest.Drawn, p fyne.Position) string {
	name := s.whereabouts() + " / " + kittest.Kind(d.Object) + " "
	if several(d.Object) {
		class := s.classAt(d, p)
		if class == "" && kittest.Kind(d.Object) != "code.View" && kittest.Kind(d.Object) != "board.Strip" {
			return "" // between the things that can be clicked
		}
		return name + class
	}
	var texts []string
	s.WalkIn(d, func(o kittest.Drawn) {
		if t, ok := o.Object.(*canvas.Text); ok && t.Text != "" {
			texts = append(texts, t.Text)
		}
	})
	if len(texts) == 0 || strings.ContainsAny(strings.Join(texts, ""), "0123456789") {
		return fmt.Sprintf("%sat %.0f,%.0f", name, d.At.X, d.At.Y)
	}
	return fmt.Sprintf("%s%q", name, strings.Join(texts, " "))
}

// classAt says what is drawn in the row of a control under the pointer: what is drawn
// alike does alike. Texts count where no two rows do the same: in menus, tabs and choices.
func (s *stage) classAt(d kittest.Drawn, p fyne.Position) string {
	var parts []string
	switch d.Object.(type) {
	case *kit.Rail:
		s.WalkIn(d, func(o kittest.Drawn) {
			if t, ok := o.Object.(*canvas.Text); ok && t.Text != "" && p.Y >= o.At.Y-24 && p.Y < o.At.Y+o.Size.Height && !strings.ContainsAny(t.Text, "0123456789") {
				parts = append(parts, t.Text)
			}
		})
		s.WalkIn(d, func(o kittest.Drawn) { // an arrow has no text, but lights up
			if _, ok := o.Object.(*canvas.Rectangle); ok && len(parts) == 0 && o.Contains(p) && o.Size.Height > 4 && o.Size.Height < d.Size.Height {
				parts = append(parts, fmt.Sprintf("arrow at %.0f", o.At.Y))
			}
		})
		return strings.Join(parts, " ")
	case *kit.Choice:
		s.WalkIn(d, func(o kittest.Drawn) {
			if t, ok := o.Object.(*canvas.Text); ok && t.Text != "" && p.X >= o.At.X-12 && p.X < o.At.X+o.Size.Width+12 {
				parts = append(parts, t.Text)
			}
		})
		return strings.Join(parts, " ")
	case *article.View: // its links
		s.WalkIn(d, func(o kittest.Drawn) {
			if t, ok := o.Object.(*canvas.Text); ok && o.Contains(p) && t.Color == kit.ColorFor(s.App.Settings().Theme(), kit.ColorAccent) {
				parts = append(parts, t.Text)
			}
		})
		return strings.Join(parts, " ")
	case *board.List:
	default:
		if kittest.Kind(d.Object) == "kit.menuPanel" {
			s.WalkIn(d, func(o kittest.Drawn) {
				if t, ok := o.Object.(*canvas.Text); ok && t.Text != "" && p.Y >= o.At.Y && p.Y < o.At.Y+o.Size.Height {
					parts = append(parts, t.Text)
				}
			})
			return strings.Join(parts, " ")
		}
	}
	s.WalkIn(d, func(o kittest.Drawn) {
		box, ok := o.Object.(*canvas.Rectangle)
		if !ok || o.Size.Height < 4 || o.Size.Height > 40 || p.Y < o.At.Y || p.Y >= o.At.Y+o.Size.Height {
			return
		}
		parts = append(parts, fmt.Sprintf("box %.0f+%.0f %s", o.At.X-d.At.X, o.Size.Width, shade(box.FillColor)))
	})
	slices.Sort(parts)
	return strings.Join(slices.Compact(parts), ", ")
}

// whereabouts names what is in front: a dialog by its title, a menu, or a tab.
func (s *stage) whereabouts() string {
	top := s.win.Canvas().Overlays().Top()
	switch {
	case top == nil && s.editor != nil:
		return "editor " + s.editor.Title()
	case top == nil:
		return string(s.tab)
	case kittest.Kind(top) == "kit.Menu":
		return "menu"
	}
	title := ""
	kittest.Walk(top, fyne.Position{}, s.Whole(), func(d kittest.Drawn) {
		if t, ok := d.Object.(*canvas.Text); ok && t.TextStyle.Bold && title == "" {
			title = t.Text
		}
	})
	return "dialog " + title
}

// toolkits reports whether what is in front is the toolkit's own: its chooser of files, and
// the menu of its text boxes.
func (s *stage) toolkits() bool {
	top := s.win.Canvas().Overlays().Top()
	if top == nil || kittest.Kind(top) == "kit.Menu" {
		return false
	}
	theirs := s.dialogs.Front() == nil
	kittest.Walk(top, fyne.Position{}, s.Whole(), func(d kittest.Drawn) {
		switch d.Object.(type) {
		case *widget.Button, *widget.PopUpMenu:
			theirs = true
		}
	})
	return theirs
}

// checkDialog holds the dialog in front, if there is one, to what is true of all: the
// keyboard begins in the first field, with its text selected, or at something that shows
// it; wherever it goes, Enter confirms or does what has the focus, and Escape closes.
func (s *stage) checkDialog() {
	s.t.Helper()
	if s.dialogs.Front() == nil || s.toolkits() || s.whereabouts() == "menu" { // of a button in a dialog
		return
	}
	name, canvas := s.whereabouts(), s.win.Canvas()
	if tip := s.overlay.TipText(); tip != "" && !s.tipSeen() {
		s.t.Errorf("%s: the tip %q lies beneath it", name, tip)
	}
	var fields []kittest.Drawn
	s.WalkFront(func(d kittest.Drawn) {
		if f, ok := d.Object.(fyne.Focusable); ok && dialog.IsField(f) {
			fields = append(fields, d)
		}
	})
	slices.SortFunc(fields, func(a, b kittest.Drawn) int { // as one reads
		return cmp.Or(cmp.Compare(a.At.Y, b.At.Y), cmp.Compare(a.At.X, b.At.X))
	})
	begin := s.Focused()
	if begin == nil {
		s.t.Fatalf("%s: the keyboard is nowhere", name)
	}
	if len(fields) > 0 && any(begin) != any(fields[0].Object) {
		s.t.Errorf("%s: the keyboard begins in a %T", name, begin)
	}
	switch f := begin.(type) {
	case *edit.Entry:
		s.allSelected(name, f.Text, f.SelectedText())
	case *board.Suggest:
		s.allSelected(name, f.Text, f.SelectedText())
	case *edit.TextBox:
		s.allSelected(name, "", f.SelectedText()) // typing adds to its lines
	}

	open := s.dialogs.Front()
	confirm := open.Confirm
	confirmed, closed := false, false
	if confirm != nil {
		open.Confirm = func() { confirmed = true }
	}
	hide := open.Close
	open.Close = func() { closed = true }
	seen, helped := map[fyne.Focusable]bool{}, map[string]bool{}
	for f := begin; f != nil && !seen[f]; f = s.Focused() {
		seen[f] = true
		if l, ok := f.(*kit.Label); ok && l.Text() == "" {
			s.t.Errorf("%s: the keyboard stops at an empty text", name)
		}
		confirmed, closed = false, false
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if !closed {
			s.t.Errorf("%s: Escape does not close it from a %T", name, f)
		}
		if stateful(f) {
			before := s.seen(f.(fyne.CanvasObject))
			f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
			if confirm != nil && !confirmed || s.seen(f.(fyne.CanvasObject)) != before {
				s.t.Errorf("%s: Enter does not confirm it from a %T", name, f)
			}
		}
		if kind := kittest.Kind(f.(fyne.CanvasObject)); !helped[kind] {
			helped[kind] = true
			s.checkHelp(name, f)
		}
		if canvas.FocusNext(); s.Focused() == f {
			break
		}
	}
	open.Confirm, open.Close = confirm, hide
	s.focus(begin)
}

// checkHelp holds a dialog to F1: the guide opens over it, and leaves it as it was.
func (s *stage) checkHelp(name string, f fyne.Focusable) {
	s.t.Helper()
	open, before := s.dialogs.Front(), s.seen(f.(fyne.CanvasObject))
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF1})
	if s.dialogHelp == nil || s.Focused() != s.dialogHelp.view {
		s.t.Errorf("%s: F1 does not open the guide from a %T", name, f)
		return
	}
	s.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyF1})
	if s.dialogHelp != nil || s.dialogs.Front() != open || s.Focused() != f || s.seen(f.(fyne.CanvasObject)) != before {
		s.t.Errorf("%s: after the guide it is not as it was, from a %T", name, f)
	}
}

// stateful reports whether Space changes a control and Enter is the dialog's: all but the
// buttons, whose own Enter is, and what holds several lines or rows.
func stateful(o fyne.Focusable) bool {
	switch o := o.(type) {
	case *kit.Button:
		return false
	case *edit.Entry, *kit.Check, *kit.Choice, *kit.Label:
		return true
	case *board.Suggest:
		return o.List().Cursor() < 0
	}
	return false
}

func (s *stage) allSelected(name, text, selected string) {
	s.t.Helper()
	if text != selected {
		s.t.Errorf("%s: %q of the first field's %q is selected", name, selected, text)
	}
}

// quiet lets the session's jobs come to their end, and returns what is seen then.
func (s *stage) quiet() string {
	s.WaitIdle()
	return s.everything()
}

// patience is how long nothing may be seen until a click counts as one that does nothing: what it
// does may wait for a time or for the disk.
const patience = time.Second

// changes reports whether something else is seen, or is in the project's files, once the session is
// at rest.
func (s *stage) changes(before, disk string) bool {
	return s.quiet() != before || s.onDisk() != disk
}

// everChanges reports whether something else is seen, or is in the project's files, before patience ends.
func (s *stage) everChanges(before, disk string) bool {
	return s.Within(patience, func() bool { return s.changes(before, disk) })
}

// walker goes through a window as the user would who tries everything once.
type walker struct {
	t     *testing.T
	start func() *stage
	// enter goes to the place where the walk begins; it is done again in a window that was
	// led elsewhere.
	enter func(s *stage)
	known map[string]bool // what was tried
	acts  int             // how many there were
	// drifted is set once something was done in the window at hand; home is the folder
	// that it began in.
	drifted bool
	home    string
	last    *stage
}

// far lets the walk follow what it finds to the end, through each dialog and editor: about
// nine hundred things, which takes minutes. Without it the walk ends in the tabs, menus and
// dialogs that one click opens.
var far = flag.Bool("far", false, "let the walk over the window's controls go on to the end")

// state is a state of the window that tests look at: start opens the window, enter goes to the place.
type state struct {
	name         string
	start, enter func(s *stage)
}

// open opens a window in the state.
func (st state) open(t *testing.T) *stage {
	s := newStage(t, parttest.Places(t))
	st.start(s)
	s.quiet()
	st.enter(s)
	s.quiet()
	return s
}

// states are the states of the window that the walk begins in.
func states(t *testing.T) []state {
	nowhere := func(*stage) {}
	onSample := func(s *stage) {
		s.Start("", true)
		s.Settle()
	}
	sent := func(s *stage) {
		onSample(s)
		s.session.Snapshots().Write()
		s.Until("it is written", func() bool { _, ok := s.session.Snapshots().LastSent(); return ok })
		s.tick("go.mod")
		s.Settle()
	}
	withSecrets := func(s *stage) {
		onSample(s)
		key := "gh" + "p_0123456789abcdefghijABCDEFGHIJ012345"
		for name, content := range map[string]string{".env": "A=1\n", "deploy.sh": "TOKEN=" + key + "\n", "app.yaml": "password: hunter22x\n"} {
			parttest.Write(t, filepath.Join(s.session.Dir(), name), content)
		}
		s.session.Tree().Rescan()
		s.Settle()
		s.session.Compose().Add([]string{".env", "deploy.sh", "app.yaml"})
		s.Settle()
		if n := secretlist.Of(s.session).Open(); n != 3 {
			t.Fatalf("%d are found", n)
		}
	}
	return []state{
		{"sample", onSample, nowhere},
		{"empty folder", func(s *stage) { s.Start(t.TempDir(), false) }, nowhere},
		{"rows selected", onSample, func(s *stage) { s.files().SelectAll() }},
		{"file missing", func(s *stage) {
			onSample(s)
			if err := os.Remove(filepath.Join(s.session.Dir(), "docs", "runbook.md")); err != nil {
				t.Fatal(err)
			}
			s.session.Tree().Rescan()
			s.Settle()
			s.Until("it is missed", func() bool { return len(repairlist.Of(s.session).List()) > 0 })
		}, nowhere},
		{"secrets", withSecrets, func(s *stage) { reviewSecrets(s.Window) }},
		{"a copy with secrets", withSecrets, func(s *stage) { s.session.Copy().Dossier() }},
		{"asked for what lies outside", func(s *stage) {
			s.Start(asking(t), false)
			s.Until("it is asked", func() bool { return s.session.Access().Consent().Question().Open() })
			s.Settle()
		}, func(s *stage) { reviewPermissions(s.Window) }},
		{"folders beside the project", func(s *stage) {
			dir := t.TempDir()
			for _, name := range []string{"library/src/b.go", "other/c.go"} {
				parttest.Write(t, filepath.Join(dir, name), "package b\n")
			}
			parttest.Write(t, filepath.Join(dir, "project", "dossier.toml"), "[roots]\nother = \"../other\"\n")
			s.Start(filepath.Join(dir, "project"), false)
			roots.Of(s.session).Add("", filepath.Join(dir, "library"), func(string) {})
			s.Until("it is listed", func() bool { return s.session.Tree().Model().Find("library:") >= 0 })
			s.Settle()
		}, nowhere},
		{"ended unexpectedly", func(s *stage) {
			s.startKilled(crash.Report{Path: filepath.Join(t.TempDir(), "crash-1.txt"), Time: time.Now()})
		}, nowhere},
		{"a preset that another program changed", func(s *stage) {
			s.Start(parttest.Folder(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "dossier.toml": "[presets.one]\nfiles = []\n"}), false)
			s.Settle()
			s.session.Presets().Apply(s.session.Presets().In(models.ProjectScope)[0])
			s.session.Compose().Add([]string{"a.txt"})
			s.Settle()
			parttest.Write(t, filepath.Join(s.session.Dir(), presets.ProjectName), "[presets.one]\nfiles = [\"b.txt\"]\n")
			s.Until("the change is known", func() bool { _, ok := s.session.Presets().Diverged(); return ok })
		}, func(s *stage) { s.save() }},
		{"slices", onSample, func(s *stage) { s.openSlices("internal/server/server.go", 0) }},
		{"symbols", onSample, func(s *stage) { s.openSymbols("internal/server/auth.go") }},
		{"notes", func(s *stage) {
			onSample(s)
			notes.Of(s.session).AddLines("internal/server/server.go", 1, 9)
			s.Until("it is taken", func() bool { return len(notes.Of(s.session).Rows()) > 0 })
			notes.Of(s.session).Insert(1, models.Note{Content: "why?"})
			s.Settle()
		}, func(s *stage) { s.showTab(part.Notes) }},
		{"snapshots", sent, func(s *stage) { s.showTab(part.Snapshots) }},
		{"replay", sent, func(s *stage) {
			last, _ := s.session.Snapshots().LastSent()
			s.session.Snapshots().Replay(last.ID, false)
			s.Until("it is replayed", func() bool { _, ok := s.session.Snapshots().Replayed(); return ok })
		}},
		{"difference", sent, func(s *stage) { s.compareWithLastSent() }},
		{"requests", onSample, func(s *stage) {
			s.showTab(part.Answers)
			answers.Of(s.session).SetText("`internal/server/server.go:1-9`, `main.go`, `README.md`, `gone.go` and `Server.Login`.")
			s.Until("it is looked through", func() bool { return len(answers.Of(s.session).Rows()) > 0 && !answers.Of(s.session).Busy() })
		}},
		{"edits", onSample, withEdits},
		{"edits in review", onSample, func(s *stage) {
			withEdits(s)
			reviewEdits(s.Window)
		}},
		{"git", func(s *stage) { repository(t, s, onSample) }, func(s *stage) {
			s.showTab(part.Git)
			if err := git.Of(s.session).SetRange("uncommitted"); err != nil {
				t.Fatal(err)
			}
			s.Until("the changes are read", func() bool { return len(git.Of(s.session).Report().Files) > 0 && !git.Of(s.session).Reading() })
		}},
		{"links", func(s *stage) {
			onSample(s)
			links.Of(s.session).Start("README.md")
			links.Of(s.session).SetDepth(1)
			links.Of(s.session).SetHeadings([]string{"Run it"})
			s.Settle()
		}, func(s *stage) {
			s.showTab(part.Links)
			s.Until("links are followed", func() bool { return !links.Of(s.session).Busy() })
		}},
		{"fit", onSample, func(s *stage) {
			openFit(s.Window)
			model.Of(s.session).SetBudget(3000)
			model.Of(s.session).SetQuestion(fit.Question{Text: "where is a login checked"})
			s.Until("something is proposed", func() bool { return len(model.Of(s.session).Proposal().Rows) > 0 && !model.Of(s.session).Busy() })
		}},
		{"review", func(s *stage) { repository(t, s, onSample) }, func(s *stage) {
			openReview(s.Window)
			model.Of(s.session).SetBudget(3000)
			s.Until("something is proposed", func() bool { return len(model.Of(s.session).Proposal().Rows) > 0 && !model.Of(s.session).Busy() })
		}},
		{"make it fit", onSample, func(s *stage) {
			openMakeItFit(s.Window)
			model.Of(s.session).SetBudget(s.session.Budget().Tokens.N * 2 / 3)
			s.Until("something is proposed", func() bool { return model.Of(s.session).Proposal().Differs() && !model.Of(s.session).Busy() })
		}},
		{"uses", onSample, func(s *stage) {
			openUses(s.Window, dependencies.Uses, "internal/server/server.go")
			s.Until("it is found and counted", func() bool {
				_, cost := uses.Of(s.session).Ticked()
				return len(uses.Of(s.session).Rows()) > 0 && !uses.Of(s.session).Busy() && !cost.Pending
			})
		}},
		{"low", func(s *stage) {
			s.win.Resize(fyne.NewSize(1280, 480))
			onSample(s)
		}, func(s *stage) { s.goTo(part.Presets) }}, // with tabs above and below that do not fit
		{"help", onSample, func(s *stage) { s.toggleHelp() }},
		{"help found", onSample, func(s *stage) { s.toggleHelp(); s.help.find.SetText("slices lines") }},
		{"help narrow", func(s *stage) {
			s.win.Resize(fyne.NewSize(700, 600))
			onSample(s)
		}, func(s *stage) { s.toggleHelp() }},
		{"narrow", func(s *stage) {
			s.win.Resize(fyne.NewSize(700, 600))
			onSample(s)
		}, nowhere},
	}
}

// TestWhateverCanBeClickedDoesSomething walks over the controls of the window, from several
// states: after each click something else is to be seen, or the control says why not. It
// finds the controls by itself, so that none can be forgotten.
func TestWhateverCanBeClickedDoesSomething(t *testing.T) {
	t.Setenv("HOME", t.TempDir()) // where the toolkit's chooser begins
	// The toolkit's driver for tests stores what each window has drawn, so the collector would
	// traverse more and more unused objects.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	known := map[string]bool{} // what was tried in one state need not be tried in the next
	for _, state := range states(t) {
		t.Run(state.name, func(t *testing.T) {
			w := &walker{t: t, known: known, enter: state.enter, start: func() *stage {
				s := newStage(t, parttest.Places(t))
				state.start(s)
				return s
			}}
			w.walk(nil)
			t.Logf("%d things were done", w.acts)
		})
	}
}

// TestEveryShortcutDoesSomething presses every key of the window, with the keyboard in the
// list of the context.
func TestEveryShortcutDoesSomething(t *testing.T) {
	for _, c := range commandsOf(tabs()) {
		if c.id == "quit" {
			continue // nothing is left to be seen; see [TestCtrlQQuits]
		}
		t.Run(c.name, func(t *testing.T) {
			s := sample(t)
			s.focus(s.files())
			s.files().SetCursor(1)
			before, disk := s.quiet(), s.onDisk()
			s.key(c.key, c.mods)
			seen := s.changes(before, disk)
			if !seen { // it may lead to where the keyboard is
				s.focus(s.treeList())
				before = s.quiet()
				s.key(c.key, c.mods)
				seen = s.everChanges(before, disk)
			}
			if !seen {
				t.Errorf("nothing is to be seen of %s", c.shortcut())
			}
			s.quiet()
			s.checkDialog()
		})
	}
}

// reach opens a window and does what leads to a place.
func (w *walker) reach(path []act) *stage {
	w.drifted = false
	if w.last != nil {
		w.last.leave()
	}
	s := w.start()
	w.last = s
	w.home = s.session.Dir()
	s.quiet()
	w.enter(s)
	s.quiet()
	for _, a := range path {
		s.perform(a)
		s.quiet()
	}
	return s
}

// walk tries what is not known yet of the place that path leads to, and then continues from the
// result.
func (w *walker) walk(path []act) {
	most := 1
	if *far {
		most = 5
	}
	if len(path) > most {
		return
	}
	s := w.reach(path)
	type todo struct {
		spot spot
		act  act
	}
	var list []todo
	for sp := range s.spotsInFront("") {
		acts := []act{{at: sp.at, button: desktop.MouseButtonPrimary, name: sp.name}}
		if _, ok := sp.control.Object.(fyne.SecondaryTappable); ok && kittest.Kind(sp.control.Object) != "kit.menuPanel" {
			acts = append(acts, act{at: sp.at, button: desktop.MouseButtonSecondary, name: sp.name})
		}
		for _, a := range acts {
			if !w.known[a.String()] {
				w.known[a.String()] = true
				list = append(list, todo{sp, a})
			}
		}
	}
	// While the window is new, what is disabled there need not be tried in another one.
	slices.SortStableFunc(list, func(a, b todo) int { return cmp.Compare(rank(a.spot), rank(b.spot)) })
	var further [][]act
	place := s.whereabouts()
	for _, item := range list {
		var here spot
		s, here = w.backTo(s, path, place, item.spot)
		do := item.act
		do.at = here.at
		happened := w.try(s, do, (*stage).changes)
		if !happened && w.drifted {
			s, here = w.reach(path), item.spot
			happened = w.try(s, item.act, (*stage).changes)
		}
		if !happened && !s.excused(here) {
			s = w.reach(path)
			if happened = w.try(s, item.act, (*stage).everChanges); !happened {
				w.t.Errorf("nothing is to be seen of a %v, after %v", item.act, path)
			}
		}
		if !happened {
			continue
		}
		w.drifted = true
		if s.whereabouts() != place {
			s.checkDialog()
		}
		if s.whereabouts() != place && !s.toolkits() {
			further = append(further, append(slices.Clone(path), item.act))
		}
		s.escape()
	}
	for _, next := range further {
		w.walk(next)
	}
}

// backTo returns a window that shows a place with a spot, and where the spot is now: the
// window at hand, whatever was done in it, or else a new one.
func (w *walker) backTo(s *stage, path []act, place string, sp spot) (*stage, spot) {
	s.quiet()
	if w.home != s.session.Dir() {
		return w.reach(path), sp
	}
	if s.whereabouts() != place {
		s.home()
		w.enter(s)
		s.quiet()
		for _, a := range path {
			s.perform(a)
			s.quiet()
		}
	}
	if s.whereabouts() == place {
		if d, ok := s.Under(sp.at); ok && kittest.Kind(d.Object) == kittest.Kind(sp.control.Object) {
			s.Point(sp.at)
			s.Drain()
			if s.nameAt(d, sp.at) == sp.name {
				return s, sp
			}
		}
		for now := range s.spotsInFront(kittest.Kind(sp.control.Object)) {
			if now.name == sp.name {
				return s, now
			}
		}
	}
	return w.reach(path), sp
}

// home leaves what is in front, as far as Escape does, for the tab that a walk begins in.
func (s *stage) home() {
	for range 5 {
		if s.whereabouts() == string(part.Files) {
			return
		}
		s.escape()
		s.quiet()
		if s.win.Canvas().Overlays().Top() == nil && s.editor == nil {
			s.showTab(part.Files)
			s.quiet()
		}
	}
}

// try does one thing, and reports whether anything is to be seen of it, by one of the stage's
// functions that do.
func (w *walker) try(s *stage, a act, seen func(s *stage, before, disk string) bool) bool {
	w.acts++
	s.Point(a.at)
	before, disk := s.quiet(), s.onDisk()
	s.perform(a)
	return seen(s, before, disk)
}

// rank is 0 for what is disabled, else 1.
func rank(sp spot) int {
	if disabled(sp.control.Object) {
		return 0
	}
	return 1
}

func disabled(o fyne.CanvasObject) bool {
	c, ok := o.(interface{ Disabled() bool })
	return ok && c.Disabled()
}

// excused reports whether a spot that does nothing says why, is where the keyboard is
// already, or is what is chosen already: then it does something once another is.
func (s *stage) excused(sp spot) bool {
	s.PointAway() // a tip that went comes again only when the pointer does
	s.Point(sp.at)
	d, _ := s.Under(sp.at)
	if disabled(d.Object) {
		return s.tipSeen()
	}
	switch d.Object.(type) {
	case *kit.Rail, *kit.Choice:
		for _, other := range slices.Collect(s.spotsInFront(kittest.Kind(d.Object))) {
			if other.control.Object != d.Object || other.name == sp.name {
				continue
			}
			before, disk := s.quiet(), s.onDisk()
			if s.Click(other.at, desktop.MouseButtonPrimary); !s.changes(before, disk) {
				continue // the same one, clicked elsewhere
			}
			before, disk = s.quiet(), s.onDisk()
			s.Click(sp.at, desktop.MouseButtonPrimary)
			if s.changes(before, disk) {
				return true
			} // else the keyboard went to the same one, clicked elsewhere
		}
	}
	if _, ok := d.Object.(*kit.BudgetBar); ok { // it leads to the preview, which may have the keyboard already
		s.win.Canvas().Unfocus()
		before, disk := s.quiet(), s.onDisk()
		s.Click(sp.at, desktop.MouseButtonPrimary)
		return s.everChanges(before, disk)
	}
	if grip, ok := gripOf(d); ok { // a pane may be at its least already
		before, disk := s.quiet(), s.onDisk()
		drag(grip, d.Inside(sp.at), 24)
		return s.changes(before, disk)
	}
	focused, _ := s.Focused().(fyne.CanvasObject)
	return d.Object == s.win.Canvas().Overlays().Top() || d.Object == focused
}

// tipSeen reports whether there is a tip, above all that is open.
func (s *stage) tipSeen() bool {
	words := strings.Fields(s.overlay.TipText())
	return len(words) > 0 && s.Readable(words[0])
}

// escape presses Escape where the keyboard is.
func (s *stage) escape() {
	if f := s.win.Canvas().Focused(); f != nil {
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		return
	}
	s.key(fyne.KeyEscape, 0)
}

// repository opens the sample as a git repository in which something has changed.
func repository(t *testing.T, s *stage, onSample func(*stage)) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed; nothing else makes a repository")
	}
	onSample(s)
	source := filepath.Join(s.session.Dir(), "internal", "server", "auth.go")
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "."}, {"-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "-q", "-m", "First"}, {"rm", "-q", "Makefile"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = s.session.Dir()
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(source, []byte(strings.Replace(string(text), "600_000", "700_000", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	s.Settle()
}

// withEdits pastes an answer with a hunk, an edit that is not found, an ambiguous one and a new file.
func withEdits(s *stage) {
	s.showTab(part.Answers)
	answer := "internal/server/auth.go\n```go\n<<<<<<< SEARCH\nconst rounds = 600_000\n=======\nconst rounds = 700_000\n>>>>>>> REPLACE\n```\n" +
		"go.mod\n```\n<<<<<<< SEARCH\nnot there\n=======\nnor this\n>>>>>>> REPLACE\n```\n" +
		"internal/server/auth.go\n```go\n<<<<<<< SEARCH\n\t\trefuse(w, http.StatusBadRequest, \"not JSON\")\n=======\n\t\trefuse(w, http.StatusBadRequest, \"no JSON\")\n>>>>>>> REPLACE\n```\n" +
		"internal/server/auth.go\n```go\n<<<<<<< SEARCH\nconst rounds = 600_000\n=======\nconst rounds = 650_000\n>>>>>>> REPLACE\n```\n" + // an alternative
		"internal/server/new.go\n```go\npackage server\n```\n"
	answers.Of(s.session).SetText(answer)
	edits.Of(s.session).SetText(answer)
	s.Until("the edits are placed", func() bool { return len(edits.Of(s.session).Files()) == 3 && !edits.Of(s.session).Reading() })
}
