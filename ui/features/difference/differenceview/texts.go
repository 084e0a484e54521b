package differenceview

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/ui/features/difference"
	"dossier/ui/kit"
	"dossier/ui/kit/code"
	"dossier/ui/kit/prose"
	"dossier/ui/words"
)

// MinSide is the width below which two texts are not shown side by side: about 40 characters of each.
const MinSide = 720

// Texts shows two texts line by line, unified or side by side. Set its functions before it is shown.
type Texts struct {
	// OnUnfold is called for a click or Enter on a gap, and OnHeading for one on the heading of a change.
	OnUnfold, OnHeading func(line int)
	// Heading returns the drawing of a change's heading.
	Heading func(change int) code.Line
	// Muted reports whether a change is drawn as one that is not applied; nil means that none is.
	Muted func(change int) bool
	// OnFits is called when the space becomes sufficient for showing the texts side by side, or insufficient.
	OnFits func(fits bool)

	lines   *difference.Lines
	unified *code.View
	sides   [2]*code.View
	pair    fyne.CanvasObject // contains both sides
	shown   *fyne.Container
	fits    bool
	syncing bool // set while one side scrolls the other
}

// NewTexts returns a view of some lines. set is called for each of its code views.
func NewTexts(lines *difference.Lines, set func(*code.View)) *Texts {
	t := &Texts{lines: lines}
	view := func(which whichText) *code.View {
		view := code.NewView(drawn{t, which})
		view.OnJump = t.jump
		set(view)
		return view
	}
	t.unified = view(bothTexts)
	for i, which := range []whichText{oldText, newText} {
		other := 1 - i
		t.sides[i] = view(which)
		t.sides[i].OnScroll = func() { t.follow(i, other) }
	}
	t.pair = container.New(twoTexts{}, t.sides[0], t.sides[1])
	t.shown = container.New(&measured{t}, t.unified)
	return t
}

// Content returns the widget.
func (t *Texts) Content() fyne.CanvasObject { return t.shown }

// Fits reports whether there is enough space to show the texts side by side.
func (t *Texts) Fits() bool { return t.fits }

// Front returns the focused code view.
func (t *Texts) Front() *code.View {
	if t.lines.SideBySide() {
		return t.sides[1]
	}
	return t.unified
}

// Left returns the view of the first text if the texts are side by side.
func (t *Texts) Left() *code.View { return t.sides[0] }

// Reload shows the lines again.
func (t *Texts) Reload() {
	shown := fyne.CanvasObject(t.unified)
	if t.lines.SideBySide() {
		shown = t.pair
	}
	for i, view := range []*code.View{t.unified, t.sides[0], t.sides[1]} {
		view.SetLines(drawn{t, []whichText{bothTexts, oldText, newText}[i]})
	}
	if t.shown.Objects[0] != shown {
		t.shown.Objects = []fyne.CanvasObject{shown}
		t.shown.Refresh()
	}
}

// Step moves to the next change, or for -1 to the previous one, and reports whether there is one.
func (t *Texts) Step(by int) bool {
	at := t.Front().CursorLine()
	if at < 0 && by < 0 {
		at = t.lines.Len()
	}
	line := t.lines.NextChange(at, by)
	t.GoTo(line)
	return line >= 0
}

// GoTo moves the cursor to a line, and scrolls there; -1 does nothing.
func (t *Texts) GoTo(line int) {
	if line < 0 {
		return
	}
	view := t.Front()
	view.SetCursor(line)
	view.ScrollTo(line)
}

// Drawn returns a line as drawn by the front view.
func (t *Texts) Drawn(line int) code.Line {
	which := bothTexts
	if t.lines.SideBySide() {
		which = newText
	}
	return drawn{t, which}.Line(line)
}

// Copied returns the lines [first, last) of the text of a view.
func (t *Texts) Copied(first, last int, left bool) string {
	var out strings.Builder
	for i := first; i < last; i++ {
		line := t.lines.Line(i)
		switch {
		case line.Kind == difference.Gap || line.Kind == difference.Heading:
		case line.Kind == difference.Removed || left:
			out.WriteString(t.lines.Text(false, line.Old) + "\n")
		default:
			out.WriteString(t.lines.Text(true, line.New) + "\n")
		}
	}
	return out.String()
}

func (t *Texts) jump(i int) {
	do := t.OnUnfold
	if t.lines.Line(i).Kind == difference.Heading {
		do = t.OnHeading
	}
	if do != nil {
		do(i)
	}
}

// follow scrolls one side to the position of the other.
func (t *Texts) follow(from, to int) {
	if t.syncing {
		return
	}
	t.syncing = true
	line, past := t.sides[from].Top()
	t.sides[to].SetTop(line, past)
	t.sides[to].SetLeft(t.sides[from].Left())
	t.syncing = false
}

// whichText selects the text shown in a view.
type whichText int

const (
	bothTexts whichText = iota
	oldText
	newText
)

// drawn adapts the lines to a view.
type drawn struct {
	t     *Texts
	which whichText
}

func (l drawn) Len() int { return l.t.lines.Len() }

func (l drawn) Line(i int) code.Line {
	line := l.t.lines.Line(i)
	switch line.Kind {
	case difference.Gap:
		return code.Line{
			Text: "⋯ " + words.Count("{{.N}} unchanged lines", line.Hidden), Jump: true, Tint: kit.ColorPanel,
			Runs: []code.Run{{Start: 0, End: 1 << 20, Style: code.StyleMuted}},
		}
	case difference.Heading:
		if l.which == oldText {
			return code.Line{Tint: kit.ColorPanel}
		}
		return l.t.Heading(line.Change)
	}
	now := l.which == newText || l.which == bothTexts && line.New >= 0
	at, sign, tint := line.New, "    ", fyne.ThemeColorName("") // as wide as a tab, so that columns are preserved
	if !now {
		at = line.Old
	}
	switch {
	case at < 0:
		return code.Line{Tint: kit.ColorPanel} // there is a line only in the other text
	case line.Kind == difference.Same:
	case now:
		sign, tint = "+   ", kit.ColorAdded
	default:
		sign, tint = "-   ", kit.ColorRemoved
	}
	out := code.Line{Number: l.t.lines.Number(now, at), Text: sign + l.t.lines.Text(now, at), Tint: tint}
	if line.Kind == difference.Same {
		return out
	}
	if l.t.Muted != nil && l.t.Muted(line.Change) {
		out.Tint, out.Runs = "", []code.Run{{Start: 0, End: 1 << 20, Style: code.StyleMuted}}
		return out
	}
	style := code.StyleGood
	if !now {
		style = code.StyleBad
	}
	out.Runs = append(out.Runs, code.Run{Start: 0, End: len(sign), Style: style})
	out.MarkTint = kit.ColorAddedWord
	if !now {
		out.MarkTint = kit.ColorRemovedWord
	}
	for _, r := range l.t.lines.Words(now, i) {
		out.Marks = append(out.Marks, prose.Span{Start: len(sign) + r.Start, End: len(sign) + r.End})
		out.Runs = append(out.Runs, code.Run{Start: len(sign) + r.Start, End: len(sign) + r.End, Style: code.StyleStrong})
	}
	return out
}

// measured gives one object all of its space, and detects whether two texts fit side by side.
type measured struct{ t *Texts }

func (*measured) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

func (m *measured) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Resize(size)
	if fits := size.Width >= MinSide; fits != m.t.fits {
		m.t.fits = fits
		if m.t.OnFits != nil {
			m.t.OnFits(fits)
		}
	}
}

// twoTexts lays out two views of equal width side by side, with a hairline between them.
type twoTexts struct{}

func (twoTexts) MinSize(objects []fyne.CanvasObject) fyne.Size {
	a, b := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(a.Width+kit.Hairline+b.Width, max(a.Height, b.Height))
}

func (twoTexts) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left := float32(int((size.Width - kit.Hairline) / 2))
	objects[0].Resize(fyne.NewSize(left, size.Height))
	objects[1].Move(fyne.NewPos(left+kit.Hairline, 0))
	objects[1].Resize(fyne.NewSize(size.Width-left-kit.Hairline, size.Height))
}
