// Package screenshotstab implements the tab of the document's images, with the dialogs that add,
// caption and enlarge them.
package screenshotstab

import (
	"errors"
	"fmt"
	"path"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate"
	"dossier/aggregate/images"
	"dossier/aggregate/text"
	"dossier/models/order"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/session"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
	"dossier/ui/words"
)

// Tab shows the screenshots of the document: their thumbnails in a strip, in output order, and
// below it a large view of the selected one.
type Tab struct {
	w       part.Window
	strip   *board.Strip
	frames  frames
	cost    *kit.Label
	large   *picture
	head    *fyne.Container // laid out again when the figures change
	body    fyne.CanvasObject
	empty   *kit.Empty
	stack   *fyne.Container
	content fyne.CanvasObject
}

// New returns the tab for a window.
func New(w part.Window) *Tab {
	t := &Tab{w: w, frames: frames{s: w.Session()}}
	t.strip = board.NewStrip(&t.frames)
	t.strip.OnOpen = t.enlarge
	t.strip.OnCursor = func(int) { t.showLarge() }
	t.strip.OnMenu = func(i int, at fyne.Position) { w.ShowMenu(at, part.RowMenu(w, t.strip, i, t.menu(i))) }
	t.strip.MoreTip = words.Say("Actions for this screenshot")
	t.strip.OnKey = t.key
	t.strip.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	t.strip.OnVisible = func(first, last int) { w.Session().Screenshots().ShowPictures(first, last, t.strip.PictureBox()) }
	t.strip.OnMove = func(rows []int, at int) { w.Session().Screenshots().Move(rows, at) }
	t.cost = kit.NewLabel("", kit.Number)
	add := kit.NewMenuButton(words.Say("Add"), t.ways)
	t.head = kit.NewSharingRow([]fyne.CanvasObject{add}, nil, []fyne.CanvasObject{t.cost})
	t.large = newPicture(t)
	t.body = kit.NewColumn(t.strip, t.large.content, nil)
	t.empty = kit.NewEmpty(words.Say("Screenshots are listed in the document with their path, size and caption. Add images, paste one, or drop some on the window."), words.Say("Add a screenshot"), t.AddDialog)
	t.empty.SetMore(words.Say("More in the guide"), func() { w.ShowHelp(part.Screenshots) })
	t.stack = container.NewStack(t.empty)
	t.content = kit.NewColumn(kit.NewBar(t.head, kit.EdgeBottom), t.stack, nil)
	return t
}

// Content returns the tab's content.
func (t *Tab) Content() fyne.CanvasObject { return t.content }

// Shown does nothing: thumbnails are made when the strip is drawn.
func (t *Tab) Shown(bool) {}

// Uncovered returns nil.
func (t *Tab) Uncovered() []fyne.CanvasObject { return nil }

// frames holds the items of the strip. They are copied from the session when something has changed.
type frames struct {
	s    *session.Session
	rows []project.Screenshot
	at   map[string]int
}

func (f *frames) reload() {
	f.rows = f.s.Screenshots().Rows()
	f.at = make(map[string]int, len(f.rows))
	for i, row := range f.rows {
		f.at[row.Path] = i
	}
}

func (f *frames) Len() int         { return len(f.rows) }
func (f *frames) Key(i int) string { return f.rows[i].Path }

func (f *frames) Find(key string) int {
	if i, ok := f.at[key]; ok {
		return i
	}
	return -1
}

func (f *frames) Frame(i int) board.Frame {
	row := f.rows[i]
	out := board.Frame{Name: text.Escape(path.Base(row.Path)), Word: kit.Pending, Noted: row.Caption != "", Tip: tipOf(row, f.s)}
	img, err := f.s.Screenshots().Picture(row.Path)
	switch {
	case row.Err != nil:
		out.Word, out.Mark, out.Tone = failure(row.Err), failure(row.Err), kit.ColorBad
		return out
	case img != nil:
		out.Image = img
	case err != nil:
		out.Word = words.Say("no preview")
	}
	if row.Misnamed() {
		out.Mark, out.Tone = string(row.Info.Format), kit.ColorWarn
	} else if row.Info.Animated {
		out.Mark, out.Tone = words.Say("moving"), kit.ColorMuted
	}
	if row.Known {
		out.Detail = fmt.Sprintf("%d×%d %s", row.Info.Width, row.Info.Height, words.Figure(row.Cost(f.s.Settings().Model())))
	}
	return out
}

// failure returns why there is no image, in a word or two.
func failure(err error) string {
	switch {
	case errors.Is(err, images.ErrFormat):
		return words.Say("no image")
	case errors.Is(err, images.ErrTruncated), errors.Is(err, images.ErrBroken):
		return words.Say("damaged")
	}
	return words.Failure(err)
}

func tipOf(row project.Screenshot, s *session.Session) string {
	tip := text.Escape(row.Path)
	if row.Caption != "" {
		tip += "\n" + text.Escape(row.Caption)
	}
	if row.Err != nil {
		return tip + "\n" + row.Err.Error()
	}
	if row.Known {
		tip += "\n" + fmt.Sprintf("%s, %d × %d, %s", row.Info.Format, row.Info.Width, row.Info.Height, kit.Size(row.Info.Bytes))
		tip += "\n" + words.With("about {{.N}} tokens for {{.Model}}", map[string]any{"N": kit.Count(int64(row.Cost(s.Settings().Model()).N)), "Model": s.Settings().Model().Name})
	}
	if row.Misnamed() {
		tip += "\n" + words.With("Its name suggests another format; it is a {{.Format}}", map[string]any{"Format": string(row.Info.Format)})
	}
	if _, err := s.Screenshots().Picture(row.Path); err != nil {
		tip += "\n" + words.With("{{.Problem}}. The path is still included.", map[string]any{"Problem": err.Error()})
	}
	return tip
}

// reload shows the current screenshots.
func (t *Tab) reload() {
	s := t.w.Session()
	t.frames.reload()
	t.strip.Reload()
	n := t.frames.Len()
	if t.cost.SetText(""); n > 0 {
		t.cost.SetText(fmt.Sprintf("%s · %s", kit.Count(int64(n)), words.With("{{.N}} tok", map[string]any{"N": words.Figure(s.Screenshots().Cost())})))
		t.cost.SetTip(words.With("Estimated cost of the images for {{.Model}}, in addition to the tokens of the text", map[string]any{"Model": s.Settings().Model().Name}))
	}
	kit.Relayout(t.head)
	kit.ShowEither(t.stack, n > 0, t.body, t.empty)
	t.Redraw()
	t.showLarge()
}

// Redraw draws the available thumbnails, and requests the visible ones.
func (t *Tab) Redraw() {
	t.strip.Refresh()
	if t.frames.Len() > 0 {
		first, last := t.strip.InView()
		t.w.Session().Screenshots().ShowPictures(first, last, t.strip.PictureBox())
	}
}

// showLarge enlarges the image at the cursor, or the first one.
func (t *Tab) showLarge() {
	if t.frames.Len() == 0 {
		t.large.row = -1
		return
	}
	t.large.show(max(0, t.strip.Cursor()))
}

// Reveal selects the image with a path.
func (t *Tab) Reveal(key ...string) {
	t.w.ShowTab(part.Screenshots)
	if i, ok := t.w.Session().Screenshots().Find(key[0]); ok {
		t.reload()
		t.strip.SetCursor(i)
		t.w.Focus(t.strip)
	}
}

// Focus focuses the thumbnails, or the button that adds the first image.
func (t *Tab) Focus() {
	if t.frames.Len() == 0 {
		t.w.Focus(kit.VisibleFocusable(t.stack))
		return
	}
	t.w.Focus(t.strip)
}

func (t *Tab) key(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	rows := t.strip.Targets(i)
	if len(rows) == 0 {
		return false
	}
	switch {
	case mods == 0 && (ev.Name == fyne.KeyDelete || ev.Name == fyne.KeyBackspace):
		t.w.Session().Screenshots().Remove(rows)
	case mods == 0 && ev.Name == fyne.KeyF2:
		t.captionDialog(i)
	case mods == 0 && ev.Name == fyne.KeySpace:
		t.enlarge(i)
	case mods == kit.Alt && ev.Name == fyne.KeyLeft:
		t.shift(rows, -1)
	case mods == kit.Alt && ev.Name == fyne.KeyRight:
		t.shift(rows, 1)
	default:
		return false
	}
	return true
}

// shift moves rows by one position.
func (t *Tab) shift(rows []int, by int) {
	if at, ok := order.Step(rows, by, t.w.Session().Screenshots().Len()); ok {
		t.w.Session().Screenshots().Move(rows, at)
	}
}

func (t *Tab) menu(i int) []kit.MenuItem {
	s := t.w.Session()
	rows := t.strip.Targets(i)
	row := s.Screenshots().Row(i)
	caption := words.Say("Caption…")
	large := kit.MenuItem{Text: words.Say("Large view"), Detail: kit.Chords("Enter"), Action: func() { t.enlarge(i) }}
	if row.Err != nil {
		large.Reason = failure(row.Err)
	}
	items := []kit.MenuItem{
		large,
		{Text: caption, Detail: "F2", Action: func() { t.captionDialog(i) }},
		{Text: words.Say("Show in preview"), Action: func() { t.showScreenshot(row.Path) }},
		{Text: words.Say("Show in tree"), Action: func() { t.w.RevealInTree(row.Path) }},
		{Text: words.Say("Copy path"), Action: func() { s.Copy().Text(row.Path, words.Count("{{.N}} paths", 1)) }},
	}
	if project.Outside(row.Err) {
		items = append(items, kit.MenuItem{Text: words.Say("Allow reading this path"), Action: func() { t.allow(i) }})
	}
	return append(items,
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Move left"), Detail: kit.Chords("Alt+Left"), Action: func() { t.shift(rows, -1) }},
		kit.MenuItem{Text: words.Say("Move right"), Detail: kit.Chords("Alt+Right"), Action: func() { t.shift(rows, 1) }},
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Remove from the dossier"), Detail: kit.Chords("Delete"), Action: func() { s.Screenshots().Remove(rows) }},
	)
}

func (t *Tab) allow(i int) {
	target, err := t.w.Session().Screenshots().Target(i)
	if err != nil {
		t.w.Notify(message.Problem(err))
		return
	}
	t.w.Allow(target)
}

// showScreenshot scrolls the preview to the heading of an image.
func (t *Tab) showScreenshot(path string) {
	w := t.w
	doc := w.Session().Document()
	for _, section := range doc.Sections {
		if section.Kind != aggregate.ScreenshotsSection {
			continue
		}
		for block := section.Blocks.Start; block < section.Blocks.End; block++ {
			if doc.Block(block).Title == path {
				w.ShowBlock(block)
				return
			}
		}
	}
}

// ways returns the menu of ways to add a screenshot.
func (t *Tab) ways() []kit.MenuItem {
	return []kit.MenuItem{
		{Text: words.Say("By path or pattern…"), Detail: t.w.KeysOf("add-screenshot"), Action: t.AddDialog},
		{Text: words.Say("From the clipboard…"), Detail: t.w.KeysOf("add-clipboard-image"), Action: t.Paste},
		{Text: words.Say("Images can also be dropped on the window"), Heading: true},
	}
}

// Changed updates what has changed.
func (t *Tab) Changed(c change.Set) {
	switch {
	case c.Has(change.Screenshots | change.Composition | change.Counts | change.Project):
		t.reload()
	case c.Has(change.Pictures):
		t.Redraw()
	}
}
