package fitview

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/ui/features/fit"
	"dossier/ui/kit"
	"dossier/ui/kit/edit"
	"dossier/ui/words"
)

// minBudget is the minimum of the slider in tokens; smaller budgets can be typed.
const minBudget = 1000

// sliderSteps is the number of slider positions: about one per pixel.
const sliderSteps = 400

// budget is the slider of the budget and the number next to it. The slider is logarithmic, so
// that it is as precise for 2,000 tokens as for 200,000.
type budget struct {
	v      *View
	slider *kit.Slider
	entry  *edit.Entry
	wrong  *kit.Label // explains an invalid input
	row    *fyne.Container
	moving bool // the number is being updated from the budget
}

func newBudget(v *View) *budget {
	b := &budget{v: v}
	b.slider = kit.NewSlider(sliderSteps, func(at int) { v.fit().SetBudget(b.tokens(at)) })
	b.entry = edit.NewEntry(words.Say("tokens"), func(typed string) {
		if !b.moving {
			b.typed(typed)
		}
	})
	b.entry.SetTip(words.Say("How many tokens the whole document may have: 16000, 16k, 1.5M, or 50% of the model's window"))
	b.entry.OnEscape = v.w.CloseEditor
	b.entry.OnShortcut = v.w.Shortcut
	entry := container.NewGridWrap(fyne.NewSize(90, b.entry.MinSize().Height), b.entry)
	b.wrong = kit.NewLabel(words.Say("Type a number of tokens, such as 16k, 1.5M or 50%"), kit.Body)
	b.wrong.SetTone(kit.ColorBad)
	b.wrong.Hide()
	left := container.NewHBox(kit.NewLabel(words.Say("Budget"), kit.Body), entry, b.wrong)
	b.row = kit.NewSharingRow([]fyne.CanvasObject{left}, b.slider, []fyne.CanvasObject{v.sources.release, v.sources.refill, v.sources.keep})
	return b
}

// typed proposes files for a typed budget, or shows an error and keeps the previous one.
func (b *budget) typed(text string) {
	n, err := fit.ParseBudget(text, b.v.w.Session().Settings().Model().Window)
	b.problem(err != nil)
	if err == nil {
		b.v.fit().SetBudget(n)
	}
}

// problem shows or hides the error of an invalid input.
func (b *budget) problem(on bool) {
	if b.wrong.Visible() != on {
		kit.SetVisible(b.wrong, on)
		kit.Relayout(b.row)
	}
}

// window returns the maximum of the slider.
func (b *budget) window() float64 {
	return math.Max(2*minBudget, float64(b.v.w.Session().Settings().Model().Window))
}

// tokens returns the budget at a slider position, with two significant digits.
func (b *budget) tokens(at int) int {
	n := minBudget * math.Pow(b.window()/minBudget, float64(at)/sliderSteps)
	unit := math.Pow(10, math.Floor(math.Log10(n))-1)
	return int(math.Round(n/unit) * unit)
}

// place returns the slider position of a budget.
func (b *budget) place(n int) int {
	at := math.Log(float64(max(n, minBudget))/minBudget) / math.Log(b.window()/minBudget)
	return int(math.Round(sliderSteps * math.Min(1, at)))
}

// show shows the current budget, but does not change a number being typed.
func (b *budget) show() {
	b.moving = true
	defer func() { b.moving = false }()
	n := b.v.fit().Budget()
	if b.v.w.Focused() != fyne.Focusable(b.entry) {
		b.entry.SetText(kit.Typed(int64(n)))
		b.problem(false)
	}
	if b.tokens(b.slider.Value()) != n {
		b.slider.SetValue(b.place(n), sliderSteps)
	}
}
