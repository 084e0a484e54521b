// Package textdialog implements the dialog for text options, with the effect of each.
package textdialog

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/dialog"
	"dossier/ui/features/textoptions"
	"dossier/ui/kit"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/words"
)

// Dialog is an open dialog.
type Dialog struct {
	w       part.Window
	rows    []int // nil for the whole document
	own     *kit.Check
	checks  map[models.TextOption]*kit.Check
	effects map[models.TextOption]*kit.Label
}

// Sizes of the dialog.
const (
	width       = 560
	effectWidth = 130
)

// names are the labels of the options.
func names() words.Table[models.TextOption] {
	return words.Table[models.TextOption]{
		models.LineNumbers:       "Line numbers of the file",
		models.WithoutComments:   "Without comments, except documentation",
		models.WithoutDocs:       "Without documentation comments",
		models.WithoutBlankLines: "Without blank lines in code",
		models.ShortData:         "Shorten long base64 data",
		models.NameGenerated:     "Only the names of generated and minified files",
	}
}

// Open opens the dialog for rows of the composition, or for the whole document if rows is nil.
func Open(w part.Window, rows []int) *Dialog {
	d := &Dialog{w: w, rows: rows, checks: map[models.TextOption]*kit.Check{}, effects: map[models.TextOption]*kit.Label{}}
	body := container.NewVBox()
	title, about := words.Say("Text of the files"), words.Say("How files are written into the document. The heading of a file says which options have changed it.")
	if rows != nil {
		title = words.Count("Text of {{.N}} files", len(rows))
		about = words.Say("How these files are written into the document.")
		d.own = kit.NewCheck(words.Say("As all files"), func(s kit.CheckState) { d.follow(s == kit.On) })
		body.Add(d.own)
	}
	for _, o := range models.TextOptions() {
		d.checks[o] = kit.NewCheck(names().Say(o), func(s kit.CheckState) { d.set(o, s == kit.On) })
		d.effects[o] = kit.NewFigure(effectWidth, words.Say("What a click would change, in tokens"))
		body.Add(container.NewBorder(nil, nil, nil, d.effects[o], d.checks[o]))
	}
	content := kit.NewColumn(kit.NewParagraph(about), body, nil)
	height := content.MinSize().Height + 2*kit.ControlHeight + 2*kit.Inset
	open := w.Dialogs().Show(title, content, fyne.NewSize(width, height), dialog.Closes(words.Say("Close")).AsPrimary())
	open.Help = "docs/guide/format.md#change-the-text-of-the-files"
	closed := open.Close
	open.Close = func() {
		textoptions.Of(w.Session()).Stop()
		closed()
	}
	d.show()
	return d
}

func (d *Dialog) set(o models.TextOption, on bool) {
	textoptions.Of(d.w.Session()).Set(d.rows, o, on)
	d.show()
}

// follow makes the rows follow the options of the document, or copies these as their own.
func (d *Dialog) follow(on bool) {
	if on {
		textoptions.Of(d.w.Session()).Follow(d.rows)
	} else {
		textoptions.Of(d.w.Session()).Detach(d.rows)
	}
	d.show()
}

// show shows which options are on, and counts their effects.
func (d *Dialog) show() {
	s := d.w.Session()
	on := textoptions.Of(s).On(d.rows)
	for o, check := range d.checks {
		state := kit.Off
		if slices.Contains(on, o) {
			state = kit.On
		}
		check.SetState(state)
		d.effects[o].SetText(words.Pending)
	}
	if d.own != nil {
		state := kit.On
		if textoptions.Of(s).HasOwn(d.rows) {
			state = kit.Off
		}
		d.own.SetState(state)
	}
	textoptions.Of(s).Count(d.rows, func(e project.OptionEffect) { d.effects[e.Option].SetText(effect(e)) })
}

// effect returns the difference of tokens with its sign.
func effect(e project.OptionEffect) string {
	more := e.New.Less(e.Old)
	sign := "+"
	switch {
	case more.N < 0:
		sign, more.N = "−", -more.N
	case more.N == 0 && more.Exact:
		return words.Say("no difference")
	}
	return words.With("{{.Tokens}} tokens", map[string]any{"Tokens": sign + words.Tokens(aggregate.Count{N: more.N, Exact: more.Exact})})
}
