// Package language defines the languages of the window: which one is in use, and its numbers,
// dates, times and keys.
//
// [Use] is called once, before the window is built; until then, on the command line and in
// servers for agents, it is English. It is safe for concurrent use.
package language

import (
	"strings"
	"sync/atomic"

	"golang.org/x/text/language"
)

// A Language is a language of the window with its formats.
type Language struct {
	ID   string // name of its translations and value in the settings
	Name string // its name in the language itself
	In   string // its name in English

	group, point string // separators of digit groups and decimals
	percent      string // appended to percentages, including a preceding space
	date         string // layout of package time
	keys         *strings.Replacer
	names        map[string]string // of keys

	// Sample contains characters that a font needs to display the language; empty if every font has them.
	Sample string
	// Fonts are font families with the forms of its characters, preferred first; nil if the
	// program's own font suffices.
	Fonts []string
	// BoldElsewhere reports whether the toolkit itself finds a bold font with these forms, on systems in the language.
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

// All returns the languages in the order of the settings: English, then the others by their names there.
func All() []*Language { return []*Language{english, german, chinese, japanese} }

// English returns the language of the texts in the source code.
func English() *Language { return english }

// Of returns the language of a setting or, for an empty or unknown setting, the one closest to
// the system's locale, a BCP 47 tag. It returns English if none is close.
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

// Use sets the language in use.
func Use(l *Language) { now.Store(l) }

// Now returns the language in use.
func Now() *Language { return now.Load() }

// Group returns the separator of groups of three digits.
func (l *Language) Group() string { return l.group }

// Point returns the decimal separator.
func (l *Language) Point() string { return l.point }

// Percent formats digits, a number of hundredths, as a percentage.
func (l *Language) Percent(digits string) string { return digits + l.percent }

// Keys replaces the names of modifier keys in a text by those on keyboards of the language.
func (l *Language) Keys(text string) string {
	if l.keys == nil {
		return text
	}
	return l.keys.Replace(text)
}

// Chords replaces the names of all keys in a list of keys and chords, such as "Ctrl+Up, Space", by
// those on keyboards of the language.
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
