package secrets

import (
	"cmp"
	"context"
	"crypto/sha256"
	"maps"
	"math"
	"slices"
	"strings"
)

// Class is how certain it is that a finding is a secret.
type Class string

// Classes of findings in a text.
const (
	Certain Class = "certain" // it has the distinctive form of one provider's keys
	Likely  Class = "likely"  // a value assigned to a name like password
)

// Finding is a secret in a text.
type Finding struct {
	Rule       string
	Class      Class
	Start, End int  // byte range of the secret
	Line       int  // first line, from 1
	Allowed    bool // by gitleaks:allow on the line, or by the project's .gitleaks.toml
	// Excused is set if the project's .gitleaks.toml allows it. The file cannot allow certain
	// findings of embedded rules, because it may be untrusted.
	Excused bool
}

// Secret returns the text of the finding.
func (f Finding) Secret(text string) string { return text[f.Start:f.End] }

// Scanner finds secrets by its rules.
type Scanner struct {
	rules       []*rule
	allowed     []allowance            // for all rules
	excused     []allowance            // like those of a rule
	targeted    map[string][]allowance // by rule, from the last parsed file
	keywords    *keywords
	byWord      [][]int           // rules by keyword
	always      []int             // rules without a keyword
	projectHash [sha256.Size]byte // of the project's rules file; zero if there is none
	budget      int               // remaining size for the expressions of a project's file; 0 for embedded rules
}

// index builds the keyword index.
func (s *Scanner) index() {
	var words []string
	for _, r := range s.rules {
		words = append(words, r.keywords...)
	}
	s.keywords = newKeywords(words)
	s.byWord = make([][]int, len(s.keywords.words))
	for i, r := range s.rules {
		for _, word := range r.keywords {
			n, _ := slices.BinarySearch(s.keywords.words, word)
			if !slices.Contains(s.byWord[n], i) {
				s.byWord[n] = append(s.byWord[n], i)
			}
		}
		if len(r.keywords) == 0 && !r.expr.isEmpty() {
			s.always = append(s.always, i)
		}
	}
}

// Scan returns the secrets in a text, in text order. path is that of its file, which some rules
// check, or empty. It returns only the context's error, with the findings so far.
func (s *Scanner) Scan(ctx context.Context, path, text string) ([]Finding, error) {
	candidates := s.candidates(ctx, path, text)
	if len(candidates) == 0 { // checked first, because it is faster than checking the path
		return nil, ctx.Err()
	}
	// A token is secret wherever it is. Only what may be something else is not searched in lock files, pictures
	// and other people's code, which are full of hashes.
	if slices.ContainsFunc(s.allowed, func(a allowance) bool { return a.allowsPath(path) }) {
		candidates = slices.DeleteFunc(candidates, func(c candidate) bool { return s.rules[c.rule].likely || s.rules[c.rule].fromProject })
	}
	var found []Finding
	for _, c := range candidates {
		if ctx.Err() != nil {
			break
		}
		found = append(found, s.find(ctx, s.rules[c.rule], path, text, c.windows)...)
	}
	return s.normalize(text, found), ctx.Err()
}

// In reports whether texts contain a certain secret by the embedded rules. Names and texts are
// checked by it before they are stored on the disk.
func In(texts ...string) bool {
	found, _ := Default().Scan(context.Background(), "", strings.Join(texts, "\n"))
	return slices.ContainsFunc(found, func(f Finding) bool { return f.Class == Certain })
}

// candidate is a rule and the windows in which it may match.
type candidate struct {
	rule    int
	windows []window
}

// window is a byte range of a text.
type window struct{ start, end int }

// candidates returns the rules with a keyword in a text, in rule order, with their windows. The
// result is undefined if the context has ended.
func (s *Scanner) candidates(ctx context.Context, path, text string) []candidate {
	const checkEvery = 256        // number of keywords between checks of the context
	windows := map[int][]window{} // by rule: a text matches few of them
	all := []window{{0, len(text)}}
	n, ended := 0, false
	s.keywords.each(text, func(word uint16, end int) {
		if n++; n%checkEvery == 0 {
			ended = ended || ctx.Err() != nil
		}
		if ended {
			return
		}
		for _, i := range s.byWord[word] {
			r := s.rules[i]
			if !r.reach().containsKeyword {
				windows[i] = all
			} else if w, ok := r.windowAt(text, end); ok {
				windows[i] = append(windows[i], w)
			}
		}
	})
	for _, i := range s.always {
		windows[i] = all
	}
	var list []candidate
	for _, i := range slices.Sorted(maps.Keys(windows)) {
		if s.rules[i].appliesTo(path) {
			list = append(list, candidate{i, mergeWindows(windows[i])})
		}
	}
	return list
}

// appliesTo reports whether a rule applies to a file.
func (r *rule) appliesTo(path string) bool {
	if r.expr.isEmpty() || !r.path.isEmpty() && !r.path.matches(path) {
		return false
	}
	return !slices.ContainsFunc(r.allowed, func(a allowance) bool { return a.allowsPath(path) })
}

// Bytes searched around a keyword if a rule is unbounded.
const (
	lineReach      = 4 << 10 // to the end of the word or the line
	multiLineReach = 64 << 10
)

// windowAround returns the window of matches whose first keyword ends at an offset.
func (r *rule) windowAround(text string, at int) window {
	before, after := r.reach().head, r.reach().extent
	w := window{max(0, at-before.bytes), min(len(text), at+after.bytes)}
	switch {
	case before.toAnyLine, before.toLineEnd:
		w.start = max(0, w.start-lineReach)
	case before.toWordEnd:
		for low := w.start - lineReach; w.start > max(0, low) && !isSpace(text[w.start-1]); {
			w.start--
		}
	}
	switch {
	case after.toAnyLine:
		w.end = min(len(text), w.end+multiLineReach)
	case after.toLineEnd:
		w.end = min(len(text), w.end+lineReach)
	case after.toWordEnd:
		for high := w.end + lineReach; w.end < min(len(text), high) && !isSpace(text[w.end]); {
			w.end++
		}
	}
	return w
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// mergeWindows merges adjacent windows, which are in keyword order.
func mergeWindows(list []window) []window {
	out := list[:1]
	for _, w := range list[1:] {
		if last := &out[len(out)-1]; w.start <= last.end {
			last.start, last.end = min(last.start, w.start), max(last.end, w.end)
		} else {
			out = append(out, w)
		}
	}
	return out
}

// find returns the findings of a rule in the windows of a text, until the context ends.
func (s *Scanner) find(ctx context.Context, r *rule, path, text string, windows []window) []Finding {
	var found []Finding
	matchEnd := 0
	for _, w := range windows {
		for start := max(w.start, matchEnd); start < w.end && ctx.Err() == nil; {
			part := window{start, min(w.end, start+2*r.maxMatch())}
			for _, m := range r.matches(text, part) {
				matchEnd = m[1]
				if f, ok := s.finding(r, path, text, m); ok {
					found = append(found, f)
				}
			}
			if part.end == w.end {
				break
			}
			start = max(part.end-r.maxMatch(), matchEnd)
		}
	}
	return found
}

// maxMatch returns the max length of a match: a long window is searched in parts of twice that
// length, so that no expression runs for long on a crafted text, and the context is checked
// between them.
func (r *rule) maxMatch() int {
	if r.reach().toAnyLine || !r.reach().containsKeyword {
		return multiLineReach
	}
	return max(lineReach, r.reach().bytes) + lineReach
}

// matches returns the matches of a rule in a window, as indices into the text. A match that ends
// at the end of the window is searched again in a larger window, because it may be longer.
func (r *rule) matches(text string, w window) [][]int {
	for {
		list := r.expr.re().FindAllStringSubmatchIndex(text[w.start:w.end], -1)
		wider := w
		for _, m := range list {
			if m[0] == 0 && w.start > 0 {
				wider.start = max(0, w.start-lineReach)
			}
			if m[1] == w.end-w.start && w.end < len(text) {
				wider.end = min(len(text), w.end+2*(w.end-w.start))
			}
		}
		if wider != w {
			w = wider
			continue
		}
		for _, m := range list {
			for i := range m {
				if m[i] >= 0 {
					m[i] += w.start
				}
			}
		}
		return list
	}
}

// finding converts a match to a finding; false if it is not a secret.
func (s *Scanner) finding(r *rule, path, text string, m []int) (Finding, bool) {
	match := trimNewlines(text, window{m[0], m[1]})
	secret := r.secret(text, m, match)
	value := text[secret.start:secret.end]
	if r.entropy != 0 && entropy(value) <= r.entropy {
		return Finding{}, false
	}
	line := linesOf(text, match)
	for _, list := range [][]allowance{s.allowed, r.allowed} {
		for _, a := range list {
			if a.allows(path, value, text[match.start:match.end], line) {
				return Finding{}, false
			}
		}
	}
	if r.edges != nil {
		token, ok := r.edges().token(text, secret, match)
		if !ok {
			return Finding{}, false
		}
		secret = token
	}
	f := Finding{Rule: r.id, Class: Certain, Start: secret.start, End: secret.end}
	if r.likely {
		f.Class = Likely
	}
	f.Excused = r.disabled
	for _, list := range [][]allowance{s.excused, r.excused} {
		for _, a := range list {
			f.Excused = f.Excused || a.allowsPath(path) || a.allows(path, value, text[match.start:match.end], line)
		}
	}
	f.Allowed = f.Excused && (r.likely || r.fromProject) || strings.Contains(line, "gitleaks:allow")
	return f, true
}

func trimNewlines(text string, w window) window {
	for w.start < w.end && text[w.start] == '\n' {
		w.start++
	}
	for w.end > w.start && text[w.end-1] == '\n' {
		w.end--
	}
	return w
}

// secret returns the part of a match that is the secret: the rule's group, or the first non-empty
// group, or all of it.
func (r *rule) secret(text string, m []int, match window) window {
	for g := 1; g < len(m)/2; g++ {
		if r.group != 0 && g != r.group || m[2*g] < 0 || m[2*g] == m[2*g+1] {
			continue
		}
		return window{m[2*g], m[2*g+1]}
	}
	if r.group != 0 {
		return window{match.start, match.start}
	}
	return match
}

// linesOf returns the lines of a range, with the preceding newline; for very long lines, the part
// near it.
func linesOf(text string, w window) string {
	start, end := max(0, w.start-lineReach), min(len(text), w.end+lineReach)
	start = max(start, start+strings.LastIndexByte(text[start:w.start], '\n'))
	if i := strings.IndexByte(text[w.end:end], '\n'); i >= 0 {
		end = w.end + i
	}
	return text[start:end]
}

// entropy returns Shannon's entropy of a text in bits per byte.
func entropy(text string) float64 {
	var counts [256]int
	for i := range len(text) {
		counts[text[i]]++
	}
	sum := 0.0
	for _, n := range counts {
		if n > 0 {
			share := float64(n) / float64(len(text))
			sum -= share * math.Log2(share)
		}
	}
	return sum
}

// allowsPath reports whether a whole file is allowed.
func (a *allowance) allowsPath(path string) bool {
	if a.requireAll && (!a.exprs.isEmpty() || len(a.stopWords) > 0 || a.commits) {
		return false
	}
	return path != "" && a.paths.matches(path)
}

// allows reports whether a finding is not a secret.
func (a *allowance) allows(path, secret, match, line string) bool {
	target := secret
	switch a.target {
	case "match":
		target = match
	case "line":
		target = line
	}
	expr := a.exprs.matches(target)
	word := len(a.stopWords) > 0 && hasAny(strings.ToLower(secret), a.stopWords)
	if !a.requireAll {
		return expr || word
	}
	return !a.commits && (a.paths.isEmpty() || a.paths.matches(path)) &&
		(a.exprs.isEmpty() || expr) && (len(a.stopWords) == 0 || word)
}

func hasAny(s string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

// maxPerLine is the max number of certain findings on a line that likely ones are compared with.
const maxPerLine = 100

// normalize sorts findings, sets their lines, merges those that begin at the same byte, and drops
// likely ones that repeat a certain one on the same line.
func (s *Scanner) normalize(text string, found []Finding) []Finding {
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(a.Class, b.Class), cmp.Compare(boolToInt(a.Allowed), boolToInt(b.Allowed)))
	})
	found = distinct(found)
	certain := map[int][]string{} // by line
	line, at := 1, 0
	for i := range found {
		line += strings.Count(text[at:found[i].Start], "\n")
		at, found[i].Line = found[i].Start, line
		if found[i].Class == Certain && len(certain[line]) < maxPerLine {
			certain[line] = append(certain[line], found[i].Secret(text))
		}
	}
	return slices.DeleteFunc(found, func(f Finding) bool {
		return f.Class == Likely && slices.ContainsFunc(certain[f.Line], func(other string) bool {
			return strings.Contains(other, f.Secret(text))
		})
	})
}

// distinct removes, from sorted findings, those of a value that a longer one or an earlier rule
// has also found, unless it is allowed and they are not, or it is only likely and they are
// certain.
func distinct(found []Finding) []Finding {
	out := found[:0]
	for _, f := range found {
		same := false
		for i := len(out) - 1; i >= 0 && out[i].Start == f.Start && !same; i-- {
			same = (out[i].Class == Certain || f.Class == Likely) && (!out[i].Allowed || f.Allowed)
		}
		if !same {
			out = append(out, f)
		}
	}
	return out
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
