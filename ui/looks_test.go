package ui

import (
	"fmt"
	"image/color"
	"maps"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"dossier/presets"
	"dossier/ui/kit"
	"dossier/ui/kit/edit"
	"dossier/ui/kit/kittest"
	"dossier/ui/part"
)

// looks are the states that tests look at, and do nothing in: those of the walk, each tab, and what opens by a command.
func looks(t *testing.T) []state {
	all := states(t)
	onSample := all[0].start
	for _, f := range tabs() {
		if f.Group != part.OnlyNarrow {
			all = append(all, state{"tab " + f.ID, onSample, func(s *stage) { s.showTab(f.ID) }})
		}
	}
	for name, open := range map[string]func(s *stage){
		"settings":         func(s *stage) { s.settingsDialog() },
		"palette":          func(s *stage) { s.paletteDialog() },
		"shortcuts":        func(s *stage) { s.shortcutsDialog() },
		"menu of project":  func(s *stage) { s.menuAt(fyne.NewPos(100, 100), s.toolbar.projectMenu()) },
		"contents of help": func(s *stage) { s.showHelp("docs/guide/README.md") },
		"open a folder":    func(s *stage) { s.toolbar.openDialog() },
	} {
		all = append(all, state{name, onSample, open})
	}
	return all
}

// TestEveryTextHasContrast looks at each text of each state in each theme: what is painted beneath its middle last is its ground. What
// is disabled may be fainter.
func TestEveryTextHasContrast(t *testing.T) {
	themes := []struct {
		name, setting string
		variant       kit.Variant
		least         float64
	}{
		{"light", presets.ThemeLight, kit.Light, 4.5},
		{"dark", presets.ThemeDark, kit.Dark, 4.5},
		{"light in high contrast", presets.ThemeLight, kit.Light | kit.HighContrast, 7},
		{"dark in high contrast", presets.ThemeDark, kit.Dark | kit.HighContrast, 7},
	}
	pairs := map[string]map[string]float64{}
	for _, state := range looks(t) {
		t.Run(state.name, func(t *testing.T) {
			s := state.open(t)
			for _, theme := range themes {
				all := s.session.Settings().All()
				all.Theme, all.HighContrast = theme.setting, theme.variant&kit.HighContrast != 0
				if err := s.session.Settings().Set(all, s.session.Settings().Junk()); err != nil {
					t.Fatal(err)
				}
				s.Drain()
				faint := kit.NewTheme(theme.variant, nil, nil).Color(kit.ColorFaint, 0)
				if got := s.App.Settings().Theme().Color(kit.ColorFaint, 0); got != faint {
					t.Fatalf("the theme is not %s", theme.name)
				}
				if pairs[theme.name] == nil {
					pairs[theme.name] = map[string]float64{}
				}
				s.pairsOfText(func(text *canvas.Text, ground color.Color) {
					if text.Color == faint {
						return
					}
					got := kittest.Contrast(text.Color, ground)
					pairs[theme.name][shade(text.Color)+" on "+shade(ground)] = got
					if got < theme.least {
						t.Errorf("%s: %q, %s on %s: %.2f, want at least %g", theme.name, text.Text, shade(text.Color), shade(ground), got, theme.least)
					}
				})
			}
		})
	}
	for _, theme := range themes {
		found := pairs[theme.name]
		for _, pair := range slices.Sorted(maps.Keys(found)) {
			t.Logf("%s: %5.2f %s", theme.name, found[pair], pair)
		}
		if len(found) < 30 {
			t.Errorf("%s: only %d pairs were found", theme.name, len(found))
		}
	}
}

// TestWhatWasHiddenFollowsTheTheme changes the theme while each tab is hidden, in a window in which the preview is a tab too: shown
// again, it has no colour that only the other theme has.
func TestWhatWasHiddenFollowsTheTheme(t *testing.T) {
	s := sample(t)
	s.win.Resize(fyne.NewSize(900, 700))
	use := func(theme string) {
		all := s.session.Settings().All()
		all.Theme = theme
		if err := s.session.Settings().Set(all, s.session.Settings().Junk()); err != nil {
			t.Fatal(err)
		}
		s.Drain()
	}
	used := map[string]map[string]string{presets.ThemeLight: {}, presets.ThemeDark: {}}
	for _, f := range s.inRail() {
		s.showTab(f.ID)
		s.Settle()
		for theme, colours := range used {
			use(theme)
			maps.Copy(colours, s.colours())
		}
	}
	for _, f := range s.inRail() {
		s.showTab(f.ID)
		s.Settle()
		use(presets.ThemeDark)
		if s.showTab(part.Files); f.ID == part.Files {
			s.showTab(part.Presets)
		}
		use(presets.ThemeLight)
		s.showTab(f.ID)
		for colour, of := range s.colours() {
			_, dark := used[presets.ThemeDark][colour]
			if _, light := used[presets.ThemeLight][colour]; dark && !light {
				t.Errorf("%s: %s has the colour %s of the dark theme", f.ID, of, colour)
			}
		}
	}
}

// colours returns the colours of the visible texts, boxes and lines of the window, with one that has it.
func (s *stage) colours() map[string]string {
	all := map[string]string{}
	kittest.Walk(s.win.Canvas().Content(), fyne.Position{}, s.Whole(), func(d kittest.Drawn) {
		at := fmt.Sprintf("a %s at %v", kittest.Kind(d.Object), d.At)
		switch o := d.Object.(type) {
		case *canvas.Text:
			all[shade(o.Color)] = at
		case *canvas.Rectangle:
			all[shade(o.FillColor)], all[shade(o.StrokeColor)] = at, at
		case *canvas.Line:
			all[shade(o.StrokeColor)] = at
		}
	})
	return all
}

// pairsOfText visits the visible texts of the window with the colour that is painted beneath the middle of each.
func (s *stage) pairsOfText(visit func(text *canvas.Text, ground color.Color)) {
	var grounds []kittest.Drawn
	seen := func(o fyne.CanvasObject) {
		kittest.Walk(o, fyne.Position{}, s.Whole(), func(d kittest.Drawn) {
			switch o := d.Object.(type) {
			case *canvas.Rectangle:
				if _, _, _, a := o.FillColor.RGBA(); a == 0xFFFF {
					grounds = append(grounds, d)
				}
			case *canvas.Text:
				if o.Text == "" || d.Size.Width < 1 || d.Size.Height < 1 {
					return
				}
				for _, g := range slices.Backward(grounds) {
					if g.Contains(d.Middle()) {
						visit(o, g.Object.(*canvas.Rectangle).FillColor)
						return
					}
				}
			}
		})
	}
	seen(s.win.Canvas().Content())
	for _, o := range s.win.Canvas().Overlays().List() {
		seen(o)
	}
}

// leastTarget is the least width and height of what can be clicked, in units (WCAG 2.2, 2.5.8).
const leastTarget = 24

// TestTargetsAreLargeEnough holds what can be clicked to a size that a hand can hit.
func TestTargetsAreLargeEnough(t *testing.T) {
	small := map[string]string{}
	checked := 0
	for _, state := range looks(t) {
		s := state.open(t)
		for _, d := range s.Layers() {
			if _, grip := gripOf(d); grip || !kittest.IsClickable(d.Object) || d.Size.Width < 1 || d.Size.Height < 1 {
				continue
			}
			switch kittest.Kind(d.Object) {
			case "widget.scrollBarArea": // the wheel and the keys do the same
				continue
			case "kit.Label":
				if s.Point(d.Middle()); s.dead(d) {
					continue // a text with a tip
				}
			}
			checked++
			if size := d.Object.Size(); size.Width < leastTarget || size.Height < leastTarget {
				small[fmt.Sprintf("%s of %.0f×%.0f at %.0f,%.0f", kittest.Kind(d.Object), size.Width, size.Height, d.At.X, d.At.Y)] = state.name
			}
		}
		s.leave()
	}
	for what, where := range small {
		t.Errorf("%s in %q", what, where)
	}
	if checked < 500 {
		t.Errorf("only %d controls were looked at", checked)
	}
}

// TestTabReachesEveryControl goes through each state by Tab: every control that a click uses is reached, and is drawn in another
// way while it has the keyboard.
func TestTabReachesEveryControl(t *testing.T) {
	for _, state := range looks(t) {
		t.Run(state.name, func(t *testing.T) {
			s := state.open(t)
			if s.toolkits() || s.whereabouts() == "menu" {
				return // arrows go through a menu
			}
			end := s.noTips()
			defer end()
			c := s.win.Canvas()
			reached := map[fyne.CanvasObject]bool{}
			for range 400 {
				c.FocusNext()
				f, ok := s.Focused().(fyne.CanvasObject)
				if !ok || reached[f] {
					break
				}
				reached[f] = true
				if _, own := f.(*widget.Entry); own {
					continue
				}
				with := s.seen(f)
				s.Focused().FocusLost()
				without := s.seen(f)
				s.Focused().FocusGained()
				if with == without {
					t.Errorf("%s: nothing shows that a %s has the keyboard", s.whereabouts(), kittest.Kind(f))
				}
			}
			for _, d := range s.Layers() {
				if _, grip := gripOf(d); grip || !kittest.IsClickable(d.Object) || disabled(d.Object) || d.Size.Width < 1 || d.Size.Height < 1 || reached[d.Object] {
					continue
				}
				switch o := d.Object.(type) {
				case *kit.Label:
					if o.Disabled() {
						continue
					}
				case *edit.Box: // its text is reached
					continue
				}
				switch kittest.Kind(d.Object) {
				case "widget.scrollBarArea", "widget.PopUp", "kit.toast": // arrows; Escape; Alt+Enter
					continue
				}
				t.Errorf("%s: Tab does not reach a %s at %.0f,%.0f", s.whereabouts(), kittest.Kind(d.Object), d.At.X, d.At.Y)
			}
		})
	}
}
