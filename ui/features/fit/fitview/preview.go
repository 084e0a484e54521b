package fitview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/ui/features/fit"
	"dossier/ui/highlighting"
	"dossier/ui/kit"
	"dossier/ui/kit/code"
	"dossier/ui/words"
)

// preview shows the file of the current row as proposed, next to the list.
type preview struct {
	v      *View
	toggle *kit.Button
	title  *kit.Label
	lines  *code.View
	empty  *kit.Empty
	panes  *kit.Panes
	shown  fit.Preview
}

// Indices of the panes.
const (
	listPane = iota
	previewPane
)

func newPreview(v *View) *preview {
	p := &preview{v: v}
	p.toggle = kit.NewToggle(words.Say("Preview"), !v.fit().PreviewHidden(), func(on bool) {
		v.fit().HidePreview(!on)
		p.v.previewChosen()
		p.show()
	})
	p.toggle.SetTip(words.Say("Show the file of the current row as it is proposed"))
	p.title = kit.NewLabel("", kit.Strong)
	p.lines = code.NewView(previewLines{p})
	p.lines.OnShortcut = func(s fyne.Shortcut) { v.w.Shortcut(s) }
	p.empty = kit.NewEmpty("", "", nil)
	p.empty.ShowStep(false)
	right := kit.NewColumn(kit.NewHeader(p.title, kit.EdgeBottom), container.NewStack(p.lines, p.empty), nil)
	p.panes = kit.NewPanes(kit.Pane{Content: v.list, Min: 620, Stretch: true}, kit.Pane{Content: right, Width: 460, Min: 240})
	return p
}

// previewChosen previews the row with the cursor.
func (v *View) previewChosen() {
	path := ""
	if i := v.list.Cursor(); !v.fit().PreviewHidden() && i >= 0 && i < v.rows.Len() {
		path = v.rows.rows[i].Path
	}
	v.fit().SetPreview(path)
	v.preview.show()
}

// show shows the rendered file.
func (p *preview) show() {
	off := p.v.fit().PreviewHidden()
	p.panes.SetHidden(previewPane, off)
	if off {
		return
	}
	shown := p.v.fit().Preview()
	title, empty := text.Escape(shown.Path), ""
	switch {
	case shown.Path == "" && p.v.fit().Previewing():
		empty = words.Say("Building the preview…")
	case shown.Path == "":
		empty = words.Say("Select a row to preview its file.")
	case shown.Problem != nil:
		empty = words.Failure(shown.Problem)
	case shown.Mode == "":
		empty = words.Say("The dossier does not show this file.")
	case len(shown.Lines) == 0 || len(shown.Lines) == 1 && shown.Lines[0] == "":
		empty = words.Say("The dossier shows only the path of this file.")
	}
	if shown.Path != "" {
		title += " · " + modeWord(shown.Mode)
	}
	p.title.SetText(title)
	p.shown = shown
	p.lines.SetLines(previewLines{p})
	p.empty.SetText(empty)
	kit.SetVisible(p.lines, empty == "")
	kit.SetVisible(p.empty, empty != "")
}

// previewLines adapts the lines of the preview to the view.
type previewLines struct{ p *preview }

func (l previewLines) Len() int { return len(l.p.shown.Lines) }

func (l previewLines) Line(i int) code.Line {
	line := code.Line{Text: l.p.shown.Lines[i], Number: i + 1}
	if i < len(l.p.shown.Runs) {
		line.Runs = highlighting.Runs(l.p.shown.Runs[i])
	}
	return line
}
