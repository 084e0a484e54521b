package kit

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"dossier/ui/kit/kittest"
)

func TestContrastOfEveryPairInUse(t *testing.T) {
	test.NewTempApp(t)
	rows := []fyne.ThemeColorName{ColorGround, ColorPanel, ColorRaised, ColorHover, ColorSelection, ColorCursor}
	tests := []struct {
		rule    string
		least   float64
		fronts  []fyne.ThemeColorName
		grounds []fyne.ThemeColorName
	}{
		{
			rule: "text", least: 4.5,
			fronts:  []fyne.ThemeColorName{ColorText, ColorMuted, ColorGood, ColorWarn, ColorBad},
			grounds: rows,
		},
		{
			rule: "text on chips", least: 4.5,
			fronts:  []fyne.ThemeColorName{ColorText, ColorMuted},
			grounds: []fyne.ThemeColorName{ColorChip, ColorChipHover, ColorChip1, ColorChip2, ColorChip3, ColorChip4, ColorChip5, ColorChip6, ColorChip7},
		},
		{
			rule: "signs of kinds", least: 3,
			fronts:  []fyne.ThemeColorName{ColorFolder, ColorCode, ColorProse, ColorData, ColorImage},
			grounds: rows,
		},
		{
			rule: "text that was found", least: 4.5,
			fronts:  []fyne.ThemeColorName{ColorText, ColorMuted},
			grounds: []fyne.ThemeColorName{ColorMatch},
		},
		{
			rule: "words that differ", least: 4.5,
			fronts:  []fyne.ThemeColorName{ColorText},
			grounds: []fyne.ThemeColorName{ColorAddedWord, ColorRemovedWord},
		},
		{
			rule: "text on the accent", least: 4.5,
			fronts:  []fyne.ThemeColorName{ColorOnAccent},
			grounds: []fyne.ThemeColorName{ColorAccent},
		},
		{
			rule: "code", least: 4.5,
			fronts: []fyne.ThemeColorName{
				ColorText, ColorMuted, ColorKeyword, ColorString, ColorComment, ColorNumber, ColorTypeName, ColorFunction, ColorGood, ColorWarn, ColorBad,
			},
			grounds: []fyne.ThemeColorName{ColorGround, ColorSelection, ColorCursor, ColorHover, ColorMatch, ColorAdded, ColorRemoved},
		},
		{
			rule: "links", least: 4.5,
			fronts:  []fyne.ThemeColorName{ColorAccent},
			grounds: []fyne.ThemeColorName{ColorGround, ColorPanel, ColorRaised, ColorHover, ColorMatch, ColorSelection, ColorCursor},
		},
		{
			rule: "marks", least: 3,
			fronts:  []fyne.ThemeColorName{ColorAccent, ColorOutline, ColorFaint, ColorThumb},
			grounds: rows,
		},
		{
			rule: "lines of a graph", least: 3,
			fronts:  []fyne.ThemeColorName{ColorLink, ColorAccent, ColorGood},
			grounds: []fyne.ThemeColorName{ColorGround},
		},
		{
			rule: "the match that is shown", least: 3,
			fronts:  []fyne.ThemeColorName{ColorAccent},
			grounds: []fyne.ThemeColorName{ColorMatch, ColorGround},
		},
		{
			rule: "parts of the budget bar", least: 3,
			fronts:  []fyne.ThemeColorName{ColorPart1, ColorPart2, ColorPart3, ColorPart4, ColorPart5, ColorPart6, ColorText, ColorBad},
			grounds: []fyne.ThemeColorName{ColorTrack, ColorPanel},
		},
	}
	listed := map[fyne.ThemeColorName]bool{}
	for name, variant := range variants {
		th := NewTheme(variant, nil, nil)
		for _, tt := range tests {
			least := tt.least
			if variant&HighContrast != 0 { // WCAG's enhanced contrast
				least = map[float64]float64{4.5: 7, 3: 4.5}[least]
			}
			t.Run(name+" "+tt.rule, func(t *testing.T) {
				lowest := 21.0
				for _, front := range tt.fronts {
					for _, ground := range tt.grounds {
						listed[front], listed[ground] = true, true
						got := kittest.Contrast(th.Color(front, 0), th.Color(ground, 0))
						lowest = min(lowest, got)
						if got < least {
							t.Errorf("%s on %s: %.2f, want at least %g", front, ground, got, least)
						}
						if testing.Verbose() {
							t.Logf("%5.2f %s on %s", got, front, ground)
						}
					}
				}
				t.Logf("at least %.2f of %g", lowest, least)
			})
		}
	}
	for name := range tones {
		if name != ColorHairline && !listed[name] { // which says nothing
			t.Errorf("%s is in no pair", name)
		}
	}
}

// variants are the themes by their names.
var variants = map[string]Variant{
	"light": Light, "dark": Dark, "light in high contrast": Light | HighContrast, "dark in high contrast": Dark | HighContrast,
}

// TestChipsAreQuietAndApart checks the backgrounds of chips: each differs slightly from the
// background of the list, and no two have the same hue.
func TestChipsAreQuietAndApart(t *testing.T) {
	test.NewTempApp(t)
	chips := []fyne.ThemeColorName{ColorChip1, ColorChip2, ColorChip3, ColorChip4, ColorChip5, ColorChip6, ColorChip7}
	for name, variant := range variants {
		t.Run(name, func(t *testing.T) {
			th := NewTheme(variant, nil, nil)
			for i, chip := range chips {
				c := th.Color(chip, 0)
				if got := kittest.Contrast(c, th.Color(ColorGround, 0)); got < 1.05 || got > 1.6 {
					t.Errorf("%s on the ground: %.2f, want 1.05 to 1.6", chip, got)
				}
				for _, other := range chips[i+1:] {
					if d := apart(c, th.Color(other, 0)); d < 8 {
						t.Errorf("%s and %s are %d apart, want 8 of 255 in a channel", chip, other, d)
					}
				}
			}
		})
	}
}

// apart returns the greatest difference of two colours in one channel, of 255.
func apart(a, b color.Color) int {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	most := 0
	for _, d := range []int{int(r1>>8) - int(r2>>8), int(g1>>8) - int(g2>>8), int(b1>>8) - int(b2>>8)} {
		most = max(most, d, -d)
	}
	return most
}

func TestContrastOfBlackOnWhiteIsTheGreatest(t *testing.T) {
	if got := kittest.Contrast(color.Black, color.White); math.Abs(got-21) > 0.001 {
		t.Errorf("contrast %v, want 21", got)
	}
}

func TestThemeVariants(t *testing.T) {
	test.NewTempApp(t)
	white, dark := color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}, color.NRGBA{0x16, 0x18, 0x1D, 0xFF}
	tests := []struct {
		name    string
		variant Variant
		system  fyne.ThemeVariant
		want    color.NRGBA
	}{
		{name: "auto follows a light system", variant: Auto, system: theme.VariantLight, want: white},
		{name: "auto follows a dark system", variant: Auto, system: theme.VariantDark, want: dark},
		{name: "light does not follow", variant: Light, system: theme.VariantDark, want: white},
		{name: "high contrast follows a light system", variant: HighContrast, system: theme.VariantLight, want: white},
		{name: "high contrast follows a dark system", variant: HighContrast, system: theme.VariantDark, want: color.NRGBA{A: 0xFF}},
		{name: "dark in high contrast does not follow", variant: Dark | HighContrast, system: theme.VariantLight, want: color.NRGBA{A: 0xFF}},
		{name: "dark does not follow", variant: Dark, system: theme.VariantLight, want: dark},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := NewTheme(tt.variant, nil, nil).Color(ColorGround, tt.system); got != tt.want {
				t.Errorf("ground is %v, want %v", got, tt.want)
			}
		})
	}
}

func TestThemeDefinesEveryColorOfTheToolkit(t *testing.T) {
	test.AssertAllColorNamesDefined(t, NewTheme(Auto, nil, nil), "kit")
}

func TestThemeFonts(t *testing.T) {
	test.NewTempApp(t)
	th := NewTheme(Auto, []byte("regular"), []byte("bold"))
	tests := []struct {
		style fyne.TextStyle
		want  string
	}{
		{fyne.TextStyle{Monospace: true}, "regular"},
		{fyne.TextStyle{Monospace: true, Bold: true}, "bold"},
		{fyne.TextStyle{Monospace: true, Italic: true}, "regular"},
		{fyne.TextStyle{}, string(theme.DefaultTheme().Font(fyne.TextStyle{}).Content())},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%+v", tt.style), func(t *testing.T) {
			if got := th.Font(tt.style).Content(); string(got) != tt.want {
				t.Errorf("font of %d bytes, want %d", len(got), len(tt.want))
			}
		})
	}
	t.Run("without fonts the toolkit's own is used", func(t *testing.T) {
		mono := fyne.TextStyle{Monospace: true}
		if got, want := NewTheme(Auto, nil, nil).Font(mono), theme.DefaultTheme().Font(mono); got != want {
			t.Errorf("font %s, want %s", got.Name(), want.Name())
		}
	})
}

// Fyne's own widgets are next to those of this package, and have the same sizes.
func TestThemeMeasuresOfTheToolkit(t *testing.T) {
	test.NewTempApp(t)
	th := NewTheme(Auto, nil, nil)
	tests := []struct {
		name fyne.ThemeSizeName
		want float32
	}{
		{theme.SizeNameText, TextSize},
		{theme.SizeNameCaptionText, SmallSize},
		{theme.SizeNamePadding, Gap},
		{theme.SizeNameInputRadius, Radius},
		{theme.SizeNameScrollBar, ScrollBarWidth},
		{theme.SizeNameWindowButtonHeight, theme.DefaultTheme().Size(theme.SizeNameWindowButtonHeight)},
	}
	for _, tt := range tests {
		if got := th.Size(tt.name); got != tt.want {
			t.Errorf("%s is %v, want %v", tt.name, got, tt.want)
		}
	}
	if got, want := th.Icon(theme.IconNameCancel).Name(), theme.DefaultTheme().Icon(theme.IconNameCancel).Name(); got != want {
		t.Errorf("the icon is %s, want the toolkit's %s", got, want)
	}
}

func TestColorsOfOtherNames(t *testing.T) {
	test.NewTempApp(t)
	th := NewTheme(Light, nil, nil)
	if _, _, _, a := th.Color(theme.ColorNameShadow, 0).RGBA(); a == 0 || a == 0xFFFF {
		t.Errorf("a shade of opacity %#x hides the window, or nothing", a)
	}
	if got, want := th.Color("of nobody", theme.VariantLight), theme.DefaultTheme().Color("of nobody", theme.VariantLight); got != want {
		t.Errorf("a colour that nobody has is %v, want the toolkit's %v", got, want)
	}
	for own, of := range toolkitColors {
		if _, ok := tones[of]; !ok {
			t.Errorf("%s is drawn in %s, which has no colour", own, of)
		}
		if _, ok := tones[own]; ok {
			t.Errorf("%s has two colours", own)
		}
	}
}
