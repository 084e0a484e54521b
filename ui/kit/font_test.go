package kit

import (
	"math"
	"testing"

	"fyne.io/fyne/v2"
)

func TestATextThatOneFontHasIsDrawnInItAlone(t *testing.T) {
	begin(t)
	tests := []struct {
		name  string
		text  string
		alone bool
	}{
		{"letters", "main.go", true},
		{"a tab", "\tif err != nil {", true},
		{"letters with marks", "Überæl čž", true},
		{"an ellipsis and a dash", "a… – b", true},
		{"nothing", "", true},
		{"an emoji", "done ✅ 🚀", false},
		{"another script", "日本", false},
		{"a control character", "a\x01b", false},
		{"bytes that are no text", "a\xffb\U0010FFFF", false},
	}
	faces := map[string]Face{"plain": {}, "bold": {Bold: true}, "mono": {Mono: true}, "mono bold": {Mono: true, Bold: true}, "italic": {Italic: true}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for name, f := range faces {
				font := f.source(tt.text)
				if (font != nil) != tt.alone {
					t.Errorf("%s: drawn in one font: %t, want %t", name, font != nil, tt.alone)
				}
				if want := fyne.MeasureText(tt.text, f.points(), f.style()); f.measure(tt.text) != want {
					t.Errorf("%s: %v large, and %v in all fonts", name, f.measure(tt.text), want)
				}
			}
		})
	}
}

func TestATextIsDrawnInTheFontThatItWasMeasuredIn(t *testing.T) {
	begin(t)
	var d Drawing
	d.Begin(NewLabel("", Heading))
	for _, text := range []string{"letters", "✅", "letters again"} {
		d.Text(text, 0, 0, RowHeight, Face{Mono: true}, ColorText)
	}
	for i, alone := range []bool{true, false, true} {
		if source := d.texts[i].FontSource; (source != nil) != alone || alone && source.Name() != "mono.ttf" {
			t.Errorf("%q is drawn in %v", d.texts[i].Text, source)
		}
	}
}

// Names and the figures next to them have the same baseline in pixels, at any height and scale.
func TestMonospacedTextSharesTheBaseline(t *testing.T) {
	begin(t)
	for _, scale := range []float32{1, 1.25, 1.5, 2} {
		for _, size := range []float32{SmallSize, TextSize} {
			for _, height := range []float32{CodeRowHeight, RowHeight, ControlHeight, 27} {
				plain := baselineOf(Face{Size: size}, height, scale)
				if mono := baselineOf(Face{Size: size, Mono: true}, height, scale); mono != plain {
					t.Errorf("at %v, %v large in a line of %v: text stands on %v and monospaced text on %v", scale, size, height, plain, mono)
				}
			}
		}
	}
}

// baselineOf returns the pixel row of the baseline with the OpenGL driver, for a text in a line of
// a given height: the driver rounds the origin, and the text painter rounds the ascent up.
func baselineOf(f Face, height, scale float32) float64 {
	var d Drawing
	d.Begin(NewLabel("", Body))
	d.scale = scale
	d.Text("x", 0, 0, height, f, ColorText)
	size, baseline := f.metrics("x")
	top := d.texts[0].Position().Y + (height-size.Height)/2
	return math.Round(float64(top*scale)) + math.Ceil(float64(baseline*scale))
}

func TestAFontThatCannotBeReadDrawsNothingAlone(t *testing.T) {
	if newSoleFont(fyne.NewStaticResource("broken.ttf", []byte("no font")), "Any").source("letters") != nil {
		t.Error("a text is drawn in a font that cannot be read")
	}
}

// The toolkit searches the system for characters that a given font does not have, beginning with the family of its name.
func TestTheFontOfAText(t *testing.T) {
	own := NewTheme(Auto, nil, nil).Font(fyne.TextStyle{})
	tests := []struct{ name, text, fallback, want string }{
		{"the font has all", "Dossier", "Noto Sans CJK SC", own.Name()},
		{"Chinese", "复制 main.go，保存", "Noto Sans CJK SC", "Noto Sans CJK SC"},
		{"Japanese", "ファイルを開く。", "Noto Sans CJK JP", "Noto Sans CJK JP"},
		{"without a fallback any font is searched", "复制", "", ""},
		{"a mark between two scripts", "プレビュー・", "Noto Sans CJK JP", "Noto Sans CJK JP"},
		{"what is not of East Asia is searched in all fonts, emoji too", "复制 🎉", "Noto Sans CJK SC", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if source := NewTheme(Auto, nil, nil).WithFallback(tt.fallback, false).fontOf(fyne.TextStyle{}, tt.text); source != nil {
				got = source.Name()
				if string(source.Content()) != string(own.Content()) {
					t.Error("it is not the font of the theme")
				}
			}
			if got != tt.want {
				t.Errorf("the font is %q, want %q", got, tt.want)
			}
		})
	}
	bold := fyne.TextStyle{Bold: true}
	if NewTheme(Auto, nil, nil).WithFallback("Noto Sans CJK JP", true).fontOf(bold, "設定") != nil {
		t.Error("bold text is not left to the toolkit")
	}
	if NewTheme(Auto, nil, nil).WithFallback("Noto Sans CJK SC", false).fontOf(bold, "设置") == nil {
		t.Error("bold text is left to the toolkit")
	}
}
