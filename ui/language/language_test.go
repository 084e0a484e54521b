package language

import (
	"slices"
	"testing"
	"time"
)

// use makes a language the one in use for the test.
func use(t *testing.T, l *Language) {
	t.Helper()
	old := Now()
	Use(l)
	t.Cleanup(func() { Use(old) })
}

func TestOf(t *testing.T) {
	tests := []struct{ name, setting, system, want string }{
		{"the system's", "", "de-DE", "de"},
		{"without a region", "", "ja", "ja"},
		{"another region", "", "de-AT", "de"},
		{"another region of English", "", "en-GB", "en"},
		{"the script follows from the region", "", "zh-CN", "zh-Hans"},
		{"no script and no region", "", "zh", "zh-Hans"},
		{"Singapore writes simplified", "", "zh-SG", "zh-Hans"},
		{"who reads traditional characters reads simplified ones better than English", "", "zh-TW", "zh-Hans"},
		{"there is none", "", "fr-FR", "en"},
		{"no locale", "", "", "en"},
		{"a locale that is none", "", "!", "en"},
		{"the setting decides", "ja", "de-DE", "ja"},
		{"English on a German system", "en", "de-DE", "en"},
		{"a setting of another version", "tlh", "de-DE", "de"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Of(tt.setting, tt.system); got.ID != tt.want {
				t.Errorf("Of(%q, %q) is %s, want %s", tt.setting, tt.system, got.ID, tt.want)
			}
		})
	}
}

func TestEnglishUntilAnotherIsUsed(t *testing.T) {
	if Now() != English() {
		t.Errorf("%s is in use", Now().ID)
	}
}

func TestDatesAndTimes(t *testing.T) {
	at := time.Date(2026, 3, 9, 7, 5, 2, 0, time.Local)
	for id, want := range map[string][]string{
		"en":      {"2026-03-09", "07:05", "2026-03-09 07:05", "2026-03-09 07:05:02"},
		"de":      {"09.03.2026", "07:05", "09.03.2026 07:05", "09.03.2026 07:05:02"},
		"zh-Hans": {"2026-03-09", "07:05", "2026-03-09 07:05", "2026-03-09 07:05:02"},
		"ja":      {"2026/03/09", "07:05", "2026/03/09 07:05", "2026/03/09 07:05:02"},
	} {
		use(t, Of(id, ""))
		if got := []string{Date(at), Clock(at), Minute(at), Second(at)}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}

func TestKeys(t *testing.T) {
	for list, want := range map[string]string{
		"Ctrl+Shift+P":                "Strg+Umschalt+P",
		"Ctrl+Up, Ctrl+Down":          "Strg+Auf, Strg+Ab",
		"Space":                       "Leertaste",
		"Menu, Shift+F10":             "Menü, Umschalt+F10",
		"Ctrl+1 … Ctrl+9":             "Strg+1 … Strg+9",
		"Ctrl+Shift+Up, Down":         "Strg+Umschalt+Auf, Ab",
		"Ctrl++":                      "Strg++",
		"J, K":                        "J, K",
		"Ctrl+Enter, Escape":          "Strg+Eingabe, Esc",
		"":                            "",
		"Ctrl+PageDown, Ctrl+PageUp":  "Strg+Bild ab, Strg+Bild auf",
		"Left, Right":                 "Links, Rechts",
		"Cmd+Option+Delete, Cmd+Left": "Cmd+Option+Entf, Cmd+Links",
	} {
		if got := german.Chords(list); got != want {
			t.Errorf("%q is %q, want %q", list, got, want)
		}
		for _, l := range []*Language{english, chinese, japanese} {
			if got := l.Chords(list); got != list {
				t.Errorf("%s: %q is %q", l.ID, list, got)
			}
		}
	}
	if got, want := german.Keys("Press Ctrl+Space"), "Press Strg+Space"; got != want {
		t.Errorf("in a text: %q, want %q", got, want)
	}
}
