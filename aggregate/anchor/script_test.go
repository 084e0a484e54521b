package anchor

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A script edits a text in which every line has an identity, so that the current lines of a slice
// are known.

type idLine struct {
	id   int // 0 for a line that is not in the original text
	text string
}

// sampleText returns lines that resemble source code: functions of a few shapes, with the
// repeated braces, blank lines and error checks that make the search hard.
func sampleText(rng *rand.Rand, functions int) []idLine {
	nouns := []string{"user", "token", "order", "file", "cache", "node", "query", "session", "invoice", "route", "buffer", "worker"}
	verbs := []string{"load", "save", "check", "render", "merge", "split", "count", "open", "close", "parse", "send", "drop"}
	pick := func(list []string) string { return list[rng.IntN(len(list))] }
	var text []string
	add := func(format string, args ...any) { text = append(text, fmt.Sprintf(format, args...)) }
	add("package sample")
	add("")
	for i := range functions {
		noun, verb := pick(nouns), pick(verbs)
		if rng.IntN(2) == 0 {
			add("// %s%s handles the %s of step %d.", verb, noun, pick(nouns), i)
		}
		add("func %s%s%d(%s string, limit int) error {", verb, noun, rng.IntN(100), noun)
		for range 1 + rng.IntN(9) {
			switch rng.IntN(7) {
			case 0:
				add("\tif err != nil {")
				add("\t\treturn err")
				add("\t}")
			case 1:
				add("")
			case 2:
				add("\tfor _, %s := range %ss {", pick(nouns), pick(nouns))
				add("\t\t%s(%s, %d)", pick(verbs), pick(nouns), rng.IntN(50))
				add("\t}")
			case 3:
				add("\t%s, err := %s.%s(%q)", pick(nouns), pick(nouns), pick(verbs), pick(nouns)+pick(verbs))
			default:
				add("\t%s := %s%s(limit, %d)", pick(nouns), pick(verbs), pick(nouns), rng.IntN(200))
			}
		}
		add("\treturn nil")
		add("}")
		add("")
	}
	lines := make([]idLine, len(text))
	for i, s := range text {
		lines[i] = idLine{i + 1, s}
	}
	return lines
}

func join(lines []idLine) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.text)
		b.WriteByte('\n')
	}
	return b.String()
}

// edit is one step of a script on the lines of a slice's text. in(i) reports whether line i
// belongs to the slice.
type edit struct {
	name  string
	apply func(rng *rand.Rand, lines []idLine, first, last int) []idLine
}

func fresh(rng *rand.Rand, n int) []idLine {
	lines := make([]idLine, n)
	for i := range lines {
		lines[i].text = fmt.Sprintf("\tfresh%d := brandNew(%d)", rng.IntN(1000), rng.IntN(1000))
	}
	return lines
}

func outside(rng *rand.Rand, lines []idLine, first, last int) int {
	for {
		if i := rng.IntN(len(lines)); i < first || i > last {
			return i
		}
	}
}

func within(rng *rand.Rand, first, last int) int { return first + rng.IntN(last-first+1) }

func edits() []edit {
	return []edit{
		{"insert around", func(rng *rand.Rand, lines []idLine, first, last int) []idLine {
			return slices.Insert(lines, outside(rng, lines, first, last), fresh(rng, 1+rng.IntN(12))...)
		}},
		{"insert inside", func(rng *rand.Rand, lines []idLine, first, last int) []idLine {
			if first == last {
				return lines
			}
			return slices.Insert(lines, within(rng, first+1, last), fresh(rng, 1+rng.IntN(4))...)
		}},
		{"delete around", func(rng *rand.Rand, lines []idLine, first, last int) []idLine {
			i := outside(rng, lines, first, last)
			end := min(len(lines), i+1+rng.IntN(4))
			if i < first {
				end = min(end, first)
			}
			return slices.Delete(lines, i, end)
		}},
		{"delete inside", func(rng *rand.Rand, lines []idLine, first, last int) []idLine {
			if last-first < 3 {
				return lines
			}
			i := within(rng, first, last)
			return slices.Delete(lines, i, i+1)
		}},
		{"move the slice", func(rng *rand.Rand, lines []idLine, first, last int) []idLine {
			block := slices.Clone(lines[first : last+1])
			lines = slices.Delete(lines, first, last+1)
			return slices.Insert(lines, rng.IntN(len(lines)+1), block...)
		}},
		{"move the neighbours", func(rng *rand.Rand, lines []idLine, first, last int) []idLine {
			from := max(0, first-1-rng.IntN(6))
			block := slices.Clone(lines[from:first])
			lines = slices.Delete(lines, from, first)
			return slices.Insert(lines, min(len(lines), from+last-first+1+rng.IntN(20)), block...)
		}},
		{"reformat", func(_ *rand.Rand, lines []idLine, first, last int) []idLine {
			for i := max(0, first-5); i < min(len(lines), last+6); i++ {
				if lines[i].text != "" {
					lines[i].text = "    " + strings.ReplaceAll(lines[i].text, ", ", ",")
				}
			}
			return lines
		}},
		{"rename", func(rng *rand.Rand, lines []idLine, first, last int) []idLine {
			fields := strings.FieldsFunc(lines[within(rng, first, last)].text, func(r rune) bool {
				return r < 'a' || r > 'z'
			})
			if len(fields) == 0 {
				return lines
			}
			old := fields[rng.IntN(len(fields))]
			for i := range lines {
				lines[i].text = strings.ReplaceAll(lines[i].text, old, "renamed")
			}
			return lines
		}},
		{"edit a line inside", func(rng *rand.Rand, lines []idLine, first, last int) []idLine {
			i := within(rng, first, last)
			lines[i].text += " // was different once"
			return lines
		}},
		{"move a line inside", func(rng *rand.Rand, lines []idLine, first, last int) []idLine {
			if last-first < 3 {
				return lines
			}
			i := within(rng, first+1, last-1)
			line := lines[i]
			lines = slices.Delete(lines, i, i+1)
			return slices.Insert(lines, within(rng, first+1, last-1), line)
		}},
		{"wrap a line inside", func(rng *rand.Rand, lines []idLine, first, last int) []idLine {
			i := within(rng, first, last)
			head, tail, ok := strings.Cut(lines[i].text, ", ")
			if !ok || i == last {
				return lines
			}
			lines[i].text = head + ","
			return slices.Insert(lines, i+1, idLine{text: "\t\t" + tail})
		}},
		{"replace a line inside", func(rng *rand.Rand, lines []idLine, first, last int) []idLine {
			if first < last {
				lines[within(rng, first, last)].text = fresh(rng, 1)[0].text
			}
			return lines
		}},
		{"take the slice out", func(_ *rand.Rand, lines []idLine, first, last int) []idLine {
			return slices.Delete(lines, first, last+1)
		}},
		{"copy the slice right below", func(_ *rand.Rand, lines []idLine, first, last int) []idLine {
			return slices.Insert(lines, last+1, unnamed(lines[first:last+1])...)
		}},
		{"duplicate around", func(rng *rand.Rand, lines []idLine, first, last int) []idLine {
			i := outside(rng, lines, first, last)
			end := min(len(lines), i+1+rng.IntN(10))
			if i < first {
				end = min(end, first)
			}
			return slices.Insert(lines, len(lines), unnamed(lines[i:end])...)
		}},
		{"duplicate inside", func(rng *rand.Rand, lines []idLine, first, last int) []idLine {
			i := within(rng, first, last)
			return slices.Insert(lines, i+1, unnamed(lines[i:i+1])...)
		}},
		{"copy the slice elsewhere", func(_ *rand.Rand, lines []idLine, first, last int) []idLine {
			return append(lines, unnamed(lines[first:last+1])...)
		}},
	}
}

func unnamed(lines []idLine) []idLine {
	out := slices.Clone(lines)
	for i := range out {
		out[i].id = 0
	}
	return out
}

// span returns the current range of the lines with ids from first to last, and how many of them
// are left.
func span(lines []idLine, first, last int) (start, end, left int) {
	start = -1
	for i, l := range lines {
		if l.id >= first && l.id <= last {
			if start < 0 {
				start = i
			}
			end = i
			left++
		}
	}
	return start, end, left
}
