// Package screenshots shows the images of the dossier in a strip below the files, and implements
// the dialogs that add, caption and enlarge them.
package screenshots

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

// Host is the part of the window that the strip depends on.
type Host interface {
	part.Window
	// Tell shows a message.
	Tell(m message.Message)
	// Allow asks the user for permission to read a path outside the project.
	Allow(target string)
	// RevealInTree shows a file in the tree.
	RevealInTree(path string)
	// ShowBlock shows a block of the document in the preview.
	ShowBlock(block int)
}

// Strip shows the screenshots of the dossier below its files: a permanent header, and the images
// in output order.
type Strip struct {
	w       Host
	strip   *board.Strip
	frames  frames
	fold    *kit.Button
	title   *kit.Label
	cost    *kit.Label
	head    *fyne.Container
	content *fyne.Container
	around  *fyne.Container // laid out again when images appear or disappear
	folded  bool
	short   bool // collapsed because the window is low
}

// New returns the strip for a window.
func New(w Host) *Strip {
	p := &Strip{w: w, frames: frames{s: w.Session()}}
	p.strip = board.NewStrip(&p.frames)
	p.strip.OnOpen = p.enlarge
	p.strip.OnMenu = func(i int, at fyne.Position) { w.ShowMenu(at, p.menu(i)) }
	p.strip.MoreTip = words.Say("What can be done with this screenshot")
	p.strip.OnKey = p.key
	p.strip.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	p.strip.OnVisible = func(first, last int) { w.Session().Screenshots().ShowPictures(first, last, p.strip.PictureBox()) }
	p.strip.OnMove = func(rows []int, at int) { w.Session().Screenshots().Move(rows, at) }
	p.fold = kit.NewGlyphButton(kit.GlyphDown, words.Say("Fold or unfold the screenshots"), p.toggle)
	p.title = kit.NewLink(words.Say("Screenshots"), p.toggle)
	p.cost = kit.NewLabel("", kit.Number)
	add := kit.NewGlyphButton(kit.GlyphPlus, words.Say("Add a screenshot"), nil)
	add.SetItems(p.ways)
	p.head = container.New(headLayout{}, p.fold, p.title, p.cost, add)
	p.content = kit.NewColumn(kit.NewStatusBar(p.head, kit.EdgeTop), p.strip, nil)
	return p
}

// headLayout lays out the fold icon, the title and the figures at the left, and a button at the
// right. If they do not fit, the figures are hidden, and then the title is shortened.
type headLayout struct{}

func (headLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, max(o[0].MinSize().Height, o[3].MinSize().Height))
}

func (headLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	place := func(o fyne.CanvasObject, x, width float32) {
		height := min(size.Height, o.MinSize().Height)
		o.Resize(fyne.NewSize(width, height))
		o.Move(fyne.NewPos(x, (size.Height-height)/2))
	}
	fold, title, cost, add := o[0].MinSize().Width, o[1].MinSize().Width, o[2].MinSize().Width, o[3].MinSize().Width
	place(o[0], 0, fold)
	place(o[3], size.Width-add, add)
	left, right := fold+kit.Gap, size.Width-add-kit.Gap
	title = max(0, min(title, right-left))
	place(o[1], left, title)
	left += title + kit.Gap
	kit.SetVisible(o[2], cost <= right-left)
	place(o[2], left, cost)
}

// Under places the strip between the files and what is below them.
func (p *Strip) Under(files, below fyne.CanvasObject) fyne.CanvasObject {
	foot := kit.NewColumn(p.content, below, nil)
	p.around = kit.NewColumn(nil, files, foot)
	return p.around
}

// frames are the rows of the strip, copied from the session when something has changed.
type frames struct {
	s    *session.Session
	rows []project.Screenshot
	at   map[string]int
}

func (f *frames) take() {
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

// failure returns a short reason why there is no image.
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
		tip += "\n" + words.With("Its name says another format; it is a {{.Format}}", map[string]any{"Format": string(row.Info.Format)})
	}
	if _, err := s.Screenshots().Picture(row.Path); err != nil {
		tip += "\n" + words.With("{{.Problem}}. The path is still included.", map[string]any{"Problem": err.Error()})
	}
	return tip
}

// reload shows the current screenshots.
func (p *Strip) reload() {
	s := p.w.Session()
	p.frames.take()
	n := p.frames.Len()
	p.strip.Reload()
	p.title.SetText(words.Say("Screenshots"))
	p.cost.SetText("")
	if n > 0 {
		cost := s.Screenshots().Cost()
		p.cost.SetText(fmt.Sprintf("%s · %s", kit.Count(int64(n)), words.With("{{.N}} tok", map[string]any{"N": words.Figure(cost)})))
		p.cost.SetTip(words.With("About what the images cost {{.Model}}, beside the tokens of the text", map[string]any{"Model": s.Settings().Model().Name}))
	}
	glyph := kit.GlyphDown
	if p.folded || n == 0 {
		glyph = kit.GlyphRight
	}
	p.fold.SetGlyph(glyph)
	if n == 0 {
		none := words.Say("There are no screenshots yet: + adds some")
		p.fold.DisableFor(none)
		p.title.DisableFor(none)
	} else {
		p.fold.Enable()
		p.title.Enable()
	}
	kit.Relayout(p.head)
	if show := n > 0 && !p.folded; show != p.strip.Visible() {
		if show {
			p.strip.Show()
		} else {
			p.strip.Hide()
		}
		if p.around != nil {
			kit.Relayout(p.around)
		}
	}
	p.Redraw()
}

// Redraw draws the available images, and requests the visible ones.
func (p *Strip) Redraw() {
	p.strip.Refresh()
	if p.strip.Visible() {
		first, last := p.strip.InView()
		p.w.Session().Screenshots().ShowPictures(first, last, p.strip.PictureBox())
	}
}

func (p *Strip) toggle() {
	p.folded, p.short = !p.folded, false
	p.reload()
}

// Fit collapses the images while the window is too low for both images and files, unless the user
// expands them.
func (p *Strip) Fit(low bool) {
	if low != p.short && (p.short || !p.folded) {
		p.folded, p.short = low, low
		p.reload()
	}
}

// Reveal selects the image with a path after a click in the preview.
func (p *Strip) Reveal(path string) {
	if i, ok := p.w.Session().Screenshots().Find(path); ok {
		p.folded = false
		p.reload()
		p.strip.SetCursor(i)
		p.w.Focus(p.strip)
	}
}

// Focus focuses the images, or asks for the first one.
func (p *Strip) Focus() {
	if p.w.Session().Screenshots().Len() == 0 {
		p.AddDialog()
		return
	}
	p.folded = false
	p.reload()
	p.w.Focus(p.strip)
}

// target returns the rows that a command on row i applies to: the selection if it contains the
// row, else the row.
func (p *Strip) target(i int) []int {
	if i >= 0 && p.strip.IsSelected(i) {
		return p.strip.Selected()
	}
	if i < 0 {
		return nil
	}
	return []int{i}
}

func (p *Strip) key(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	rows := p.target(i)
	if len(rows) == 0 {
		return false
	}
	switch {
	case mods == 0 && (ev.Name == fyne.KeyDelete || ev.Name == fyne.KeyBackspace):
		p.w.Session().Screenshots().Remove(rows)
	case mods == 0 && ev.Name == fyne.KeyF2:
		p.captionDialog(i)
	case mods == 0 && ev.Name == fyne.KeySpace:
		p.enlarge(i)
	case mods == kit.Alt && ev.Name == fyne.KeyLeft:
		p.shift(rows, -1)
	case mods == kit.Alt && ev.Name == fyne.KeyRight:
		p.shift(rows, 1)
	default:
		return false
	}
	return true
}

// shift moves rows left or right by one.
func (p *Strip) shift(rows []int, by int) {
	if at, ok := order.Step(rows, by, p.w.Session().Screenshots().Len()); ok {
		p.w.Session().Screenshots().Move(rows, at)
	}
}

func (p *Strip) menu(i int) []kit.MenuItem {
	s := p.w.Session()
	rows := p.target(i)
	row := s.Screenshots().Row(i)
	caption := words.Say("Caption…")
	large := kit.MenuItem{Text: words.Say("Large view"), Detail: "Enter", Action: func() { p.enlarge(i) }}
	if row.Err != nil {
		large.Reason = failure(row.Err)
	}
	items := []kit.MenuItem{
		large,
		{Text: caption, Detail: "F2", Action: func() { p.captionDialog(i) }},
		{Text: words.Say("Show in preview"), Action: func() { p.showScreenshot(row.Path) }},
		{Text: words.Say("Show in tree"), Action: func() { p.w.RevealInTree(row.Path) }},
		{Text: words.Say("Copy path"), Action: func() { s.Copy().Text(row.Path, words.Count("{{.N}} paths", 1)) }},
	}
	if project.Outside(row.Err) {
		items = append(items, kit.MenuItem{Text: words.Say("Allow reading this path"), Action: func() { p.allow(i) }})
	}
	return append(items,
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Move left"), Detail: "Alt+Left", Action: func() { p.shift(rows, -1) }},
		kit.MenuItem{Text: words.Say("Move right"), Detail: "Alt+Right", Action: func() { p.shift(rows, 1) }},
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Remove from the dossier"), Detail: "Delete", Action: func() { s.Screenshots().Remove(rows) }},
	)
}

func (p *Strip) allow(i int) {
	target, err := p.w.Session().Screenshots().Target(i)
	if err != nil {
		p.w.Tell(message.Problem(err))
		return
	}
	p.w.Allow(target)
}

// showScreenshot scrolls to the heading of an image in the preview.
func (p *Strip) showScreenshot(path string) {
	w := p.w
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
func (p *Strip) ways() []kit.MenuItem {
	return []kit.MenuItem{
		{Text: words.Say("By path or pattern…"), Detail: p.w.KeysOf("add-screenshot"), Action: p.AddDialog},
		{Text: words.Say("From the clipboard…"), Detail: p.w.KeysOf("add-clipboard-image"), Action: p.Paste},
		{Text: words.Say("Images can also be dropped on the window"), Heading: true},
	}
}

// Changed updates what has changed.
func (p *Strip) Changed(c change.Set) {
	switch {
	case c.Has(change.Screenshots | change.Composition | change.Counts | change.Project):
		p.reload()
	case c.Has(change.Pictures):
		p.Redraw()
	}
}
