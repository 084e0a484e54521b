package dialog

import (
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/ui/completion"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/words"
)

// PathField is a field for a path in a dialog. Below it is room for what it offers: how
// the path may go on, or what the dialog has to propose. A hint stands there until then.
type PathField struct {
	*board.Suggest
	// Proposed returns what is offered while the person types; nil proposes nothing.
	Proposed func(typed string) []board.Suggestion

	dialogs *Dialogs
	kind    completion.Kind
	room    *fyne.Container // the list, or the hint
	hint    fyne.CanvasObject
}

// PathField returns a field for a path of some kind, over a hint.
func (d *Dialogs) PathField(path, hint string, kind completion.Kind) *PathField {
	p := &PathField{dialogs: d, kind: kind}
	p.Suggest = d.Suggest(path)
	p.OnChanged = p.Retype
	p.OnComplete = func(typed string) {
		d.Complete(kind, typed, func(c completion.Result) {
			if typed == p.Text {
				p.Complete(c.Text, candidates(c.Names), c.More)
				p.show()
			}
		})
	}
	about := container.NewVBox()
	if hint != "" {
		about.Add(kit.NewParagraph(hint))
	}
	about.Add(kit.NewParagraph(words.Say("Tab completes a path and lists how it may go on; ~ is your own folder.")))
	p.hint = about
	p.room = container.NewStack(p.hint)
	return p
}

// Body returns the field and, where there is one, something below it, over its room, and
// last what is wrong. Either may be nil.
func (p *PathField) Body(above, problem fyne.CanvasObject) fyne.CanvasObject {
	head := container.NewVBox(p.Suggest)
	if above != nil {
		head.Add(above)
	}
	return kit.NewColumn(head, p.room, problem)
}

// Retype offers what is proposed for a text, or else those of the paths that were offered
// last which begin so.
func (p *PathField) Retype(typed string) {
	if p.Proposed != nil {
		if list := p.Proposed(typed); len(list) > 0 {
			p.Offer(list, -1)
			p.show()
			return
		}
	}
	var still []board.Suggestion
	for _, one := range p.Offered() {
		if one.Choose == nil && len(typed) < len(one.Text) && strings.HasPrefix(one.Text, typed) {
			still = append(still, one)
		}
	}
	p.Offer(still, -1)
	p.show()
}

// show shows the list while it has rows.
func (p *PathField) show() {
	shown := p.hint
	if len(p.Offered()) > 0 {
		shown = p.List()
	}
	if p.room.Objects[0] != shown {
		p.room.Objects[0] = shown
		p.room.Refresh()
	}
}

// candidates are paths as they are offered: by their last part, which tells them apart.
func candidates(paths []string) []board.Suggestion {
	var list []board.Suggestion
	for _, path := range paths {
		name := filepath.Base(path)
		if os.IsPathSeparator(path[len(path)-1]) {
			name += string(filepath.Separator)
		}
		list = append(list, board.Suggestion{Text: path, Label: text.Escape(name)})
	}
	return list
}
