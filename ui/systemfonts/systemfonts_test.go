package systemfonts

import "testing"

// What is installed differs between machines, so this says only what is true of each.
func TestFonts(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for name, fonts := range map[string]*Fonts{"none": {}, "the system's": Installed()} {
		if got := fonts.Family([]string{"No Such Font"}); got != "" {
			t.Errorf("%s: a font that does not exist is found: %q", name, got)
		}
		if fonts.Draw("\U0010FFFF") {
			t.Errorf("%s: draws a character that does not exist", name)
		}
		if !fonts.Draw("") {
			t.Errorf("%s: cannot draw nothing", name)
		}
		if fonts.fonts == nil {
			continue
		}
		if !fonts.Draw("a") {
			t.Errorf("%s: cannot draw a letter", name)
		}
	}
}
