package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate/lazyregexp"
)

// region is a range of lines of the file that a segment of an elided file replaces.
type region struct {
	start, end               int
	headMatches, tailMatches int // the number of lines at its ends that match those of the segment
}

// placeElided places a file with elisions: each segment between them begins and ends with lines of the file, and
// replaces the lines between these.
func (f *File) placeElided(lines []string) Placement {
	list, elidedBefore, elidedAfter := segments(lines)
	return f.placeSegments(list, elidedBefore, elidedAfter)
}

// placeSegments places the segments of an elided file. before and behind say that lines are omitted before the first
// and after the last one.
func (f *File) placeSegments(list [][]string, elidedBefore, elidedAfter bool) Placement {
	if len(list) == 0 {
		return Placement{Level: NotFound, Reason: "it changes nothing"}
	}
	p := Placement{Level: Certain, Note: "the answer leaves lines out"}
	after := 0
	for i, segment := range list {
		top, bottom := i == 0 && !elidedBefore, i == len(list)-1 && !elidedAfter
		if top && f.beginsWithin(segment) {
			// A model that omits lines often begins with the block that it changes: the lines above it stay.
			if top = false; !opensBlock(segment) {
				p.Level, p.Reason = Likely, "the answer does not begin where the file does: the lines before it stay"
			}
		}
		r, loss, several, ok := f.region(segment, after, top, bottom)
		if ok && bottom && p.Level == Certain && f.dropsOthers(segment, r) {
			p.Level, p.Reason = Likely, "it would drop lines at the end of the file that the answer does not mention"
		}
		if !ok {
			return Placement{Level: NotFound, Reason: fmt.Sprintf("the lines next to the elision, “%s” and “%s”, are not both in the file", shorten(trimSpace(segment[0])), shorten(trimSpace(segment[len(segment)-1])))}
		}
		if several {
			p.Level, p.Reason = Ambiguous, fmt.Sprintf("the lines around “%s” are in the file several times", shorten(trimSpace(segment[0])))
		}
		changes, lines := f.between(r.start, r.end, segment), Lines{r.start + 1, r.end}
		if loss != "" && p.Level != Ambiguous {
			p.Level, p.Reason = Likely, loss
			if functions, ok := f.placeFunctions(segment); ok && functions.Level != Ambiguous && len(functions.Changes) > 0 && functions.Changes[0].Start >= after {
				p.Reason = "the answer has neither some definitions of the file nor an elision for them: they stay"
				changes = functions.Changes
				lines.Start, lines.End = changes[0].Start+1, max(r.end, changes[len(changes)-1].End)
			}
		}
		p.Changes = append(p.Changes, changes...)
		if p.Lines.Start == 0 {
			p.Lines.Start = lines.Start
		}
		p.Lines.End, after = lines.End, lines.End
	}
	if p.Level == Ambiguous {
		p.Choices = []Choice{{p.Lines, p.Changes}}
	}
	if len(p.Changes) == 0 {
		return alreadyApplied(p.Lines)
	}
	return p
}

// beginsWithin reports whether the first line of a segment is in the file, but not at its beginning.
func (f *File) beginsWithin(segment []string) bool {
	return f.run(segment, 0) == 0 && len(f.nonBlank) > 0 && trimSpace(segment[0]) != f.trimmed[f.nonBlank[0]] && len(f.byTrimmed[trimSpace(segment[0])]) == 1
}

// opensBlock reports whether the first line of a segment opens a block: the next one is indented deeper, or was
// omitted.
func opensBlock(segment []string) bool {
	for _, s := range segment[1:] {
		if trimSpace(s) != "" {
			return columns(indentOf(s), 4) > columns(indentOf(segment[0]), 4)
		}
	}
	return true
}

// dropsOthers reports whether a segment at the end would drop blocks of the file that it does not contain: more lines
// indented no deeper than its first one than it inserts.
func (f *File) dropsOthers(segment []string, r region) bool {
	depth := columns(indentOf(segment[0]), 4)
	outer := func(s string) bool {
		c := trimSpace(s)
		return c != "" && !continuesHead(c) && columns(indentOf(s), 4) <= depth
	}
	more := 0
	for _, s := range segment[r.headMatches : len(segment)-min(r.tailMatches, len(segment)-r.headMatches)] {
		if outer(s) {
			more++
		}
	}
	for i := r.start + r.headMatches; i < r.end-r.tailMatches; i++ {
		if outer(f.lines[i]) {
			more--
		}
	}
	return more < 0
}

// region returns the lines of the file, after a line, that a segment replaces, what [File.lossOf] says of them, and
// whether there is an equally good region. top and bottom say that it begins, or ends, with the file.
func (f *File) region(segment []string, after int, top, bottom bool) (found region, loss string, several, ok bool) {
	heads, tails := f.heads(segment, after), f.tails(segment, after)
	if top {
		heads = []region{{start: 0, headMatches: f.run(segment, 0)}}
	}
	if bottom {
		tails = []region{{end: len(f.lines), tailMatches: f.matchBackwards(segment, len(f.lines))}}
	}
	type costed struct {
		region
		same, differ int // lines at the ends that match the segment, and all other lines of both
	}
	var list []costed
	for _, h := range heads {
		for _, t := range tails {
			r := region{h.start, t.end, h.headMatches, t.tailMatches}
			length := r.end - r.start
			if length <= 0 || length > 4*len(segment)+40 && !top && !bottom {
				continue
			}
			same := min(r.headMatches+r.tailMatches, len(segment), length)
			list = append(list, costed{r, same, len(segment) + length - 2*same})
		}
	}
	if len(list) == 0 {
		return region{}, "", false, false
	}
	slices.SortStableFunc(list, func(a, b costed) int {
		return cmp.Or(cmp.Compare(b.same, a.same), cmp.Compare(a.differ, b.differ))
	})
	lossOf := f.lossOf(segment)
	best, loss := list[0], lossOf(list[0].region)
	for _, other := range list[1:min(len(list), maxLossChecks)] {
		if loss == "" {
			break
		}
		if lossOf(other.region) == "" {
			best, loss = other, ""
		}
	}
	for _, other := range list {
		disjoint := other.start >= best.end || best.start >= other.end
		if other.region != best.region && other.same == best.same && (other.differ == best.differ || disjoint) {
			several = true
		}
	}
	return best.region, loss, several, true
}

// maxLossChecks is the maximum number of regions of a segment whose definitions are compared with it.
const maxLossChecks = 20

// lossOf returns a function that returns why a segment does not replace a region as a whole: it lacks definitions of it,
// or has one that the file has elsewhere. Its result is empty if there is no reason.
func (f *File) lossOf(segment []string) func(region) string {
	s, numbers := f.structure()
	begins := func(line int) bool { return s == nil && beginsBlock(f.trimmed[line]) || f.defined[line] }
	words, has := wordsOf(segment), make(map[string]bool, len(segment))
	for _, line := range segment {
		has[trimSpace(line)] = true
	}
	return func(r region) string {
		if s != nil {
			if names := missing(s, numbers, r.start, r.end, -1, words); len(names) > 0 {
				return wouldDrop(names)
			}
		}
		added := map[string]bool{} // first lines of blocks in the segment only
		for i := r.headMatches; i < len(segment)-r.tailMatches; i++ {
			c := trimSpace(segment[i])
			if !beginsBlock(c) {
				continue
			}
			places := f.byTrimmed[c]
			if len(places) == 1 && (places[0] < r.start || places[0] >= r.end) && begins(places[0]) {
				return fmt.Sprintf("the file has %s elsewhere", f.quotable(places[0], ""))
			}
			added[c] = !slices.ContainsFunc(places, func(at int) bool { return at >= r.start && at < r.end })
		}
		dropped, extra := 0, 0 // dropped is the first beginning of a block that the segment lacks
		for i := r.start + r.headMatches; i < r.end-r.tailMatches; i++ {
			if c := f.trimmed[i]; beginsBlock(c) && !has[c] {
				if extra == 0 {
					dropped = i
				}
				extra++
			}
		}
		for _, is := range added {
			if is {
				extra--
			}
		}
		if extra > 0 {
			return "it would drop " + f.quotable(dropped, "")
		}
		return ""
	}
}

// statement matches the first line of a block without a name.
var statement = lazyregexp.New(`^(?:if|else|elif|for|foreach|while|until|with|switch|match|case|default|try|catch|except|finally|do|loop|return|struct|union|enum|unsafe|async|await|select|begin|rescue|ensure|when|using|lock|synchronized|defer|go)\b`)

// beginsBlock reports whether a line is the first one of a block with a name.
func beginsBlock(c string) bool {
	return len(c) > 3 && wordByte(c[0]) && (strings.HasSuffix(c, "{") || strings.HasSuffix(c, ":")) && !statement().MatchString(c)
}

// maxEnds is the maximum number of places compared for the first and for the last line of a segment: those with the
// most matching lines.
const maxEnds = 60

// heads returns the possible starts of a segment.
func (f *File) heads(segment []string, after int) []region {
	var out []region
	for _, at := range f.byTrimmed[trimSpace(segment[0])] {
		if at >= after {
			out = append(out, region{start: at, headMatches: f.run(segment, at)})
		}
	}
	return longest(out)
}

// tails returns the possible ends of a segment.
func (f *File) tails(segment []string, after int) []region {
	var out []region
	for _, at := range f.byTrimmed[trimSpace(segment[len(segment)-1])] {
		if at >= after {
			out = append(out, region{end: at + 1, tailMatches: f.matchBackwards(segment, at+1)})
		}
	}
	return longest(out)
}

func longest(list []region) []region {
	slices.SortStableFunc(list, func(a, b region) int { return cmp.Compare(b.headMatches+b.tailMatches, a.headMatches+a.tailMatches) })
	return list[:min(len(list), maxEnds)]
}

// run returns the number of lines of a segment that match the file from a line on.
func (f *File) run(segment []string, at int) int {
	n := 0
	for n < len(segment) && at+n < len(f.lines) && f.trimmed[at+n] == trimSpace(segment[n]) {
		n++
	}
	return n
}

// matchBackwards returns the number of lines at a segment's end that match the file before a line.
func (f *File) matchBackwards(segment []string, end int) int {
	n := 0
	for n < len(segment) && n < end && f.trimmed[end-1-n] == trimSpace(segment[len(segment)-1-n]) {
		n++
	}
	return n
}
