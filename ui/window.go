package ui

import (
	"cmp"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/assets"
	"dossier/presets"
	"dossier/ui/crash"
	"dossier/ui/dialog"
	"dossier/ui/features"
	"dossier/ui/features/editors/editorsview"
	"dossier/ui/features/files/filestab"
	"dossier/ui/features/filetree/treepanel"
	"dossier/ui/features/presetlist/presetstab"
	"dossier/ui/features/preview"
	"dossier/ui/features/preview/previewpanel"
	"dossier/ui/features/roots"
	"dossier/ui/instruction"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/language"
	"dossier/ui/openwith"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/project/diagnosis"
	"dossier/ui/session"
	"dossier/ui/session/autosave"
	"dossier/ui/session/change"
	"dossier/ui/session/clipboard"
	"dossier/ui/session/message"
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

// The measures of the panes.
const (
	treeWidth, treeMin, treeMax = 280, 200, 480
	middleWidth, middleMin      = 520, 300
	previewMin                  = 360
)

// minWidth and leastHeight are the minimum size of the window, without zoom.
const minWidth, minHeight = 480, 320

// Window is the one window of the program.
type Window struct {
	// Crashes are the reports of crashed windows. They are shown when a project is opened, and must
	// be set before.
	Crashes []crash.Report
	// Manual contains the files of the guide, by path in the repository. Without it, Help reports that there is none.
	Manual fs.FS

	app     fyne.App
	win     fyne.Window
	do      func(func()) // calls a function on the window's goroutine; see later
	ended   atomic.Bool  // whether the window's loop has ended
	session *session.Session
	overlay *kit.Overlay

	toolbar     *toolbar
	tree        *treepanel.Panel
	instruction *instruction.Box
	features    []feature // in the order of the rail
	commandList []command // of the window and its features
	context     *filestab.Tab
	presets     *presetstab.Tab
	preview     *previewpanel.Panel
	status      *statusBar
	replay      *replayBar
	help        *helpPane
	dialogHelp  *helpPane       // the guide over a dialog; nil if it is not open
	main        *fyne.Container // the panes, below the bar of a replay
	panes       *kit.Panes
	rail        *kit.Rail
	parts       []part.Part // parts that show lists, and the preview
	tab         string      // the id of the active feature
	wideTab     string      // the active feature, or the one that was active before the preview
	awaitsFocus bool        // the active feature was to get the focus, but has nothing to focus yet
	middle      *fyne.Container
	below       *fyne.Container   // the middle with the instruction
	column      fyne.CanvasObject // the rail with the active tab
	size        fyne.Size
	narrow      bool
	theme       string    // the applied theme setting
	strong      bool      // whether it is applied in high contrast
	zoom        zoomState // the applied zoom
	dialogs     *dialog.Dialogs
	lost        *dialog.Dialog // asks whether to lose unsaved work; nil if it is not open
	editors     *editorsview.Editors
	editor      *openedEditor // nil if none is open
	offered     message.Message
	problem     string // the row of the list of problems that was followed last
	memory      memory
	programs    openwith.System
	places      presets.Places
	machine     diagnosis.Machine
	around      surroundings
	family      string             // font family of the system for the characters of the language; "" if it needs none
	unshown     *language.Language // the selected language, if no font supports it
}

// NewWindow returns the window, without a project. Show it with [Window.Run].
func NewWindow(app fyne.App, places presets.Places, clipboard clipboard.Clipboard) (*Window, error) {
	return newWindow(app, app.NewWindow("Dossier"), fyne.Do, places, clipboard, openwith.CurrentSystem(), systemSurroundings(), tabs())
}

func newWindow(app fyne.App, win fyne.Window, do func(func()), places presets.Places, clipboard clipboard.Clipboard, programs openwith.System, around surroundings, tabs []part.Feature) (*Window, error) {
	fyne.SetCurrentApp(edit.WithoutCaretAnimation(app))
	w := &Window{app: app, win: win, do: do, programs: programs, around: around, places: places, machine: diagnosis.CurrentMachine(nil), wideTab: part.Files, zoom: zoomState{initial: os.Getenv(scaleVariable), percent: 100}}
	w.zoom.w = w
	var settingsErr error
	w.session, settingsErr = session.New(session.Options{
		Features: features.All(),
		Do:       w.later, Changed: w.changed, Notify: w.notify, Ask: w.ask, Clipboard: clipboard, Places: places,
		ToFront: win.RequestFocus,
	})
	if err := w.speak(w.session.Settings().All().Language); err != nil {
		return nil, err
	}
	w.applyTheme()
	w.build(tabs)
	win.SetContent(w.overlay)
	win.SetPadded(false)
	win.SetIcon(fyne.NewStaticResource("icon.png", assets.IconPNG()))
	win.SetOnDropped(w.dropped)
	win.SetCloseIntercept(w.Close)
	w.addShortcuts()
	w.restoreGeometry()
	w.changed(change.All)
	if settingsErr != nil {
		w.notify(message.Problem(settingsErr))
	}
	return w, nil
}

// build creates the parts and lays them out.
func (w *Window) build(list []part.Feature) {
	w.commandList = commandsOf(list)
	w.toolbar = newToolbar(w)
	w.tree = treepanel.New(host{w})
	w.newFeatures(list)
	w.context = tabOf[*filestab.Tab](w, part.Files)
	w.presets = tabOf[*presetstab.Tab](w, part.Presets)
	w.preview = tabOf[*previewpanel.Panel](w, part.Preview)
	w.instruction = instruction.New(host{w}, w.focusTab)
	w.editors = editorsview.New(host{w})
	w.status = newStatusBar(w)
	w.replay = newReplayBar(w)
	w.help = newHelpPane(w)
	w.rail = kit.NewRail(func(i int) { w.showTab(w.inRail()[i].ID) })
	w.parts = []part.Part{w.tree}
	for _, f := range w.features {
		w.parts = append(w.parts, f.tab)
	}
	w.parts = append(w.parts, w.instruction)
	w.middle = container.NewStack()
	w.below = kit.NewColumn(nil, w.middle, w.instruction.Content())
	w.column = kit.NewSurface(kit.NewRow(w.rail, w.below), kit.ColorGround, 0, 0, 0)
	w.panes = kit.NewPanes(
		kit.Pane{Content: kit.NewSurface(w.tree.Content(), kit.ColorGround, 0, 0, 0), Width: treeWidth, Min: treeMin, Max: treeMax},
		kit.Pane{Content: w.column, Width: middleWidth, Min: middleMin},
		kit.Pane{Content: kit.NewSurface(w.preview.Content(), kit.ColorGround, 0, 0, 0), Min: previewMin, Stretch: true},
	)
	w.panes.OnChanged = w.session.Autosave().SaveSoon
	w.main = kit.NewColumn(w.replay.content, w.panes, nil)
	body := container.New(&bodyLayout{w}, kit.NewColumn(w.toolbar.content, w.main, w.status.content))
	w.overlay = kit.NewOverlay(body)
	w.dialogs = dialog.New(dialog.Options{Overlay: w.overlay, Window: w.win, Key: w.drawingKey, Paths: w.session.Paths()})
	w.overlay.UndoVersion = func() int { return w.session.UndoVersion() }
	w.overlay.OnKey = func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool { return w.key(ev.Name, mods) }
	w.overlay.Free = w.inUse
	w.setRail()
}

// bodyLayout fills the window and reports its size. It reports a small minimum size, so that the
// window can be narrowed whatever the minimum sizes and the zoom of its parts.
type bodyLayout struct{ w *Window }

func (l *bodyLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return pixels{minWidth, minHeight}.at(l.w.zoom.factor())
}

func (l *bodyLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.w.resized(size)
	for _, o := range objects {
		o.Resize(size)
	}
}

// resized makes the preview a tab in a narrow window, and a pane in a wide one.
func (w *Window) resized(size fyne.Size) {
	if size != w.size {
		w.size = size
		w.session.Autosave().SaveSoon()
	}
	if is := size.Width < narrow; is != w.narrow {
		reading := w.focusedIn(w.preview.Content())
		w.narrow = is
		w.preview.SetAlone(is)
		w.arrange()
		if is {
			w.session.Snapshots().LeavePeek() // it was shown next to its row
		}
		w.setRail()
		w.toolbar.refreshSave()
		if is && reading {
			w.turnTo(part.Preview)
		}
		w.keepFocusVisible()
	}
}

// keepFocusVisible moves the focus to the middle of the window if the focused object is not visible any more, because keys
// must not change anything invisible. It also focuses a feature that had nothing to focus before, such as a list
// that was still being read.
func (w *Window) keepFocusVisible() {
	if w.win.Canvas().Overlays().Top() != nil {
		return // a menu or a dialog has the keyboard
	}
	if w.win.Canvas().Focused() != nil {
		w.awaitsFocus = false
	} else if w.awaitsFocus && w.editor == nil {
		w.focusTab()
	}
	if focused, ok := w.win.Canvas().Focused().(fyne.CanvasObject); ok && !isVisible(focused) {
		w.win.Canvas().Unfocus()
		w.focusMiddle()
	}
}

// isVisible reports whether a focused object is visible, or is scrolled into view by what is typed into it.
func isVisible(focused fyne.CanvasObject) bool {
	if e, ok := focused.(*edit.Editor); ok && e.List != nil {
		return kit.IsShown(e.List)
	}
	return kit.IsShown(focused)
}

// restoreFocus focuses an object that was focused before, which may be nil, or the middle of the window if it is not visible.
func (w *Window) restoreFocus(from fyne.Focusable) {
	if o, ok := from.(fyne.CanvasObject); ok && kit.IsShown(o) {
		w.focus(from)
		return
	}
	w.focusMiddle()
}

// focusMiddle focuses what is in the middle of the window.
func (w *Window) focusMiddle() {
	switch {
	case w.help.open && w.narrow:
		w.focus(w.help.view)
	case w.editor != nil:
		w.focus(w.editor.first())
	default:
		w.focusTab()
	}
}

func (w *Window) showPreview() {
	w.help.close()
	w.leaveEditors()
	if w.narrow {
		w.showTab(part.Preview)
	}
}

func (w *Window) focusPreview() {
	w.showPreview()
	w.preview.Focus()
}

func (w *Window) focus(o fyne.Focusable) { w.win.Canvas().Focus(o) }

// focusedIn reports whether the focus is in a part of the window.
func (w *Window) focusedIn(part fyne.CanvasObject) bool {
	focused, ok := w.win.Canvas().Focused().(fyne.CanvasObject)
	if !ok || w.win.Canvas().Overlays().Top() != nil {
		return false
	}
	return kit.IsShown(part) && kit.Covers(part, kit.PlaceOf(focused))
}

// inUse returns the areas that no toast may cover: the cursor's in the focused list or editor and all visible
// text boxes and bars, or all focusable widgets of an open dialog.
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
	for _, box := range w.uncovered() {
		if kit.IsShown(box) {
			add(w.area(box))
		}
	}
	return all
}

// uncovered lists the text boxes and bars in the panes, visible or not. Finding the position of one searches
// all visible objects, so those of inactive tabs are excluded.
func (w *Window) uncovered() []fyne.CanvasObject {
	boxes := append(w.tree.Uncovered(), w.preview.Uncovered()...)
	boxes = append(boxes, w.help.find)
	if w.editor != nil {
		return append(boxes, w.editor.Uncovered()...)
	}
	f, ok := w.featureOf(w.tab)
	if !ok || f.Group == part.OnlyNarrow {
		return boxes
	}
	if f.Group == part.InDocument {
		boxes = append(boxes, w.instruction.TextBox())
	}
	return append(boxes, f.tab.Uncovered()...)
}

func (w *Window) area(o fyne.CanvasObject) (fyne.Position, fyne.Size) {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size()
}

func (w *Window) menuAt(at fyne.Position, items []kit.MenuItem) *kit.Menu {
	return kit.ShowMenuAt(w.win.Canvas(), at, items)
}

// changed notifies every feature of changes. Lists come first, because code that lays out the
// window draws their rows, which must exist.
func (w *Window) changed(c change.Set) {
	if w.overlay == nil {
		return
	}
	w.memory.soon()
	for _, p := range w.parts {
		p.Changed(c)
	}
	if c&^change.Colours != 0 {
		w.refreshRail()
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
		w.overlay.DisableToast(words.Say("Something else was changed since"))
	}
	w.editorChanged(c)
	w.keepFocusVisible()
}

func (w *Window) title() string {
	if name := w.session.Name(); name != "" {
		return name + " – Dossier"
	}
	return "Dossier"
}

// notify shows a message or an error.
func (w *Window) notify(m message.Message) {
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
func (w *Window) Open(dir string) { w.open(func() error { return w.session.Open(dir) }) }

// OpenSample opens the sample that comes with the program.
func (w *Window) OpenSample() { w.open(w.session.Projects().OpenSample) }

// open opens another project, unless unsaved work of the current one would be lost.
func (w *Window) open(project func() error) {
	w.leaving(func() {
		if err := project(); err != nil {
			w.notify(message.Problem(err))
			return
		}
		w.restoreProject()
	})
}

// leaving saves unsaved work and then calls leave. If some of it cannot be saved anywhere, the user decides.
func (w *Window) leaving(leave func()) {
	w.remember()
	if err := w.session.Keep(); err != nil {
		text := words.With("Your unsaved work cannot be saved: {{.Problem}}. If you continue, it is lost.", map[string]any{"Problem": err.Error()})
		w.later(func() { w.confirmLoss(text, "docs/guide/trouble.md#after-a-crash-or-a-window-that-was-killed", leave) }) // the dialog that names another project is still open
		return
	}
	leave()
}

// confirmLoss asks whether to call leave although unsaved work is lost, as text says. help is a page of the guide.
func (w *Window) confirmLoss(text, help string, leave func()) {
	if w.lost != nil { // the question is open
		return
	}
	w.lost = w.dialogs.ShowText(words.Say("Unsaved work"), text,
		dialog.Closes(words.Say("Cancel")).AsPrimary(), dialog.Does(words.Say("Continue without saving"), leave))
	w.lost.Help = help
	w.lost.OnClosed = func() { w.lost = nil }
}

// OpenLast opens the most recently opened project, or the sample on the first start.
func (w *Window) OpenLast() {
	if w.session.Projects().OpenLast() {
		w.restoreProject()
		return
	}
	w.OpenSample()
}

// dropped opens a folder that was dropped on the window, or passes files to the tab below the
// pointer. If the tab does not use them, they are added to the document. While a dialog or a menu is open, nothing
// is done: it belongs to the project, and would change another one.
func (w *Window) dropped(at fyne.Position, uris []fyne.URI) {
	if w.win.Canvas().Overlays().Top() != nil {
		w.overlay.Toast(words.Say("Close the dialog or the menu first: nothing was added or opened"), "", nil)
		return
	}
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
	if len(files) == 0 {
		return
	}
	for _, f := range w.features {
		if tab, ok := f.tab.(part.Dropper); ok && tab.Drop(at, files) {
			return
		}
	}
	w.session.Access().AddFiles(files)
}

// applyTheme draws the window with the colours and the zoom of the settings.
func (w *Window) applyTheme() {
	settings := w.session.Settings().All()
	edit.ReduceMotion(fyne.CurrentApp(), settings.ReduceMotion)
	theme, strong := w.theme, w.strong
	w.theme, w.strong = settings.Theme, settings.HighContrast
	switch {
	case settings.Zoom != w.zoom.percent:
		w.zoom.applyZoom(settings.Zoom)
	case w.theme != theme || w.strong != strong:
		w.setTheme()
	}
}

func (w *Window) setTheme() {
	variant := map[string]kit.Variant{presets.ThemeLight: kit.Light, presets.ThemeDark: kit.Dark}[w.theme]
	if w.strong {
		variant |= kit.HighContrast
	}
	w.app.Settings().SetTheme(kit.NewTheme(variant, assets.MonoRegular(), assets.MonoBold()).WithFallback(w.family, language.Now().BoldElsewhere))
}

// restoreGeometry restores the size and the panes of the window.
func (w *Window) restoreGeometry() {
	g := w.session.Autosave().Geometry()
	size := fyne.NewSize(1280, 800)
	if g.Width >= minWidth && g.Height >= minHeight {
		size = fyne.NewSize(g.Width, g.Height)
	}
	w.zoom.stored = pixels{size.Width, size.Height}
	w.win.Resize(w.zoom.stored.at(w.zoom.factor()))
	if len(g.Panes) > 0 {
		w.panes.SetWidths(g.Panes)
	}
}

// restoreProject restores the visible state of a project.
func (w *Window) restoreProject() {
	view := w.session.Autosave().View()
	w.showTab(cmp.Or(view.Tab, part.Files))
	w.preview.Restore(preview.Place{Key: view.Place, Line: view.PlaceLine})
}

// remember passes the visible state of the window to the session, which stores it.
func (w *Window) remember() {
	size := w.zoom.shape()
	w.session.Autosave().SetGeometry(presets.Geometry{Width: size.width, Height: size.height, Panes: w.panes.Widths()})
	top := w.preview.Place()
	w.session.Autosave().SetView(autosave.View{Tab: w.tab, Place: top.Key, PlaceLine: top.Line})
}

// openFile opens a file with the system's program for it.
func (w *Window) openFile(path string) {
	if err := w.app.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}); err != nil {
		w.notify(message.Problem(err))
	}
}

// absolute returns the path on the disk for a path of the project.
func (w *Window) absolute(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	if abs, ok := roots.Of(w.session).Absolute(path); ok {
		return abs
	}
	return filepath.Join(w.session.Dir(), filepath.FromSlash(path))
}

// openInEditor opens a file in the user's editor, at a line; 0 for none.
func (w *Window) openInEditor(path string, line int) {
	editor, err := w.programs.Find(w.session.Settings().All().Editor)
	if err == nil {
		err = editor.Start(w.absolute(path), line, nil)
	}
	if err != nil {
		w.notify(message.Problem(err))
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

// Start opens a folder, the sample, or the last project.
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
	defer w.memory.begin(w.later, w.session.ReleaseCaches)()
	defer w.countWindows()()
	// The toolkit uses the first title as the class of the window, by which desktops find its icon.
	w.win.SetTitle(class)
	w.app.Lifecycle().SetOnStarted(func() { w.win.SetTitle(w.title()) })
	dropStopHook(w.app)
	w.win.ShowAndRun()
	w.ended.Store(true)
	closeSession(w.session) // the system may have ended the loop without Close
}

// class is the StartupWMClass of the desktop entry.
const class = "Dossier"

// Close saves unsaved work and closes the window. It first asks about what was typed in an open dialog, which is not
// saved.
func (w *Window) Close() {
	leave := func() {
		w.leaving(func() {
			closeSession(w.session)
			w.win.Close()
		})
	}
	if w.dialogs.Unsaved() {
		w.confirmLoss(words.Say("The open dialog has text that is not saved. If you continue, it is lost."), w.dialogs.Front().Help, leave)
		return
	}
	leave()
}

// closeSession saves unsaved work, unless the session is already closed.
func closeSession(s *session.Session) {
	if err := s.Close(); err != nil && !errors.Is(err, session.ErrClosed) {
		fyne.LogError("keep the session", err)
	}
}
