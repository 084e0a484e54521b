// Package language knows the languages of the window: which one is in use, and how it writes numbers, dates, times and keys.
//
// [Use] is called once, before the window is built; until then, on the command line and in servers for agents, it is English.
// It is safe for concurrent use.
package language

import (
	"strings"
	"sync/atomic"

	"golang.org/x/text/language"
)

// A Language is a language of the window and how it writes what is not a text.
type Language struct {
	ID   string // the name of its translations and its value in the settings
	Name string // what it calls itself
	In   string // its name in English

	group, point string // of a number
	percent      string // behind a share, with the space that precedes it
	date         string // layouts of package time
	keys         *strings.Replacer
	names        map[string]string // of keys

	// Sample are characters that a font must have to show the language; empty if every font has them.
	Sample string
	// Fonts are font families with the forms of its characters, the preferred first; nil if the program's own font has them all.
	Fonts []string
	// BoldElsewhere is whether the toolkit finds a bold font with these forms by itself, on systems of the language.
	BoldElsewhere bool
}

var (
	english = &Language{ID: "en", Name: "English", In: "English", group: "\u2009", point: ".", percent: " %", date: "2006-01-02"}
	german  = &Language{
		ID: "de", Name: "Deutsch", In: "German", group: ".", point: ",", percent: "\u00a0%", date: "02.01.2006",
		keys: strings.NewReplacer("Ctrl+", "Strg+", "Shift+", "Umschalt+"),
		names: map[string]string{
			"Space": "Leertaste", "Enter": "Eingabe", "Escape": "Esc", "Delete": "Entf", "Backspace": "Rücktaste", "Menu": "Menü",
			"Up": "Auf", "Down": "Ab", "Left": "Links", "Right": "Rechts", "PageUp": "Bild auf", "PageDown": "Bild ab", "Home": "Pos1", "End": "Ende",
		},
	}
	chinese = &Language{
		ID: "zh-Hans", Name: "中文", In: "Chinese", group: ",", point: ".", percent: "%", date: "2006-01-02",
		Sample: "简体中文设置档", Fonts: []string{
			"Noto Sans CJK SC", "Source Han Sans SC", "Source Han Sans CN", "Noto Sans SC", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei",
			"WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Droid Sans Fallback", "SimHei", "SimSun",
		},
	}
	japanese = &Language{
		ID: "ja", Name: "日本語", In: "Japanese", BoldElsewhere: true, group: ",", point: ".", percent: "%", date: "2006/01/02",
		Sample: "日本語の設定ファイル", Fonts: []string{
			"Noto Sans CJK JP", "Source Han Sans JP", "Source Han Sans", "Noto Sans JP", "Hiragino Sans", "Hiragino Kaku Gothic ProN", "Yu Gothic UI",
			"Yu Gothic", "Meiryo", "IPAexGothic", "IPAPGothic", "TakaoPGothic", "VL PGothic", "MS PGothic",
		},
	}
)

// All returns the languages in the order of the settings: English, then the others by the names that they have there.
func All() []*Language { return []*Language{english, german, chinese, japanese} }

// English returns the language that every text is in.
func English() *Language { return english }

// Of returns the language that a setting names, or the one closest to the system's locale, a BCP 47 tag, for an empty or unknown
// setting. It is English if none is close.
func Of(setting, system string) *Language {
	var tags []language.Tag
	for _, l := range All() {
		if l.ID == setting {
			return l
		}
		tags = append(tags, language.Make(l.ID))
	}
	tag, err := language.Parse(system)
	if err != nil {
		return english
	}
	_, i, confidence := language.NewMatcher(tags).Match(tag)
	if confidence == language.No {
		return english
	}
	return All()[i]
}

// now is the language in use.
var now = func() *atomic.Pointer[Language] {
	var p atomic.Pointer[Language]
	p.Store(english)
	return &p
}()

// Use makes a language the one in use.
func Use(l *Language) { now.Store(l) }

// Now returns the language in use.
func Now() *Language { return now.Load() }

// Group returns what separates groups of three digits.
func (l *Language) Group() string { return l.group }

// Point returns what separates whole numbers from their fractions.
func (l *Language) Point() string { return l.point }

// Percent returns a number of hundredths, which is only digits, as a share.
func (l *Language) Percent(digits string) string { return digits + l.percent }

// Keys returns a text with the names of modifier keys as keyboards of the language have them.
func (l *Language) Keys(text string) string {
	if l.keys == nil {
		return text
	}
	return l.keys.Replace(text)
}

// Chords returns a list of keys and chords, such as "Ctrl+Up, Space", with the names of all keys as keyboards of the language
// have them.
func (l *Language) Chords(list string) string {
	if l.names == nil {
		return l.Keys(list)
	}
	chords := strings.Split(list, ", ")
	for i, chord := range chords {
		at := strings.LastIndex(chord, "+") + 1
		if name, ok := l.names[chord[at:]]; ok {
			chords[i] = chord[:at] + name
		}
	}
	return l.Keys(strings.Join(chords, ", "))
}
