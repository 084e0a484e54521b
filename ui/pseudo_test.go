package ui

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"dossier/ui/kit"
	"dossier/ui/kit/edit"
	"dossier/ui/kit/kittest"
	"dossier/ui/language"
	"dossier/ui/words"
)

// field is a field of a text, which no translation changes.
var field = regexp.MustCompile(`\{\{[^}]*\}\}`)

// pseudo is a text as a language might have it that is 40 % longer: accented, and between brackets.
func pseudo(text string) string {
	accented := strings.NewReplacer("a", "á", "e", "ë", "i", "î", "o", "ö", "u", "ü", "A", "Å", "E", "É", "n", "ñ")
	var out strings.Builder
	at := 0
	for _, m := range field.FindAllStringIndex(text, -1) {
		out.WriteString(accented.Replace(text[at:m[0]]))
		out.WriteString(text[m[0]:m[1]])
		at = m[1]
	}
	out.WriteString(accented.Replace(text[at:]))
	more := (len([]rune(field.ReplaceAllString(text, "")))*2 + 4) / 5
	for i := range more {
		if i%6 == 0 && i+3 < more {
			out.WriteByte(' ')
		} else {
			out.WriteRune('ö')
		}
	}
	return "«" + out.String() + "»"
}

// speakPseudo makes the window speak the pseudo-language for the test.
func speakPseudo(t *testing.T) {
	t.Helper()
	english, err := words.Of(language.English())
	if err != nil {
		t.Fatal(err)
	}
	all := words.Texts{}
	for key, forms := range english {
		all[key] = words.Forms{Other: pseudo(forms.Other)}
		if forms.One != "" {
			all[key] = words.Forms{One: pseudo(forms.One), Other: pseudo(forms.Other)}
		}
	}
	words.SetTexts(all)
	t.Cleanup(func() { words.SetTexts(english) })
}

func TestPseudo(t *testing.T) {
	for text, want := range map[string]string{
		"Save":               "«Sávëöö»",
		"{{.N}} of {{.All}}": "«{{.N}} öf {{.All}}öö»",
	} {
		if got := pseudo(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// said returns what a widget says that is of the window and no content: "" for other objects.
func said(o fyne.CanvasObject) []string {
	switch o := o.(type) {
	case *kit.Label:
		return []string{o.Text()}
	case *kit.Button:
		return []string{o.Text()}
	case *edit.Entry:
		return []string{o.PlaceHolder}
	case *edit.TextBox:
		return []string{o.PlaceHolder}
	}
	switch kittest.Kind(o) { // which draw nothing but texts of the window
	case "kit.Empty":
		return []string{strings.Join(kittest.Texts(o), " ")} // its lines
	case "kit.toast":
		return kittest.Texts(o)[:1] // the first of its lines
	case "kit.Check", "kit.Choice", "kit.Rail", "kit.Progress", "kit.menuPanel":
		return kittest.Texts(o)
	}
	return nil
}

// content are the texts of labels, buttons and menus that are not of the window: names and values.
var content = regexp.MustCompile(`^(acme-api|.*/.*|.*\.(go|md|toml|sql|py|js|html|cpp|json|png|txt)\b.*|(GPT|Claude|Gemini|o\d|Llama|DeepSeek|Mistral|Qwen|Grok).*|Markdown|XML|JSON|(Ctrl|Alt|Shift)\+.*|F\d+.*|Space|Enter|E|J, K|project|Delete|Left.*|Menu.*|Del|main|k|KiB|Ada.*|bd-.*|acme.*|A[AI]|User|code --goto.*|PageUp|PageDown|Home|End|Backend review|Login.*|GitHub|TOML|Dossier|HEAD.*|First|Custom.*|v?\d.*|Right, Left|the handlers in full.*|overview|login|password-in-settings|Guide|Files)$`)

// TestNoStringIsLeftInEnglish looks for texts of the window that were not translated, in a language in which every translated text has
// brackets.
func TestNoStringIsLeftInEnglish(t *testing.T) {
	speakPseudo(t)
	left := map[string]string{}
	checked := 0
	for _, state := range looks(t) {
		s := state.open(t)
		s.WalkFront(func(d kittest.Drawn) {
			for _, text := range said(d.Object) {
				if !strings.ContainsFunc(text, unicode.IsLetter) {
					continue
				}
				checked++
				if !strings.Contains(text, "«") && !content.MatchString(text) && !strings.HasSuffix(text, kit.Ellipsis) {
					left[text] = fmt.Sprintf("%s in %q", kittest.Kind(d.Object), state.name)
				}
			}
		})
		s.leave()
	}
	for text, where := range left {
		t.Errorf("%q (%s)", text, where)
	}
	if checked < 1000 {
		t.Errorf("only %d texts were looked at", checked)
	}
}

// TestNoLayoutBreaksInALongLanguage holds the window to its layout when every text is 40 % longer: no control is outside of the
// window or over another one, and no text is drawn beyond the end of its widget.
func TestNoLayoutBreaksInALongLanguage(t *testing.T) {
	speakPseudo(t)
	keepsItsLayout(t, looks(t))
}

// TestNoLayoutBreaksInALanguage holds the window to its layout in each of its languages, in a few of the states: the tabs and
// dialogs with most controls. Without a font for a language its characters are as wide as the sign for none.
func TestNoLayoutBreaksInALanguage(t *testing.T) {
	few := regexp.MustCompile(`^(tab .*|settings|shortcuts|palette|contents of help)$`)
	for _, l := range language.All()[1:] {
		t.Run(l.ID, func(t *testing.T) {
			speakIn(t, l)
			keepsItsLayout(t, slices.DeleteFunc(looks(t), func(one state) bool { return !few.MatchString(one.name) }))
		})
	}
}

// The settings say what they are for in whole sentences, in each language.
func TestTheSettingsAreNotShortened(t *testing.T) {
	for _, l := range language.All() {
		t.Run(l.ID, func(t *testing.T) {
			speakIn(t, l)
			s := sample(t)
			s.settingsDialog()
			s.quiet()
			drawn, labels := map[string]bool{}, 0
			for _, o := range test.LaidOutObjects(s.InFront()) {
				if text, ok := o.(*canvas.Text); ok {
					drawn[text.Text] = true
				}
			}
			for _, o := range test.LaidOutObjects(s.InFront()) {
				if label, ok := o.(*kit.Label); ok && label.Visible() && label.Text() != "" {
					if labels++; !drawn[label.Text()] {
						t.Errorf("%q is shortened", label.Text())
					}
				}
			}
			if labels < 10 {
				t.Errorf("only %d labels were found", labels)
			}
		})
	}
}

// keepsItsLayout looks at states of the window for controls and texts that are not in their places.
func keepsItsLayout(t *testing.T, states []state) {
	for _, state := range states {
		t.Run(state.name, func(t *testing.T) {
			s := state.open(t)
			if s.toolkits() {
				return
			}
			var controls []kittest.Drawn
			var toast kittest.Drawn // which lies over everything
			for _, d := range s.Layers() {
				if kittest.Kind(d.Object) == "kit.toast" {
					toast = d
				}
				if toast.Object != nil && toast.Contains(d.Middle()) && d.Size.Height < toast.Size.Height {
					continue
				}
				if _, grip := gripOf(d); grip || !kittest.IsClickable(d.Object) || slices.Contains([]string{"widget.PopUp", "kit.Menu", "kit.toast", "widget.scrollBarArea", "edit.Editor"}, kittest.Kind(d.Object)) {
					continue
				}
				controls = append(controls, d)
			}
			for i, a := range controls {
				for _, b := range controls[i+1:] {
					w := min(a.At.X+a.Size.Width, b.At.X+b.Size.Width) - max(a.At.X, b.At.X)
					h := min(a.At.Y+a.Size.Height, b.At.Y+b.Size.Height) - max(a.At.Y, b.At.Y)
					if w > 1 && h > 1 && !inside(a.Object, b.Object) {
						t.Errorf("a %s at %.0f,%.0f (%.0f×%.0f) and a %s at %.0f,%.0f lie over each other", kittest.Kind(a.Object), a.At.X, a.At.Y, a.Size.Width, a.Size.Height, kittest.Kind(b.Object), b.At.X, b.At.Y)
					}
				}
			}
			top := s.win.Canvas().Content()
			if o := s.win.Canvas().Overlays().Top(); o != nil {
				top = o
			}
			beyond(t, top, fyne.Position{}, nil, fyne.Position{})
		})
	}
}

// inside reports whether an object is a part of another one.
func inside(whole, o fyne.CanvasObject) bool {
	found := false
	kittest.Walk(whole, fyne.Position{}, kittest.Drawn{Size: fyne.NewSize(1e6, 1e6)}, func(d kittest.Drawn) { found = found || d.Object == o && o != whole })
	return found
}

// beyond reports texts that end behind the widget that draws them, and controls that end behind their container.
func beyond(t *testing.T, o fyne.CanvasObject, at fyne.Position, owner fyne.CanvasObject, from fyne.Position) {
	if o == nil || !o.Visible() {
		return
	}
	at = at.Add(o.Position())
	switch o := o.(type) {
	case *canvas.Text:
		if owner != nil && o.Text != "" {
			if end, room := at.X+o.Size().Width, from.X+owner.Size().Width; end > room+2 {
				t.Errorf("%q ends at %.0f, and its %s at %.0f", o.Text, end, kittest.Kind(owner), room)
			}
		}
		return
	case *fyne.Container:
		for _, child := range o.Objects {
			beyond(t, child, at, owner, from)
		}
		return
	case fyne.Scrollable:
		return // what does not fit is scrolled to
	case fyne.Widget:
		if strings.HasPrefix(kittest.Kind(o), "kit.") && owner != nil && o.Size().Width > 0 && at.X+o.Size().Width > from.X+owner.Size().Width+2 {
			t.Errorf("a %s %v ends at %.0f, and the %s around it at %.0f", kittest.Kind(o), kittest.Texts(o), at.X+o.Size().Width, kittest.Kind(owner), from.X+owner.Size().Width)
		}
		if strings.HasPrefix(kittest.Kind(o), "widget.") {
			for _, child := range kit.Children(o) {
				beyond(t, child, at, owner, from)
			}
			return
		}
		for _, child := range test.WidgetRenderer(o).Objects() {
			beyond(t, child, at, o, at)
		}
	}
}
