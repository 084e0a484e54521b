package secrets

import (
	"cmp"
	"context"
	"crypto/sha256"
	"math"
	"slices"
	"strings"
)

// Class says how certain it is that something is a secret.
type Class string

// The classes of what is found in a text.
const (
	Certain Class = "certain" // it has the form of one provider's keys
	Likely  Class = "likely"  // a value that is given to a name like password
)

// Finding is a secret in a text.
type Finding struct {
	Rule       string
	Class      Class
	Start, End int  // the bytes of the secret
	Line       int  // on which it begins, from 1
	Allowed    bool // the line says so, gitleaks:allow, or the project's .gitleaks.toml
	// Excused says that the project's .gitleaks.toml allows it. What is certain by an embedded
	// rule is not allowed by that: the file may be a stranger's.
	Excused bool
}

// Secret returns what was found in a text.
func (f Finding) Secret(text string) string { return text[f.Start:f.End] }

// Scanner finds what its rules say.
type Scanner struct {
	rules    []*rule
	allowed  []allowance            // of all rules
	excused  []allowance            // as that of a rule
	targeted map[string][]allowance // by rule, of the file that was read last
	keywords *keywords
	byWord   [][]int           // the rules of each keyword
	always   []int             // the rules without one
	own      [sha256.Size]byte // of the project's file of rules; zero: it has none
	left     int               // what the expressions of a project's file may still be; 0: they are embedded
}

// index makes what finds the rules of a text.
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
		if len(r.keywords) == 0 && !r.expr.none() {
			s.always = append(s.always, i)
		}
	}
}

// Scan returns the secrets in a text, in its order. The path is that of its file, which
// some rules ask for; empty is none. The error is the context's, with what was found so far.
func (s *Scanner) Scan(ctx context.Context, path, text string) ([]Finding, error) {
	for _, a := range s.allowed {
		if a.allowsPath(path) {
			return nil, ctx.Err()
		}
	}
	var found []Finding
	for _, c := range s.candidates(ctx, path, text) {
		if ctx.Err() != nil {
			break
		}
		found = append(found, s.find(ctx, s.rules[c.rule], path, text, c.windows)...)
	}
	return s.settled(text, found), ctx.Err()
}

// Tells reports whether something that is certain to be a secret stands in a list of names or in a
// text, by the embedded rules. It is asked before such are kept on the disk.
func Tells(texts ...string) bool {
	found, _ := Default().Scan(context.Background(), "", strings.Join(texts, "\n"))
	return slices.ContainsFunc(found, func(f Finding) bool { return f.Class == Certain })
}

// candidate is where a rule may find something.
type candidate struct {
	rule    int
	windows []window
}

// window is a range of bytes of a text.
type window struct{ start, end int }

// candidates returns the rules of which a keyword stands in a text, in their order, with
// where to look.
// It ends with the context, which what it returns says nothing of.
func (s *Scanner) candidates(ctx context.Context, path, text string) []candidate {
	const often = 256 // keywords between two looks at the context
	windows := make([][]window, len(s.rules))
	whole := []window{{0, len(text)}}
	n, ended := 0, false
	s.keywords.each(text, func(word uint16, end int) {
		if n++; n%often == 0 {
			ended = ended || ctx.Err() != nil
		}
		if ended {
			return
		}
		for _, i := range s.byWord[word] {
			r := s.rules[i]
			if !r.reach().near {
				windows[i] = whole
			} else if w, ok := r.fits(text, end); ok {
				windows[i] = append(windows[i], w)
			}
		}
	})
	for _, i := range s.always {
		windows[i] = whole
	}
	var list []candidate
	for i, w := range windows {
		if len(w) > 0 && s.rules[i].concerns(path) {
			list = append(list, candidate{i, merged(w)})
		}
	}
	return list
}

// concerns reports whether a rule looks at a file.
func (r *rule) concerns(path string) bool {
	if r.expr.none() || !r.path.none() && !r.path.fits(path) {
		return false
	}
	return !slices.ContainsFunc(r.allowed, func(a allowance) bool { return a.allowsPath(path) })
}

// The bytes that are looked at around a keyword where a rule has no bound.
const (
	onLine    = 4 << 10 // to the end of the word or the line
	overLines = 64 << 10
)

// around returns where a match can lie that has a keyword in it which ends at a byte.
func (r *rule) around(text string, at int) window {
	reach := r.reach()
	w := window{max(0, at-reach.bytes), min(len(text), at+reach.bytes)}
	switch {
	case reach.far:
		return window{max(0, w.start-onLine), min(len(text), w.end+overLines)}
	case reach.line:
		return window{max(0, w.start-onLine), min(len(text), w.end+onLine)}
	case reach.word:
		for least := w.start - onLine; w.start > max(0, least) && !isSpace(text[w.start-1]); {
			w.start--
		}
		for most := w.end + onLine; w.end < min(len(text), most) && !isSpace(text[w.end]); {
			w.end++
		}
	}
	return w
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// merged joins windows that touch, which are in the order of their keywords.
func merged(list []window) []window {
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

// find returns what a rule finds in the windows of a text, until the context ends.
func (s *Scanner) find(ctx context.Context, r *rule, path, text string, windows []window) []Finding {
	var found []Finding
	past := 0
	for _, w := range windows {
		for start := max(w.start, past); start < w.end && ctx.Err() == nil; {
			part := window{start, min(w.end, start+2*r.step())}
			for _, m := range r.matches(text, part) {
				past = m[1]
				if f, ok := s.finding(r, path, text, m); ok {
					found = append(found, f)
				}
			}
			if part.end == w.end {
				break
			}
			start = max(part.end-r.step(), past)
		}
	}
	return found
}

// step is how far what a rule matches reaches at most: a long window is looked at in parts of
// twice as much, so that no expression runs for long over text that somebody has made for it, and
// the context is asked between them.
func (r *rule) step() int {
	if r.reach().far || !r.reach().near {
		return overLines
	}
	return max(onLine, r.reach().bytes) + onLine
}

// matches returns the matches of a rule in a window, as indexes into the text. A match that
// ends where the window does is looked for again in a wider one: it may go on.
func (r *rule) matches(text string, w window) [][]int {
	for {
		list := r.expr.re().FindAllStringSubmatchIndex(text[w.start:w.end], -1)
		wider := w
		for _, m := range list {
			if m[0] == 0 && w.start > 0 {
				wider.start = max(0, w.start-onLine)
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

// finding makes a finding of a match; false when it is none.
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
	f.Allowed = f.Excused && (r.likely || r.own) || strings.Contains(line, "gitleaks:allow")
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

// secret returns the part of a match that is the secret: the group of the rule, or the first
// one that has something in it, or all.
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

// linesOf returns the lines on which something stands, with the newline before them; of very
// long ones what is near it.
func linesOf(text string, w window) string {
	start, end := max(0, w.start-onLine), min(len(text), w.end+onLine)
	start = max(start, start+strings.LastIndexByte(text[start:w.start], '\n'))
	if i := strings.IndexByte(text[w.end:end], '\n'); i >= 0 {
		end = w.end + i
	}
	return text[start:end]
}

// entropy is Shannon's, in bits a character, over the bytes of a text.
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

// allowsPath reports whether all of a file is allowed.
func (a *allowance) allowsPath(path string) bool {
	if a.every && (!a.exprs.none() || len(a.words) > 0 || a.commits) {
		return false
	}
	return path != "" && a.paths.fits(path)
}

// allows reports whether what was found is no secret.
func (a *allowance) allows(path, secret, match, line string) bool {
	target := secret
	switch a.target {
	case "match":
		target = match
	case "line":
		target = line
	}
	expr := a.exprs.fits(target)
	word := len(a.words) > 0 && hasAny(strings.ToLower(secret), a.words)
	if !a.every {
		return expr || word
	}
	return !a.commits && (a.paths.none() || a.paths.fits(path)) &&
		(a.exprs.none() || expr) && (len(a.words) == 0 || word)
}

func hasAny(s string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

// onOneLine bounds the certain findings of a line that likely ones are compared with.
const onOneLine = 100

// settled brings findings into the order of the text, gives them their lines, makes one of those
// that begin at the same byte, and drops what is likely where something certain on the same line
// says the same.
func (s *Scanner) settled(text string, found []Finding) []Finding {
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(a.Class, b.Class), cmp.Compare(onlyTrue(a.Allowed), onlyTrue(b.Allowed)))
	})
	found = distinct(found)
	certain := map[int][]string{} // by line
	line, at := 1, 0
	for i := range found {
		line += strings.Count(text[at:found[i].Start], "\n")
		at, found[i].Line = found[i].Start, line
		if found[i].Class == Certain && len(certain[line]) < onOneLine {
			certain[line] = append(certain[line], found[i].Secret(text))
		}
	}
	return slices.DeleteFunc(found, func(f Finding) bool {
		return f.Class == Likely && slices.ContainsFunc(certain[f.Line], func(other string) bool {
			return strings.Contains(other, f.Secret(text))
		})
	})
}

// distinct removes from sorted findings those of a value that a longer one, or an earlier rule, has
// found too: unless it is allowed and they are not, or it is only likely and they are certain.
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

func onlyTrue(b bool) int {
	if b {
		return 1
	}
	return 0
}
