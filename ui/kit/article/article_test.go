package article

import (
	"image"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/assets"
	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
)

func begin(t testing.TB) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(kit.NewTheme(kit.Dark, assets.MonoRegular(), assets.MonoBold()))
}

// lines returns the texts of the rows of blocks in a width.
func lines(blocks []Block, width float32) []string {
	var l layout
	l.setBlocks(blocks, width)
	var out []string
	for _, r := range l.rows {
		var parts []string
		for _, p := range r.pieces {
			parts = append(parts, p.text)
		}
		out = append(out, strings.Join(parts, "|"))
	}
	return out
}

func TestBlocksAreLaidOut(t *testing.T) {
	begin(t)
	plain := func(text string) []Span { return []Span{{Text: text}} }
	n := kit.Face{}.Width("nnnnnnnnnn") / 10
	narrow := 22*n + 2*margin + kit.ScrollBarWidth
	tests := []struct {
		name   string
		blocks []Block
		width  float32
		want   []string
	}{
		{"lines break at blanks", []Block{{Spans: plain("nnnnnnnnnn nnnnnnnnnn nnn")}}, narrow, []string{"nnnnnnnnnn nnnnnnnnnn", "nnn"}},
		{"styles are pieces of their own", []Block{{Spans: []Span{{Text: "a "}, {Text: "b c", Bold: true}, {Text: ", d"}}}}, 500, []string{"a|b c|, d"}},
		{"a word in two styles is not parted", []Block{{Spans: []Span{{Text: "nnnnnnnnnn nnnnn"}, {Text: "nnnnnnnn", Mono: true}, {Text: "."}}}}, narrow, []string{"nnnnnnnnnn", "nnnnn|nnnnnnnn|."}},
		{"a word that is too wide is", []Block{{Spans: plain(strings.Repeat("n", 50))}}, narrow, []string{strings.Repeat("n", 22), strings.Repeat("n", 22), strings.Repeat("n", 6)}},
		{"code keeps its lines and blanks", []Block{{Kind: Code, Text: "a  b\n\n\tc\n"}}, 500, []string{"a  b", "", "    c"}},
		{"a list has markers", []Block{{Spans: plain("one"), Indent: 1, Marker: "•"}}, 500, []string{"one|•"}},
		{"a table that fits has columns", []Block{{Kind: Table, Rows: [][]Cell{{plain("a"), plain("b")}, {plain("c"), plain("d")}}}}, 500, []string{"a|b", "c|d"}},
		{"one that does not fit has rows below each other", []Block{{Kind: Table, Rows: [][]Cell{{plain("a"), plain("b")}, {plain("nnnnnnnnnnnnnnn"), plain("nnnnnnnnnn nnnnnnnnnnnn")}}}}, narrow, []string{"nnnnnnnnnnnnnnn", "nnnnnnnnnn", "nnnnnnnnnnnn"}},
		{"a picture is a row", []Block{{Kind: Picture, Image: image.NewGray(image.Rect(0, 0, 10, 10)), About: "about"}}, 500, []string{"", "about"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, lines(tt.blocks, tt.width)); diff != "" {
				t.Errorf("wrong rows (-want +got):\n%s", diff)
			}
		})
	}
}

// No piece is wider than the text or above the one before, whatever the words, and every word is there once.
func TestNothingIsLostOrCut(t *testing.T) {
	begin(t)
	rapid.Check(t, func(t *rapid.T) {
		var spans []Span
		for range rapid.IntRange(1, 6).Draw(t, "spans") {
			spans = append(spans, Span{
				Text: rapid.StringOfN(rapid.SampledFrom([]rune("ab cdé 日 -\n")), 1, 40, -1).Draw(t, "text"),
				Bold: rapid.Bool().Draw(t, "bold"), Mono: rapid.Bool().Draw(t, "mono"),
			})
		}
		var l layout
		l.setBlocks([]Block{{Spans: spans, Indent: rapid.IntRange(0, 2).Draw(t, "indent")}}, float32(rapid.IntRange(200, 700).Draw(t, "width")))
		bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
		got, y := "", float32(0)
		for _, r := range l.rows {
			if r.y < y {
				t.Fatalf("a row at %v comes after one at %v", r.y, y)
			}
			y = r.y
			x := float32(0)
			for _, p := range r.pieces {
				got += p.text
				if p.x < x-0.5 {
					t.Fatalf("%q begins at %v, before the end of the piece before, %v", p.text, p.x, x)
				}
				if x = p.x + p.w; x > margin+l.width+1 && len([]rune(p.text)) > 1 {
					t.Fatalf("%q ends at %v of %v", p.text, x, margin+l.width)
				}
			}
		}
		if bare(got) != bare(PlainText(spans)) {
			t.Fatalf("%q became %q", PlainText(spans), got)
		}
	})
}

// shown is a view of an article of many lines with two links, in a window.
func shown(t *testing.T) (*View, fyne.Window, *[]string) {
	begin(t)
	v := NewView()
	var led []string
	v.OnLink = func(to string) { led = append(led, to) }
	blocks := []Block{{Kind: Heading, Level: 1, Spans: []Span{{Text: "Title"}}}, {Spans: []Span{{Text: "first", Link: "one"}}}}
	for range 60 {
		blocks = append(blocks, Block{Spans: []Span{{Text: "some text"}}})
	}
	blocks = append(blocks, Block{Spans: []Span{{Text: "last", Link: "two"}}})
	v.SetBlocks(blocks, 0)
	w := kittest.Show(t, v, 480, 300)
	w.Canvas().Focus(v)
	return v, w, &led
}

func TestAnArticleIsReadByKeyboard(t *testing.T) {
	v, _, led := shown(t)
	kittest.Key(v, fyne.KeyEnd)
	if v.Offset() != v.view.Limit() || v.Offset() == 0 {
		t.Errorf("End scrolls to %v of %v", v.Offset(), v.view.Limit())
	}
	kittest.Key(v, fyne.KeyHome, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp)
	if v.Offset() != float64(2*lineHeight) {
		t.Errorf("scrolled to %v", v.Offset())
	}
	kittest.Key(v, fyne.KeyHome, fyne.KeyRight, fyne.KeyReturn, fyne.KeyRight, fyne.KeyReturn, fyne.KeyRight, fyne.KeyReturn, fyne.KeyLeft, fyne.KeyReturn)
	if diff := cmp.Diff([]string{"one", "two", "two", "one"}, *led); diff != "" {
		t.Errorf("links that were followed (-want +got):\n%s", diff)
	}
	other := false
	v.OnKey = func(name fyne.KeyName, _ fyne.KeyModifier) bool { other = name == fyne.KeyEscape; return true }
	kittest.Key(v, fyne.KeyEscape)
	if !other {
		t.Error("Escape is not passed on")
	}
}

func TestALinkIsClicked(t *testing.T) {
	v, _, led := shown(t)
	for _, r := range v.layout.rows {
		for _, p := range r.pieces {
			if p.link == 0 {
				kittest.Hover(v, p.x+2, r.y+4)
				if v.Cursor() != desktop.PointerCursor {
					t.Error("the pointer does not show the link")
				}
				kittest.Mouse(v, p.x+2, r.y+4, 0)
			}
		}
	}
	kittest.Mouse(v, 300, 200, 0)
	if len(*led) != 1 || (*led)[0] != "one" {
		t.Errorf("followed %v", *led)
	}
}

func TestAPlaceOfAnArticleStaysWhenItIsResized(t *testing.T) {
	v, w, _ := shown(t)
	v.ShowBlock(30)
	if at := v.TopBlock(); at != 30 {
		t.Fatalf("block %d is at the top", at)
	}
	w.Resize(fyne.NewSize(300, 400))
	if at := v.TopBlock(); at != 30 {
		t.Errorf("block %d is at the top then", at)
	}
}

func TestFocusOfAnArticleIsVisible(t *testing.T) {
	begin(t)
	v := NewView()
	v.SetBlocks([]Block{{Spans: []Span{{Text: "text"}}}}, 0)
	kittest.FocusIsVisible(t, v)
}

func TestWordsAreMarked(t *testing.T) {
	v, w, _ := shown(t)
	before := test.RenderToMarkup(w.Canvas())
	v.Mark([]string{"SOME"})
	after := test.RenderToMarkup(w.Canvas())
	if strings.Count(after, "<rectangle") <= strings.Count(before, "<rectangle") {
		t.Error("nothing is marked")
	}
}

func BenchmarkLayout(b *testing.B) {
	begin(b)
	var blocks []Block
	for range 100 {
		blocks = append(blocks, Block{Spans: []Span{{Text: strings.Repeat("some words of a page of the manual ", 12)}}})
	}
	var l layout
	b.ReportAllocs()
	for b.Loop() {
		l.setBlocks(blocks, 480)
	}
}
