package fuzzy

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Scores. A character that begins a word scores as much as one that continues the previous one,
// so initials rank with text typed in full, and an exact substring ranks above both.
const (
	runeScore        = 16
	consecutiveBonus = 8  // it follows the previous character
	wordStartBonus   = 8  // it begins a word of the path
	fileNameBonus    = 4  // it is in the file name, which people remember
	nameStartBonus   = 6  // it begins the file name
	exactBonus       = 12 // the word occurs exactly as typed
	wordEndBonus     = 4  // the last one ends a word of the path
	gapPenalty       = -5 // characters were skipped before it
)

// maxWord is the max length, in characters, of words that match with gaps; longer ones match only
// as a whole.
const maxWord = 64

// word is a term whose characters are matched in order.
type word struct {
	text  string
	runes []rune
	fold  bool
	exact bool // matches only as a whole
}

func parseWord(text string) word {
	w := word{text: text, fold: !hasCapital(text)}
	w.exact = strings.HasPrefix(text, ".") || utf8.RuneCountInString(text) > maxWord
	if w.fold {
		w.text = strings.Map(fold, text)
	}
	w.runes = []rune(w.text)
	return w
}

// mayMatch reports whether the path contains the characters of the word in order, which cheaply rules
// out most paths.
func (w word) mayMatch(path string) bool {
	i, next := 0, w.runes[0]
	for at := 0; at < len(path); at++ {
		c := path[at]
		if c >= utf8.RuneSelf {
			return w.mayMatchUnicode(path[at:], i)
		}
		if w.fold && 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if rune(c) != next {
			continue
		}
		if i++; i == len(w.runes) {
			return true
		}
		next = w.runes[i]
	}
	return false
}

// mayMatchUnicode continues mayMatch from character i of the word for a path with non-ASCII characters.
func (w word) mayMatchUnicode(path string, i int) bool {
	for _, r := range path {
		if r != w.runes[i] && (!w.fold || fold(r) != w.runes[i]) {
			continue
		}
		if i++; i == len(w.runes) {
			return true
		}
	}
	return false
}

func (w word) matches(path string, r *buffers) bool {
	if w.contained(path) {
		return true
	}
	if w.exact {
		return false
	}
	r.letters.read(path, w.fold)
	_, end := w.bestWithGaps(r)
	return end >= 0
}

func (w word) find(path string, spans []Span, r *buffers) (int, []Span, bool) {
	contained := w.contained(path)
	if !contained && w.exact {
		return 0, nil, false
	}
	l := &r.letters
	l.read(path, w.fold)
	r.positions = r.positions[:0]
	best := 0
	if contained {
		var first int
		best, first = w.bestContiguous(l)
		for k := range w.runes {
			r.positions = append(r.positions, first+k)
		}
	}
	// A match with gaps scores at most the sum of the best scores of its characters.
	if most := len(w.runes)*(runeScore+max(consecutiveBonus, wordStartBonus)+fileNameBonus) + nameStartBonus + wordEndBonus; !w.exact && best < most {
		if score, end := w.bestWithGaps(r); score > best {
			best = score
			w.trace(r, end)
		}
	}
	if best == 0 || spans == nil {
		return best, nil, best > 0
	}
	for _, i := range r.positions {
		spans = append(spans, Span{l.starts[i], l.starts[i+1]})
	}
	return best, spans, true
}

// contained reports whether the path contains the word as typed.
func (w word) contained(path string) bool {
	read := identity
	if w.fold {
		read = fold
	}
	return strings.Contains(strings.Map(read, path), w.text)
}

func identity(r rune) rune { return r }

// bestContiguous finds the best occurrence of the word as typed.
func (w word) bestContiguous(l *letters) (best, first int) {
	for i := 0; i+len(w.runes) <= len(l.runes); i++ {
		if l.runes[i] != w.runes[0] || !slices.Equal(l.runes[i:i+len(w.runes)], w.runes) {
			continue
		}
		score := exactBonus
		for k := range w.runes {
			score += int(l.score(i+k, k > 0))
		}
		if l.endsWord(i + len(w.runes) - 1) {
			score += wordEndBonus
		}
		if score > best {
			best, first = score, i
		}
	}
	return best, first
}

// cell is the best score if a character of a word is matched at a position.
type cell struct {
	score int32
	place int32
	from  int32 // index of the previous character's cell
}

// bestWithGaps finds the best match of the word's characters with gaps: each follows the previous one,
// is later in the same word of the path, or begins a later word. The first one begins a word. It
// returns the last character's cell, or -1.
//
// Each character of the word has a row of cells, one per position where it can match. The
// predecessor of a cell is the cell of the previous position in the row above, the best one in
// the same word of the path or, at the beginning of a word, the best of all.
func (w word) bestWithGaps(r *buffers) (best, end int) {
	l := &r.letters
	r.cells = r.cells[:0]
	for j, c := range l.runes {
		if c == w.runes[0] && l.startsWord(j) {
			r.cells = append(r.cells, cell{l.score(j, false), int32(j), -1})
		}
	}
	row := 0
	for _, c := range w.runes[1:] {
		above, next := row, len(r.cells)
		row = next
		all, same := -1, -1 // the best above that end before j-1: overall, and in the same word
		for j, letter := range l.runes {
			if letter != c {
				continue
			}
			for ; above < next && int(r.cells[above].place) < j-1; above++ {
				if all < 0 || r.cells[above].score > r.cells[all].score {
					all = above
				}
				if same < 0 || l.word[r.cells[above].place] != l.word[r.cells[same].place] || r.cells[above].score > r.cells[same].score {
					same = above
				}
			}
			here := cell{place: int32(j)}
			if above < next && int(r.cells[above].place) == j-1 {
				here.score, here.from = r.cells[above].score+l.score(j, true), int32(above)
			}
			from := all
			if !l.startsWord(j) {
				if from = same; same >= 0 && l.word[r.cells[same].place] != l.word[j] {
					from = -1
				}
			}
			if from >= 0 {
				if s := r.cells[from].score + l.score(j, false) + gapPenalty; s > here.score {
					here.score, here.from = s, int32(from)
				}
			}
			if here.score > 0 {
				r.cells = append(r.cells, here)
			}
		}
		if row == len(r.cells) {
			return 0, -1
		}
	}
	end = -1
	for i := row; i < len(r.cells); i++ {
		score := int(r.cells[i].score)
		if l.endsWord(int(r.cells[i].place)) {
			score += wordEndBonus
		}
		if score > best {
			best, end = score, i
		}
	}
	return best, end
}

// trace finds the positions of the word's characters, given the last one's cell.
func (w word) trace(r *buffers, end int) {
	r.positions = slices.Grow(r.positions[:0], len(w.runes))[:len(w.runes)]
	for k := len(r.positions) - 1; k >= 0; k-- {
		r.positions[k] = int(r.cells[end].place)
		end = int(r.cells[end].from)
	}
}

// letters are the characters of a path and their properties.
type letters struct {
	runes  []rune  // in lower case if case is ignored
	starts []int   // offset of each, and the path's length
	word   []int32 // index of the first character of each one's word
	name   int     // index of the first character of the file name
}

// read sets the path.
func (l *letters) read(path string, folded bool) {
	l.runes, l.starts, l.word, l.name = l.runes[:0], l.starts[:0], l.word[:0], 0
	for i, r := range path {
		if r == '/' {
			l.name = len(l.runes) + 1
		}
		l.runes = append(l.runes, r)
		l.starts = append(l.starts, i)
	}
	l.starts = append(l.starts, len(path))
	before, word := punctuation, 0
	for i, r := range l.runes {
		here := kindOf(r)
		if startsWord(before, here) || here == capital && before == capital && i+1 < len(l.runes) && kindOf(l.runes[i+1]) == letter {
			word = i
		}
		before = here
		l.word = append(l.word, int32(word))
	}
	if folded {
		for i, r := range l.runes {
			l.runes[i] = fold(r)
		}
	}
}

// kind is the class of a character for detecting word boundaries.
type kind int

const (
	punctuation kind = iota
	letter
	capital
	digit
)

func kindOf(r rune) kind {
	switch {
	case 'a' <= r && r <= 'z':
		return letter
	case 'A' <= r && r <= 'Z':
		return capital
	case '0' <= r && r <= '9':
		return digit
	case r < utf8.RuneSelf:
		return punctuation
	case unicode.IsUpper(r):
		return capital
	case unicode.IsLetter(r), unicode.IsMark(r):
		return letter
	case unicode.IsDigit(r):
		return digit
	}
	return punctuation
}

// startsWord reports whether a character begins a word after the previous one: the first after a
// punctuation mark, an upper-case after a lower-case letter, a digit after a letter or a letter
// after a digit. A punctuation mark is a word of its own.
func startsWord(before, here kind) bool {
	return here == punctuation || before == punctuation || (here == digit) != (before == digit) || here == capital && before == letter
}

// startsWord reports whether the character at i begins a word.
func (l *letters) startsWord(i int) bool { return int(l.word[i]) == i }

// endsWord reports whether the character at i is the last of its word.
func (l *letters) endsWord(i int) bool { return i+1 == len(l.runes) || l.startsWord(i+1) }

// score returns the score of a match at i; follows is set if it continues the previous character.
func (l *letters) score(i int, follows bool) int32 {
	score := int32(runeScore)
	if follows {
		score += consecutiveBonus
	} else if l.startsWord(i) {
		score += wordStartBonus
	}
	if i >= l.name {
		score += fileNameBonus
	}
	if i == l.name {
		score += nameStartBonus
	}
	return score
}
