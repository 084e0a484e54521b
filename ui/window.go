package ui

import (
	"cmp"
	"errors"
	"net/url"
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/assets"
	kept "dossier/presets"
	"dossier/ui/beads"
	"dossier/ui/context"
	"dossier/ui/crash"
	"dossier/ui/dialog"
	"dossier/ui/discussion"
	"dossier/ui/editors"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/links"
	"dossier/ui/notes"
	"dossier/ui/part"
	"dossier/ui/presets"
	"dossier/ui/preview"
	"dossier/ui/project"
	"dossier/ui/screenshots"
	"dossier/ui/session"
	"dossier/ui/session/autosave"
	"dossier/ui/session/change"
	"dossier/ui/session/copying"
	"dossier/ui/session/message"
	lines "dossier/ui/session/preview"
	"dossier/ui/snapshots"
	"dossier/ui/tree"
	"dossier/ui/words"
)

// The panes, from left to right.
const (
	treePane = iota
	middlePane
	previewPane
)

// narrow is the width below which the preview becomes a tab.
const narrow = 1000

// low is the height below which the pictures are folded away.
const low = 480

// The measures of the panes.
const (
	treeWidth, treeMin, treeMax = 280, 200, 480
	middleWidth, middleMin      = 520, 300
	previewMin                  = 360
)

// leastWidth and leastHeight are how small the window can be made, without zoom.
const leastWidth, leastHeight = 480, 320

// Window is the one window of the program.
type Window struct {
	// Crashes are the reports of windows that ended unexpectedly since. They are told when a
	// project is opened, and are to be set before.
	Crashes []crash.Report

	app     fyne.App
	win     fyne.Window
	session *session.Session
	overlay *kit.Overlay

	toolbar     *toolbar
	tree        *tree.Panel
	context     *context.Tab
	screenshots *screenshots.Strip
	presets     *presets.Tab
	beads       *beads.Tab
	discussion  *discussion.Tab
	notes       *notes.Tab
	links       *links.Tab
	snapshots   *snapshots.Tab
	preview     *preview.Panel
	status      *statusBar
	replay      *replayBar
	main        *fyne.Container // the panes, below the bar of a replay
	panes       *kit.Panes
	tabs        *kit.TabBar
	allTabs     []part.Tab
	parts       []part.Part // that show lists, and the preview
	tab         tabID       // the one in front
	wideTab     tabID       // the one in front, or before the preview was
	middle      *fyne.Container
	column      fyne.CanvasObject // the tabs with what is in front of them
	size        fyne.Size
	narrow, low bool
	theme       string    // of the settings, as it was applied last
	zoom        zoomState // likewise
	dialogs     *dialog.Dialogs
	editors     *editors.Editors
	editor      *openedEditor // nil when there is none
	offered     message.Message
	problem     string // the row that led to a file last, in the list of problems
	memory      memory
}

// NewTab makes a tab for a window.
type NewTab func(part.Window) part.Tab

// NewWindow makes the window, without a project. Show it with [Window.Run]. More tabs stand
// behind the window's own.
func NewWindow(app fyne.App, places kept.Places, clipboard copying.Clipboard, more ...NewTab) (*Window, error) {
	return newWindow(app, app.NewWindow("Dossier"), fyne.Do, places, clipboard, more...)
}

func newWindow(app fyne.App, win fyne.Window, do func(func()), places kept.Places, clipboard copying.Clipboard, more ...NewTab) (*Window, error) {
	if err := words.Load(); err != nil {
		return nil, err
	}
	fyne.SetCurrentApp(edit.StillCarets(app))
	w := &Window{app: app, win: win, wideTab: contextID, zoom: zoomState{was: os.Getenv(scaleVariable)}}
	w.zoom.w = w
	var settingsErr error
	w.session, settingsErr = session.New(session.Options{
		Do: do, Changed: w.changed, Tell: w.tell, Conflict: w.conflict, AskOutput: w.askOutput, AskReadable: w.askReadable, Clipboard: clipboard, Places: places,
	})
	w.applyTheme()
	w.build(more)
	win.SetContent(w.overlay)
	win.SetPadded(false)
	win.SetIcon(fyne.NewStaticResource("icon.png", assets.IconPNG()))
	win.SetOnDropped(w.dropped)
	win.SetCloseIntercept(w.Close)
	w.addShortcuts()
	w.restoreGeometry()
	w.changed(change.All)
	if settingsErr != nil {
		w.tell(message.Problem(settingsErr))
	}
	return w, nil
}

// build makes the parts and puts them into their places.
func (w *Window) build(more []NewTab) {
	w.toolbar = newToolbar(w)
	w.tree = tree.New(host{w})
	w.screenshots = screenshots.New(host{w})
	w.context = context.New(host{w}, w.screenshots)
	w.presets = presets.New(host{w})
	w.beads = beads.New(host{w})
	w.discussion = discussion.New(host{w})
	w.notes = notes.New(host{w})
	w.links = links.New(host{w})
	w.snapshots = snapshots.New(host{w})
	w.preview = preview.New(host{w}, w.context)
	w.editors = editors.New(host{w})
	w.status = newStatusBar(w)
	w.replay = newReplayBar(w)
	w.tabs = kit.NewTabBar(nil, func(i int) { w.showTab(tabID(w.tabsInBar()[i].ID())) })
	w.allTabs = w.newTabs()
	for _, make := range more {
		w.allTabs = append(w.allTabs, make(host{w}))
	}
	w.parts = []part.Part{w.tree}
	for _, t := range w.allTabs {
		w.parts = append(w.parts, t)
	}
	w.middle = container.NewStack()
	w.column = kit.NewSurface(kit.NewColumn(w.tabs, w.middle, nil), kit.ColorGround, 0, 0, 0)
	w.panes = kit.NewPanes(
		kit.Pane{Content: kit.NewSurface(w.tree.Content(), kit.ColorGround, 0, 0, 0), Width: treeWidth, Min: treeMin, Max: treeMax},
		kit.Pane{Content: w.column, Width: middleWidth, Min: middleMin},
		kit.Pane{Content: kit.NewSurface(w.preview.Content(), kit.ColorGround, 0, 0, 0), Min: previewMin, Stretch: true},
	)
	w.panes.OnChanged = w.session.Autosave().Soon
	w.main = kit.NewColumn(w.replay.content, w.panes, nil)
	body := container.New(&bodyLayout{w}, kit.NewColumn(w.toolbar.content, w.main, w.status.content))
	w.overlay = kit.NewOverlay(body)
	w.dialogs = dialog.New(dialog.Options{Overlay: w.overlay, Window: w.win, Key: w.drawingKey, Paths: w.session.Paths()})
	w.overlay.OnKey = func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool { return w.key(ev.Name, mods) }
	w.overlay.Free = w.inUse
	w.setTabs()
}

// bodyLayout fills the window and says how large it is. It reports a small least size,
// so that the window can be made narrow whatever its parts ask for and however large they
// are drawn.
type bodyLayout struct{ w *Window }

func (l *bodyLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return pixels{leastWidth, leastHeight}.at(l.w.zoom.factor())
}

func (l *bodyLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.w.resized(size)
	for _, o := range objects {
		o.Resize(size)
	}
}

// resized makes the preview a tab in a narrow window, and a pane in a wide one. A low
// window leaves its files the room of the pictures.
func (w *Window) resized(size fyne.Size) {
	if size != w.size {
		w.size = size
		w.session.Autosave().Soon()
	}
	if is := size.Height < low; is != w.low {
		w.low = is
		w.screenshots.Fit(is)
	}
	if is := size.Width < narrow; is != w.narrow {
		reading := w.focusedIn(w.preview.Content())
		w.narrow = is
		w.preview.SetAlone(is)
		w.arrange()
		if is {
			w.session.Snapshots().LeavePeek() // it was shown beside its row
			w.panes.SetContent(previewPane, container.NewStack())
		} else {
			w.panes.SetContent(previewPane, kit.NewSurface(w.preview.Content(), kit.ColorGround, 0, 0, 0))
		}
		w.setTabs()
		w.toolbar.refreshSave()
		if is && reading {
			w.turnTo(previewID)
		}
	}
}

func (w *Window) showPreview() {
	w.leaveEditors()
	if w.narrow {
		w.showTab(previewID)
	}
}

func (w *Window) focusPreview() {
	w.showPreview()
	w.preview.Focus()
}

func (w *Window) focus(o fyne.Focusable) { w.win.Canvas().Focus(o) }

// focusedIn reports whether the keyboard is at work within what a part of the window shows.
func (w *Window) focusedIn(part fyne.CanvasObject) bool {
	focused, ok := w.win.Canvas().Focused().(fyne.CanvasObject)
	if !ok || w.win.Canvas().Overlays().Top() != nil {
		return false
	}
	return kit.Covers(part, kit.PlaceOf(focused))
}

// inUse is where the keyboard is at work, and every text box in view, or all that takes
// the keyboard in the dialog in front: no toast may cover them.
func (w *Window) inUse() []kit.Area {
	var all []kit.Area
	add := func(at fyne.Position, size fyne.Size) { all = append(all, kit.Area{At: at, Size: size}) }
	if front := w.dialogs.Front(); front != nil {
		front.Controls(func(f fyne.Focusable) { add(w.area(f.(fyne.CanvasObject))) })
		return all
	}
	switch focused := w.win.Canvas().Focused().(type) {
	case *board.List:
		add(focused.RowArea(focused.Cursor()))
	case *board.Strip:
		add(w.area(focused))
	case *board.CardList:
		add(focused.CardArea(focused.Cursor()))
	case *edit.Editor:
		add(focused.CaretArea())
	case *edit.Entry:
		add(w.area(focused))
	case *edit.TextBox:
		add(w.area(focused))
	}
	for _, box := range w.textBoxes() {
		if kit.IsShown(box) {
			add(w.area(box))
		}
	}
	return all
}

// textBoxes lists what a person types into in the panes, in view or not. Where one stands is a
// search through all that is in view, so that those of the tabs behind are left out.
func (w *Window) textBoxes() []fyne.CanvasObject {
	boxes := append(w.tree.TextBoxes(), w.preview.TextBoxes()...)
	if w.editor != nil {
		return append(boxes, w.editor.TextBoxes()...)
	}
	if at := placeOf(w.allTabs, w.tab); at >= 0 && w.tab != previewID {
		boxes = append(boxes, w.allTabs[at].TextBoxes()...)
	}
	return boxes
}

func (w *Window) area(o fyne.CanvasObject) (fyne.Position, fyne.Size) {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size()
}

func (w *Window) menuAt(at fyne.Position, items []kit.MenuItem) *kit.Menu {
	return kit.ShowMenuAt(w.win.Canvas(), at, items)
}

// changed brings every part up to date with what has changed. Lists come first: what
// lays out the window again draws their rows, which have to be there.
func (w *Window) changed(c change.Set) {
	if w.overlay == nil {
		return
	}
	w.memory.soon()
	for _, p := range w.parts {
		p.Changed(c)
	}
	if w.replay.refresh(c) {
		w.main.Refresh()
	}
	if c.Has(change.Project) {
		w.win.SetTitle(w.title())
	}
	if c.Has(change.Settings) {
		w.applyTheme()
	}
	for _, p := range []part.Part{w.toolbar, w.status} {
		p.Changed(c)
	}
	if w.offered.Undo && !w.session.CanUndo(w.offered) && w.overlay.ToastText() == words.Message(w.offered) {
		w.overlay.DisableToast(words.Say("Something else was done since"))
	}
	w.editorChanged(c)
}

func (w *Window) title() string {
	if name := w.session.Name(); name != "" {
		return name + " – Dossier"
	}
	return "Dossier"
}

// tell says what was done, or what went wrong.
func (w *Window) tell(m message.Message) {
	w.offered = m
	if w.session != nil && w.session.CanUndo(m) {
		w.overlay.Toast(words.Message(m), words.Say("Undo"), func() { w.session.Undo() })
		return
	}
	if m.Review != "" {
		review := w.reviewMissing
		if m.Review == message.Secrets {
			review = func() { reviewSecrets(w) }
		}
		w.overlay.Toast(words.Message(m), words.Say("Review"), review)
		return
	}
	if m.Folder != "" {
		w.overlay.Toast(words.Message(m), words.Say("Show in folder"), func() { w.openFolder(m.Folder) })
		return
	}
	w.overlay.Toast(words.Message(m), "", nil)
}

// Open opens the project in a folder.
func (w *Window) Open(dir string) {
	if err := w.session.Open(dir); err != nil {
		w.tell(message.Problem(err))
		return
	}
	w.restoreProject()
}

// OpenSample opens the sample that comes with the program.
func (w *Window) OpenSample() {
	if err := w.session.Projects().OpenSample(); err != nil {
		w.tell(message.Problem(err))
		return
	}
	w.restoreProject()
}

// OpenLast opens the project that was open last, or the sample the first time.
func (w *Window) OpenLast() {
	if w.session.Projects().OpenLast() {
		w.restoreProject()
		return
	}
	w.OpenSample()
}

// dropped opens a folder that was dropped on the window, or adds files to the dossier. A
// file that is dropped on the discussion is read as chats; those dropped on the notes become
// notes, and those on the links what a smart context starts from.
func (w *Window) dropped(at fyne.Position, uris []fyne.URI) {
	var files []string
	for _, uri := range uris {
		if uri.Scheme() != "file" {
			continue
		}
		path := filepath.FromSlash(uri.Path())
		if project.CheckFolder(path) == nil && !w.session.Access().Inside(path) {
			w.Open(path)
			return
		}
		files = append(files, path)
	}
	switch {
	case len(files) == 1 && w.discussion.Covers(at):
		w.discussion.ImportFile(files[0])
	case len(files) > 0 && w.notes.Covers(at):
		w.notes.Drop(files)
	case len(files) > 0 && w.links.Covers(at):
		w.links.Drop(files)
	case len(files) > 0:
		w.session.Access().AddFiles(files)
	}
}

// applyTheme draws the window in the colours and the size of the settings.
func (w *Window) applyTheme() {
	settings := w.session.Settings().All()
	theme := w.theme
	w.theme = settings.Theme
	switch {
	case settings.Zoom != w.zoom.percent:
		w.zoom.applyZoom(settings.Zoom)
	case settings.Theme != theme:
		w.setTheme()
	}
}

func (w *Window) setTheme() {
	variants := map[string]kit.Variant{"light": kit.Light, "dark": kit.Dark}
	w.app.Settings().SetTheme(kit.NewTheme(variants[w.theme], assets.MonoRegular(), assets.MonoBold()))
}

// restoreGeometry gives the window the size and panes that it had.
func (w *Window) restoreGeometry() {
	g := w.session.Autosave().Geometry()
	size := fyne.NewSize(1280, 800)
	if g.Width >= leastWidth && g.Height >= leastHeight {
		size = fyne.NewSize(g.Width, g.Height)
	}
	w.zoom.kept = pixels{size.Width, size.Height}
	w.win.Resize(w.zoom.kept.at(w.zoom.factor()))
	if len(g.Panes) > 0 {
		w.panes.SetWidths(g.Panes)
	}
}

// restoreProject shows a project where it was left.
func (w *Window) restoreProject() {
	view := w.session.Autosave().View()
	w.showTab(tabID(cmp.Or(view.Tab, string(contextID))))
	w.preview.Restore(lines.Place{Key: view.Place, Line: view.PlaceLine})
}

// remember tells the session where the window stands, to be kept.
func (w *Window) remember() {
	size := w.zoom.shape()
	w.session.Autosave().SetGeometry(kept.Geometry{Width: size.width, Height: size.height, Panes: w.panes.Widths()})
	top := w.preview.Place()
	w.session.Autosave().SetView(autosave.View{Tab: string(w.tab), Place: top.Key, PlaceLine: top.Line})
}

// openFile opens a file with the program that the system has for it.
func (w *Window) openFile(path string) {
	if err := w.app.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}); err != nil {
		w.tell(message.Problem(err))
	}
}

// openFolder opens a folder with the system's file manager.
func (w *Window) openFolder(dir string) {
	shown := text.Escape(dir)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		w.overlay.Toast(words.With("There is no folder {{.Path}}", map[string]any{"Path": shown}), "", nil)
		return
	}
	if err := w.app.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(dir)}); err != nil {
		w.overlay.Toast(words.With("The folder {{.Path}} could not be opened: {{.Problem}}", map[string]any{"Path": shown, "Problem": err.Error()}), "", nil)
	}
}

// Start opens a folder, the sample, or what was open last.
func (w *Window) Start(dir string, sample bool) {
	switch {
	case dir != "":
		w.Open(dir)
	case sample:
		w.OpenSample()
	default:
		w.OpenLast()
	}
}

// Run shows the window and returns when it is closed.
func (w *Window) Run() {
	w.session.BeforeSave = w.remember
	defer w.memory.begin(w.session.Rest)()
	defer w.countWindows()()
	w.win.ShowAndRun()
	closeSession(w.session) // the system may have ended it
}

// Close keeps what is unsaved and closes the window.
func (w *Window) Close() {
	w.remember()
	closeSession(w.session)
	w.win.Close()
}

// closeSession keeps what is unsaved, unless that was done.
func closeSession(s *session.Session) {
	if err := s.Close(); err != nil && !errors.Is(err, session.ErrClosed) {
		fyne.LogError("keep the session", err)
	}
}
