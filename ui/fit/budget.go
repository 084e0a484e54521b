package fit

import (
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/ui/kit"
	"dossier/ui/kit/edit"
	"dossier/ui/words"
)

// leastBudget is where the slider begins, in tokens; what is less can be typed.
const leastBudget = 1000

// sliderSteps is how many places the slider has: as many as there are pixels, about.
const sliderSteps = 400

// budget is the slider of the budget and the number beside it. The slider goes by the
// logarithm, so that it is as fine for 2 000 tokens as for 200 000.
type budget struct {
	v      *View
	slider *kit.Slider
	entry  *edit.Entry
	row    *fyne.Container
	moving bool // the number follows the budget
}

func newBudget(v *View) *budget {
	b := &budget{v: v}
	b.slider = kit.NewSlider(sliderSteps, func(at int) { v.fit().SetBudget(b.tokens(at)) })
	b.entry = edit.NewEntry(words.Say("tokens"), func(typed string) {
		if n, err := strconv.Atoi(strings.Join(strings.Fields(typed), "")); err == nil && n > 0 && !b.moving {
			v.fit().SetBudget(n)
		}
	})
	b.entry.SetTip(words.Say("How many tokens the whole document may have"))
	b.entry.OnEscape = v.w.CloseEditor
	b.entry.OnShortcut = v.w.Shortcut
	entry := container.NewGridWrap(fyne.NewSize(90, b.entry.MinSize().Height), b.entry)
	left := container.NewHBox(kit.NewLabel(words.Say("Budget"), kit.Body), entry)
	b.row = container.NewBorder(nil, nil, left, v.sources.keep, b.slider)
	return b
}

// window is the most that the slider gives.
func (b *budget) window() float64 {
	return math.Max(2*leastBudget, float64(b.v.w.Session().Settings().Model().Window))
}

// tokens is the budget of a place of the slider, with two digits that count.
func (b *budget) tokens(at int) int {
	n := leastBudget * math.Pow(b.window()/leastBudget, float64(at)/sliderSteps)
	unit := math.Pow(10, math.Floor(math.Log10(n))-1)
	return int(math.Round(n/unit) * unit)
}

// place is where a budget stands on the slider.
func (b *budget) place(n int) int {
	at := math.Log(float64(max(n, leastBudget))/leastBudget) / math.Log(b.window()/leastBudget)
	return int(math.Round(sliderSteps * math.Min(1, at)))
}

// show shows the budget of now. What is being typed stays as it is typed.
func (b *budget) show() {
	b.moving = true
	defer func() { b.moving = false }()
	n := b.v.fit().Budget()
	if b.v.w.Focused() != fyne.Focusable(b.entry) {
		b.entry.SetText(kit.Count(int64(n)))
	}
	if b.tokens(b.slider.Value()) != n {
		b.slider.SetValue(b.place(n), sliderSteps)
	}
}
