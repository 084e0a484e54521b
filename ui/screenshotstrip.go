package ui

import (
	"errors"
	"fmt"
	"path"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate"
	"dossier/aggregate/images"
	"dossier/aggregate/text"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/project"
	"dossier/ui/session"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
	"dossier/ui/words"
)

// screenshotStrip shows the screenshots of the dossier under its files: a head that is
// always there, and below it their pictures in output order.
type screenshotStrip struct {
	w       *Window
	strip   *board.Strip
	frames  screenshotFrames
	fold    *kit.Button
	title   *kit.Label
	cost    *kit.Label
	head    *fyne.Container
	content *fyne.Container
	around  *fyne.Container // laid out again when the pictures come or go
	folded  bool
	short   bool // folded because the window is low
}

func newScreenshotStrip(w *Window) *screenshotStrip {
	p := &screenshotStrip{w: w, frames: screenshotFrames{s: w.session}}
	p.strip = board.NewStrip(&p.frames)
	p.strip.OnOpen = p.enlarge
	p.strip.OnMenu = func(i int, at fyne.Position) { w.menuAt(at, p.menu(i)) }
	p.strip.MoreTip = words.Say("What can be done with this screenshot")
	p.strip.OnKey = p.key
	p.strip.OnShortcut = func(s fyne.Shortcut) { w.shortcut(s) }
	p.strip.OnVisible = func(first, last int) { w.session.Screenshots().ShowPictures(first, last, p.strip.PictureBox()) }
	p.strip.OnMove = func(rows []int, at int) { w.session.Screenshots().Move(rows, at) }
	p.fold = kit.NewGlyphButton(kit.GlyphDown, words.Say("Fold or unfold the screenshots"), p.toggle)
	p.title = kit.NewLink(words.Say("Screenshots"), p.toggle)
	p.cost = kit.NewLabel("", kit.Number)
	add := kit.NewGlyphButton(kit.GlyphPlus, words.Say("Add a screenshot"), nil)
	add.SetItems(p.ways)
	p.head = container.New(stripHeadLayout{}, p.fold, p.title, p.cost, add)
	p.content = kit.NewColumn(kit.NewStatusBar(p.head, kit.EdgeTop), p.strip, nil)
	return p
}

// stripHeadLayout lays out the fold, the title and the figures at the left, and a button at
// the right. Where they do not fit the figures go, and then the title is shortened.
type stripHeadLayout struct{}

func (stripHeadLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, max(o[0].MinSize().Height, o[3].MinSize().Height))
}

func (stripHeadLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
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

// under puts the strip between the files and what stands below them.
func (p *screenshotStrip) under(files, below fyne.CanvasObject) fyne.CanvasObject {
	foot := kit.NewColumn(p.content, below, nil)
	p.around = kit.NewColumn(nil, files, foot)
	return p.around
}

// screenshotFrames are the rows of the strip. They are taken from the session when
// something has changed.
type screenshotFrames struct {
	s    *session.Session
	rows []project.Screenshot
	at   map[string]int
}

func (f *screenshotFrames) take() {
	f.rows = f.s.Screenshots().Rows()
	f.at = make(map[string]int, len(f.rows))
	for i, row := range f.rows {
		f.at[row.Path] = i
	}
}

func (f *screenshotFrames) Len() int         { return len(f.rows) }
func (f *screenshotFrames) Key(i int) string { return f.rows[i].Path }

func (f *screenshotFrames) Find(key string) int {
	if i, ok := f.at[key]; ok {
		return i
	}
	return -1
}

func (f *screenshotFrames) Frame(i int) board.Frame {
	row := f.rows[i]
	out := board.Frame{Name: text.Escape(path.Base(row.Path)), Word: kit.Pending, Noted: row.Caption != "", Tip: screenshotTip(row, f.s)}
	img, err := f.s.Screenshots().Picture(row.Path)
	switch {
	case row.Err != nil:
		out.Word, out.Mark, out.Tone = screenshotWord(row.Err), screenshotWord(row.Err), kit.ColorBad
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

// screenshotWord is why there is no image, in a word or two.
func screenshotWord(err error) string {
	switch {
	case errors.Is(err, images.ErrFormat):
		return words.Say("no image")
	case errors.Is(err, images.ErrTruncated), errors.Is(err, images.ErrBroken):
		return words.Say("damaged")
	}
	return words.Failure(err)
}

func screenshotTip(row project.Screenshot, s *session.Session) string {
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

// reload shows the screenshots as they are now.
func (p *screenshotStrip) reload() {
	s := p.w.session
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
	p.pictures()
}

// pictures draws the pictures that are there by now, and asks for those in view.
func (p *screenshotStrip) pictures() {
	p.strip.Refresh()
	if p.strip.Visible() {
		first, last := p.strip.InView()
		p.w.session.Screenshots().ShowPictures(first, last, p.strip.PictureBox())
	}
}

func (p *screenshotStrip) toggle() {
	p.folded, p.short = !p.folded, false
	p.reload()
}

// fit folds the pictures while the window is too low for them and files too, unless they
// are unfolded then.
func (p *screenshotStrip) fit(low bool) {
	if low != p.short && (p.short || !p.folded) {
		p.folded, p.short = low, low
		p.reload()
	}
}

// reveal marks the picture of a path, so that a click in the preview leads here.
func (p *screenshotStrip) reveal(path string) {
	if i, ok := p.w.session.Screenshots().Find(path); ok {
		p.folded = false
		p.reload()
		p.strip.SetCursor(i)
		p.w.focus(p.strip)
	}
}

func (p *screenshotStrip) focus() {
	p.w.showTab(contextID)
	if p.w.session.Screenshots().Len() == 0 {
		p.addDialog()
		return
	}
	p.folded = false
	p.reload()
	p.w.focus(p.strip)
}

// target is what a command on row i is for: the selection when the row is part of it,
// else the row.
func (p *screenshotStrip) target(i int) []int {
	if i >= 0 && p.strip.IsSelected(i) {
		return p.strip.Selected()
	}
	if i < 0 {
		return nil
	}
	return []int{i}
}

func (p *screenshotStrip) key(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	rows := p.target(i)
	if len(rows) == 0 {
		return false
	}
	switch {
	case mods == 0 && (ev.Name == fyne.KeyDelete || ev.Name == fyne.KeyBackspace):
		p.w.session.Screenshots().Remove(rows)
	case mods == 0 && ev.Name == fyne.KeyF2:
		p.captionDialog(i)
	case mods == 0 && ev.Name == fyne.KeySpace:
		p.enlarge(i)
	case mods == alt && ev.Name == fyne.KeyLeft:
		p.shift(rows, -1)
	case mods == alt && ev.Name == fyne.KeyRight:
		p.shift(rows, 1)
	default:
		return false
	}
	return true
}

// shift moves rows by one place.
func (p *screenshotStrip) shift(rows []int, by int) {
	at := rows[0] - 1
	if by > 0 {
		at = rows[len(rows)-1] + 2
	}
	if at >= 0 && at <= p.w.session.Screenshots().Len() {
		p.w.session.Screenshots().Move(rows, at)
	}
}

func (p *screenshotStrip) menu(i int) []kit.MenuItem {
	s := p.w.session
	rows := p.target(i)
	row := s.Screenshots().Row(i)
	caption := words.Say("Caption…")
	large := kit.MenuItem{Text: words.Say("Large view"), Detail: "Enter", Action: func() { p.enlarge(i) }}
	if row.Err != nil {
		large.Reason = screenshotWord(row.Err)
	}
	items := []kit.MenuItem{
		large,
		{Text: caption, Detail: "F2", Action: func() { p.captionDialog(i) }},
		{Text: words.Say("Show in preview"), Action: func() { p.showScreenshot(row.Path) }},
		{Text: words.Say("Show in tree"), Action: func() { p.w.tree.reveal(row.Path) }},
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

func (p *screenshotStrip) allow(i int) {
	target, err := p.w.session.Screenshots().Target(i)
	if err != nil {
		p.w.tell(message.Problem(err))
		return
	}
	p.allowTarget(target)
}

// showScreenshot brings the heading of an image into view in the preview.
func (p *screenshotStrip) showScreenshot(path string) {
	w := p.w
	doc := w.session.Document()
	for _, section := range doc.Sections {
		if section.Kind != aggregate.ScreenshotsSection {
			continue
		}
		for block := section.Blocks.Start; block < section.Blocks.End; block++ {
			if doc.Block(block).Title == path {
				w.showPreview()
				w.preview.showBlock(block)
				return
			}
		}
	}
}

// screenshotOf returns the path of the image that a block of the document shows; false
// when it shows none.
func (p *previewPanel) screenshotOf(block int) (string, bool) {
	if block >= p.doc.Blocks() || p.doc.Sections[p.sectionOf(block)].Kind != aggregate.ScreenshotsSection {
		return "", false
	}
	title := p.doc.Block(block).Title
	_, ok := p.w.session.Screenshots().Find(title)
	return title, ok
}

// ways lists how a screenshot can be added.
func (p *screenshotStrip) ways() []kit.MenuItem {
	return []kit.MenuItem{
		{Text: words.Say("By path or pattern…"), Detail: shortcutOf("Add a screenshot"), Action: p.addDialog},
		{Text: words.Say("From the clipboard…"), Detail: shortcutOf("Add the clipboard's image"), Action: p.paste},
		{Text: words.Say("Images can also be dropped on the window"), Heading: true},
	}
}

// imagesOf returns which of some files are images.
func imagesOf(paths []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return !images.Named(p) })
}

// Changed shows what has changed.
func (p *screenshotStrip) Changed(c change.Set) {
	switch {
	case c.Has(change.Screenshots | change.Composition | change.Counts | change.Project):
		p.reload()
	case c.Has(change.Pictures):
		p.pictures()
	}
}
