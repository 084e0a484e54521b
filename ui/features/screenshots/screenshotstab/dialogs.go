package screenshotstab

import (
	"fmt"
	"image"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/images"
	"dossier/aggregate/text"
	"dossier/ui/dialog"
	"dossier/ui/kit"
	"dossier/ui/words"
)

// AddDialog asks for the path of an image, or a pattern for several.
func (t *Tab) AddDialog() {
	s := t.w.Session()
	if s.Dir() == "" {
		return
	}
	t.w.Dialogs().PromptPath(dialog.PathQuestion{
		Title: words.Say("Add screenshots"), Placeholder: "shots/*.png", Accept: words.Say("Add"),
		Hint: words.Say("A path or a pattern. Images can also be dropped on the window."),
		Help: "docs/guide/screenshots.md#add-images",
		What: dialog.File, Endings: imageEndings(), Patterns: true, Purpose: "screenshots", Base: s.Dir(),
		Submit: s.Screenshots().AddEntry,
	})
}

// imageEndings returns the extensions of possible screenshots.
func imageEndings() []string {
	var endings []string
	for _, f := range images.Formats() {
		endings = append(endings, f.Extensions()...)
	}
	return endings
}

// Paste saves the image on the clipboard at a path given by the user.
func (t *Tab) Paste() {
	w := t.w
	w.Session().Screenshots().Paste(func(data []byte, info images.Info, proposed string) {
		what := words.With("{{.Format}}, {{.Width}} × {{.Height}}, {{.Size}}. It is saved into the project.", map[string]any{
			"Format": string(info.Format), "Width": fmt.Sprint(info.Width), "Height": fmt.Sprint(info.Height), "Size": kit.Size(int64(len(data))),
		})
		w.Dialogs().PromptPath(dialog.PathQuestion{
			Title: words.Say("Save the clipboard's image as"), Accept: words.Say("Save and add"), Hint: what,
			Help: "docs/guide/screenshots.md#add-images",
			What: dialog.NewFile, Endings: imageEndings(), Base: w.Session().Dir(), Name: proposed,
			Submit: func(name string) error { return w.Session().Screenshots().Save(data, name) },
		})
	})
}

// captionDialog asks for the caption of row i.
func (t *Tab) captionDialog(i int) {
	w := t.w
	row := w.Session().Screenshots().Row(i)
	caption := w.Dialogs().Entry(row.Caption)
	hint := kit.NewMuted(words.Say("Shown below the image in the dossier. Leave it empty for none."))
	set := func() {
		if at, ok := w.Session().Screenshots().Find(row.Path); ok {
			w.Session().Screenshots().SetCaption(at, caption.Text)
		}
	}
	save := dialog.Does(words.Say("Set the caption"), set).AsPrimary()
	w.Dialogs().Show(words.With("Caption of {{.Name}}", map[string]any{"Name": kit.ShortenPath(text.Escape(row.Path), 48)}),
		container.NewVBox(caption, hint), fyne.NewSize(560, 150), dialog.Closes(words.Say("Cancel")), save)
}

// enlarge shows an image as large as the window allows. Left and Right show the other images.
func (t *Tab) enlarge(i int) {
	w := t.w
	if i < 0 || i >= w.Session().Screenshots().Len() {
		return
	}
	view := &largeView{t: t, image: &canvas.Image{FillMode: canvas.ImageFillContain, ScaleMode: canvas.ImageScaleSmooth}, caption: kit.NewLabel("", kit.Body)}
	view.caption.SetMinWidth(1)
	size := w.Dialogs().Window.Canvas().Size().SubtractWidthHeight(4*kit.Group, 4*kit.Group)
	done := dialog.Closes(words.Say("Close")).AsPrimary()
	step := func(by int) func() bool { return func() bool { view.step(by); return true } }
	w.Dialogs().Show(words.Say("Screenshot"), kit.NewColumn(nil, view.image, view.caption), size,
		dialog.Answer{Text: words.Say("Previous"), Run: step(-1)}, dialog.Answer{Text: words.Say("Next"), Run: step(1)}, done)
	w.Dialogs().Front().Key = func(name fyne.KeyName) bool {
		switch name {
		case fyne.KeyLeft, fyne.KeyUp, fyne.KeyPageUp:
			view.step(-1)
		case fyne.KeyRight, fyne.KeyDown, fyne.KeyPageDown, fyne.KeySpace:
			view.step(1)
		default:
			return false
		}
		return true
	}
	view.box = image.Pt(int(size.Width*w.Dialogs().Window.Canvas().Scale()), int(size.Height*w.Dialogs().Window.Canvas().Scale()))
	view.show(i)
}

// largeView is an enlarged image over the window.
type largeView struct {
	t       *Tab
	image   *canvas.Image
	caption *kit.Label
	box     image.Point // size of the window in pixels
	path    string
}

func (v *largeView) step(by int) {
	s := v.t.w.Session()
	i, ok := s.Screenshots().Find(v.path)
	if n := s.Screenshots().Len(); ok && n > 0 {
		v.show((i + by + n) % n)
	}
}

func (v *largeView) show(i int) {
	s := v.t.w.Session()
	row := s.Screenshots().Row(i)
	v.path = row.Path
	v.t.strip.SetCursor(i)
	v.caption.SetText(fmt.Sprintf("%d / %d  %s", i+1, s.Screenshots().Len(), strings.ReplaceAll(tipOf(row, s), "\n", " · ")))
	s.Screenshots().Enlarge(i, v.box, func(img *image.RGBA, err error) {
		if v.path != row.Path {
			return
		}
		v.image.Image = nil
		if err == nil {
			v.image.Image = img
		} else {
			v.caption.SetText(words.With("{{.Problem}}. The path is still included.", map[string]any{"Problem": err.Error()}))
		}
		v.image.Refresh()
	})
}
