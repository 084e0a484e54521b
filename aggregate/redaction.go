package aggregate

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"dossier/aggregate/content"
	"dossier/aggregate/extract"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// FileClass is the class of files whose names are secret.
const FileClass secrets.Class = "file"

// Secret is a possible secret in a document, redacted or not. It does not hold the value.
type Secret struct {
	Where   string        // the path of a file, or the title of another block
	Row     int           // of the document's items; -1: none
	Line    int           // in the file or block, from 1; 0 means the file itself
	Rule    string        // see [secrets.NameRule]
	Class   secrets.Class // or [FileClass]
	State   secrets.State
	Excused bool   // see [secrets.Finding]
	ID      string // see [secrets.ID] and [secrets.FileID]
	Excerpt string // the text before the value and the value's beginning; empty for a file
}

// Inside reports whether the secret is in a withheld file, which counts as one secret whatever it
// contains.
func (s Secret) Inside() bool { return s.State == secrets.Withheld && s.Class != FileClass }

// Secrets are the possible secrets of a document, in document order, and the parts that were not
// fully checked.
type Secrets struct {
	List []Secret
	Late []secrets.Unchecked
}

// In returns the number of secrets in a state.
func (s Secrets) In(state secrets.State) int {
	n := 0
	for _, one := range s.List {
		if one.State == state {
			n++
		}
	}
	return n
}

// Withheld returns the number of files that are withheld because of their names.
func (s Secrets) Withheld() int {
	n := 0
	for _, one := range s.List {
		if one.State == secrets.Withheld && !one.Inside() {
			n++
		}
	}
	return n
}

// WithheldError reports that a file is not shown because its name is secret.
type WithheldError struct{ Path string }

func (e *WithheldError) Error() string {
	return text.Escape(e.Path) + " is withheld, because files of this name hold secrets"
}

// guard redacts the content of one document. It numbers redactions in the order of its calls,
// which must be document order.
type guard struct {
	checker  *secrets.Checker
	policy   secrets.Policy
	numbers  *secrets.Numbers
	turn     int // see [guarded]
	found    Secrets
	asked    []asked
	redacted [][2]string  // redacted lines of files and their replacements
	hidden   map[int]bool // indices of entries whose files are withheld
}

// asked is a redacted value and its replacement.
type asked struct{ rule, value, by string }

// guarded is the state that a builder carries from one guard to the next. Results of another
// checker or policy have another turn.
type guarded struct {
	checker *secrets.Checker
	policy  secrets.Policy
	after   int // number of late checks that had finished
	turn    int
}

// guard returns the guard for the next document. Builds must be serialized.
func (b *Builder) guard(ctx context.Context, policy secrets.Policy) *guard {
	g := &guard{policy: policy, numbers: &secrets.Numbers{}, hidden: map[int]bool{}}
	if b.Secrets != nil && !(policy.Off && policy.Blind) {
		g.checker = b.Secrets(ctx)
	}
	b.guarding.Lock()
	defer b.guarding.Unlock()
	after := g.checker.Finished()
	if was := &b.guarded; was.turn == 0 || was.checker != g.checker || was.after != after || !reflect.DeepEqual(was.policy, policy) {
		b.guarded = guarded{g.checker, policy, after, was.turn + 1}
	}
	g.turn = b.guarded.turn
	return g
}

// checkOf is the result of a checker for a source.
type checkOf struct {
	by *secrets.Checker
	secrets.Check
}

// check returns the findings in a source. It calls the checker again until the check is complete.
// It returns only the context's error.
func (s *source) check(ctx context.Context, path string, by *secrets.Checker) (secrets.Check, error) {
	if was := s.checked.Load(); was != nil && was.by == by && !was.Late {
		return was.Check, nil
	}
	found, err := by.CheckSum(ctx, path, s.text, s.key.Key())
	if err == nil {
		s.checked.Store(&checkOf{by, found})
	}
	return found, err
}

// mayTell reports whether a checked source contains possible secrets.
func (s *source) mayTell() bool {
	found := s.checked.Load()
	return s.of != nil || found != nil && len(found.Findings) > 0
}

// original returns the source before redaction.
func (s *source) original() *source {
	if s.of != nil {
		return s.of
	}
	return s
}

// maxRedactions is the max number of cached redactions of one source; they differ in their
// numbers.
const maxRedactions = 4

// redacted returns a source with cuts applied, or s itself if there are none. The result has the
// same lines as s, so slices are located in s.
func (s *source) redacted(path string, cuts []secrets.Cut) *source {
	if len(cuts) == 0 {
		return s
	}
	key := fmt.Sprint(cuts)
	s.mu.Lock()
	defer s.mu.Unlock()
	if made := s.redactions[key]; made != nil {
		return made
	}
	made := &source{
		id: s.id, limit: s.limit, kind: s.kind, text: secrets.Apply(s.text, cuts), bytes: s.bytes, lines: s.lines, size: s.size,
		mtime: s.mtime, notes: s.notes, of: s,
	}
	made.key, made.language = tokens.DigestOf(made.text), s.language
	if s.kind == extract.Plain {
		made.language = text.Language(path, made.text)
	}
	if s.redactions == nil || len(s.redactions) == maxRedactions {
		s.redactions = make(map[string]*source, 1)
	}
	s.redactions[key] = made
	return made
}

// cuts returns and records the redactions of a text.
func (g *guard) cuts(src string, found []secrets.Finding) []secrets.Cut {
	cuts := g.policy.Cuts(g.numbers, src, found)
	for _, c := range cuts {
		g.asked = append(g.asked, asked{c.Rule, src[c.Start:c.End], c.By})
	}
	return cuts
}

// shownFile is a file after redaction, with its findings.
type shownFile struct {
	*source
	found secrets.Check
	cuts  []secrets.Cut
}

// source returns a file after redaction. It returns only the context's error.
func (g *guard) source(ctx context.Context, path string, src *source) (shownFile, error) {
	if src.err != nil {
		return shownFile{source: src}, nil
	}
	found, err := src.check(ctx, path, g.checker)
	if err != nil || len(found.Findings) == 0 {
		return shownFile{source: src, found: found}, err
	}
	cuts := g.cuts(src.text, found.Findings)
	return shownFile{src.redacted(path, cuts), found, cuts}, nil
}

// text returns a text after redaction and records its findings at a place. It returns only the
// context's error.
func (g *guard) text(ctx context.Context, at place, src string) (string, error) {
	found, err := g.checker.Check(ctx, at.path, src)
	if err != nil || len(found.Findings) == 0 && !found.Late {
		return src, err
	}
	cuts := g.cuts(src, found.Findings)
	g.add(at, src, found, cuts, func(string) bool { return true })
	return secrets.Apply(src, cuts), nil
}

// place is the location of findings.
type place struct {
	name string // of the block
	path string // of the source file; empty if none
	row  int
}

// add records the findings in a text and their redactions, as far as they are visible: seen
// reports whether the document contains a value or placeholder.
func (g *guard) add(at place, src string, found secrets.Check, cuts []secrets.Cut, seen func(string) bool) {
	if found.Late {
		g.late(g.checker.Unchecked(found, at.name, at.row, src))
	}
	excerpts := secrets.Excerpts(src, found.Findings)
	for i, f := range found.Findings {
		value := f.Secret(src)
		state := g.policy.State(f, src)
		shown := value
		if state == secrets.Redacted {
			i := slices.IndexFunc(cuts, func(c secrets.Cut) bool { return c.Start == f.Start })
			if i < 0 {
				continue // it is part of another finding
			}
			shown = cuts[i].By
		}
		if value == "" || !seen(shown) {
			continue
		}
		g.found.List = append(g.found.List, Secret{
			Where: at.name, Row: at.row, Line: f.Line, Rule: f.Rule, Class: f.Class, State: state, Excused: f.Excused,
			ID: g.policy.ID(f, src), Excerpt: excerpts[i],
		})
	}
}

// late records a text that was not fully checked.
func (g *guard) late(one secrets.Unchecked) {
	same := func(other secrets.Unchecked) bool { return other.Where == one.Where && other.Row == one.Row }
	if i := slices.IndexFunc(g.found.Late, same); i >= 0 {
		g.found.Late[i] = g.found.Late[i].And(one)
		return
	}
	g.found.Late = append(g.found.Late, one)
}

// block returns a section's block after redaction. It returns only the context's error.
func (g *guard) block(ctx context.Context, says content.Block) (content.Block, error) {
	if g.checker == nil {
		return says, nil
	}
	at := place{name: says.Title, row: -1}
	var err error
	clean := func(s string) string {
		if s == "" || err != nil {
			return s
		}
		var out string
		out, err = g.text(ctx, at, s)
		return out
	}
	if body, ok := says.Body.(content.Snippet); ok {
		at.path = body.From.Path
	}
	return says.Map(clean), err
}

// mark records the redactions and findings made while a cached result was produced. The result is
// valid in a document in which the same values have the same numbers.
type mark struct {
	turn  int
	found Secrets
	asked []asked
}

// marking returns a function that gives the mark of all redactions made since.
func (g *guard) marking() func() *mark {
	list, late, n := len(g.found.List), len(g.found.Late), len(g.asked)
	return func() *mark {
		return &mark{g.turn, Secrets{slices.Clone(g.found.List[list:]), slices.Clone(g.found.Late[late:])}, slices.Clone(g.asked[n:])}
	}
}

// again reports whether a result with a mark would be produced unchanged, and if so records its
// findings. Call it only for results that the document contains; otherwise it assigns numbers to
// values that are not in the document.
func (g *guard) again(m *mark) bool {
	if m == nil || m.turn != g.turn {
		return false
	}
	for _, a := range m.asked {
		if g.numbers.Placeholder(a.rule, a.value) != a.by {
			return false
		}
	}
	g.found.List, g.found.Late = append(g.found.List, m.found.List...), append(g.found.Late, m.found.Late...)
	g.asked = append(g.asked, m.asked...)
	return true
}

// foundRow is a file with findings in its content or its entry, or with a secret name.
type foundRow struct {
	wanted wanted
	src    *source
	found  secrets.Check
	file   secrets.State // state by the file's name; empty if the name is not secret
	cuts   []secrets.Cut
	shown  *source
	clean  func(string) string // removes secrets from the entry's text; nil if there are none
}

// namedSecret is the cached result of checking the path of a source for secrets.
type namedSecret struct {
	by    *secrets.Checker
	found bool
}

// wordsOf returns the texts of an item that its block may show: its path, the symbols of its
// mask, the state of its slices.
func wordsOf(item *Item) []string {
	entry := item.FileItem
	if len(entry.CustomSlices) > 0 { // also contained in its source
		entry.CustomSlices = slices.Clone(entry.CustomSlices)
		for i := range entry.CustomSlices {
			entry.CustomSlices[i].AnchorLines, entry.CustomSlices[i].ContentHash = nil, ""
		}
	}
	words := textsOf(entry)
	if item.Given != entry.Path {
		words = append(words, item.Given)
	}
	return words
}

// speaks reports whether there are findings in the texts of an item. It returns only the
// context's error.
func (g *guard) speaks(ctx context.Context, item *Item, src *source) (bool, error) {
	plain := len(item.AstMask)+len(item.CustomSlices)+len(item.Extra) == 0 && item.Problem == "" && (item.Given == "" || item.Given == item.Path)
	if plain {
		if was := src.named.Load(); was != nil && was.by == g.checker {
			return was.found, nil
		}
	}
	found, err := g.checker.CheckName(ctx, strings.Join(wordsOf(item), "\n"))
	if err == nil && plain {
		src.named.Store(&namedSecret{g.checker, len(found) > 0})
	}
	return len(found) > 0, err
}

// words records the findings in the texts of an item and returns a function that removes them
// from a text that repeats them, or nil if there is nothing to remove. It returns only the
// context's error.
func (g *guard) words(ctx context.Context, at place, item *Item) (func(string) string, error) {
	before := len(g.asked)
	for _, s := range wordsOf(item) {
		found, err := g.checker.CheckName(ctx, s)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			g.add(at, s, secrets.Check{Findings: found}, g.cuts(s, found), func(string) bool { return true })
		}
	}
	if lines := linesOf(g.asked[before:]); len(lines) > 0 {
		return strings.NewReplacer(lines...).Replace, nil
	}
	return nil, nil
}

// row returns the findings in a file, if it is shown or has slices, and in the texts of its item;
// nil if there are none. It returns only the context's error.
func (g *guard) row(ctx context.Context, item *Item, w wanted, src *source) (*foundRow, error) {
	if g.checker == nil {
		return nil, nil
	}
	speaks, err := g.speaks(ctx, item, src)
	if err != nil {
		return nil, err
	}
	f := &foundRow{wanted: w, src: src, shown: src}
	if src.err == nil && (w.mode != models.None || len(item.CustomSlices) > 0) {
		if src.secret {
			f.file = g.policy.File(item.Path, src.text)
		}
		f.wanted.withheld = f.file == secrets.Withheld && w.mode != models.None
		if f.found, err = src.check(ctx, item.Path, g.checker); err != nil {
			return nil, err
		}
	}
	if speaks || f.file != "" || len(f.found.Findings) > 0 || f.found.Late {
		return f, nil
	}
	return nil, nil
}

// rows redacts the files with findings, in order, and returns their indices. It returns only the
// context's error.
func (g *guard) rows(ctx context.Context, items []Item, found []*foundRow) (marked []int, err error) {
	for row, f := range found {
		if f == nil {
			continue
		}
		if f.file != secrets.Withheld { // its content is not shown
			f.cuts = g.cuts(f.src.text, f.found.Findings)
			f.shown = f.src.redacted(items[row].Path, f.cuts)
		}
		marked = append(marked, row)
		if f.clean, err = g.words(ctx, place{name: items[row].Name(), row: row}, &items[row]); err != nil {
			return nil, err
		}
		if f.file == secrets.Withheld {
			g.hidden[items[row].Entry] = true
		}
		if len(items[row].CustomSlices) > 0 && len(f.cuts) > 0 {
			now := strings.Split(f.shown.text, "\n")
			for i, line := range strings.Split(f.src.text, "\n") {
				if line != now[i] {
					g.redacted = append(g.redacted, [2]string{line, now[i]})
				}
			}
		}
	}
	return marked, nil
}

// addRow records the findings in a file that the document shows as a block.
func (g *guard) addRow(row int, item Item, f *foundRow, block *rendered) {
	if !item.InDocument() || f.wanted.mode == models.None {
		return
	}
	if f.file != "" {
		g.found.List = append(g.found.List, Secret{
			Where: item.Path, Row: row, Rule: secrets.NameRule, Class: FileClass, State: f.file, ID: secrets.FileID(item.Path, f.src.text),
		})
	}
	at := place{name: item.Path, row: row}
	if f.file == secrets.Withheld {
		g.withheld(at, f.src.text, f.found)
		return
	}
	g.add(at, f.src.text, f.found, f.cuts, block.holds)
}

// withheld records the findings in a withheld file, which would be redacted or readable if it
// were shown.
func (g *guard) withheld(at place, src string, found secrets.Check) {
	excerpts := secrets.Excerpts(src, found.Findings)
	for i, f := range found.Findings {
		if g.policy.State(f, src) != secrets.Allowed {
			g.found.List = append(g.found.List, Secret{
				Where: at.name, Row: at.row, Line: f.Line, Rule: f.Rule, Class: f.Class, State: secrets.Withheld, ID: g.policy.ID(f, src), Excerpt: excerpts[i],
			})
		}
	}
}

// holds reports whether a block contains a text. Line numbers in it do not count.
func (r *rendered) holds(s string) bool {
	return strings.Contains(r.plain(), s) || strings.Contains(r.head, s) || strings.Contains(r.tail, s)
}

// withheldBlock returns the block shown in place of a file whose name is secret.
func withheldBlock(path string) content.Block {
	return content.Block{
		Title: path, Named: true, Headed: true, Note: "withheld",
		Body: content.Prose("(content withheld: files of this name hold secrets)"),
	}
}

// record redacts all texts of a snapshot's record as in its document. It is safe for concurrent
// use.
func (g *guard) record(s *models.Snapshot) {
	if g == nil || g.checker == nil || g.policy.Off {
		return
	}
	g.anchors(&s.Composition)
	lines := strings.NewReplacer(linesOf(g.asked)...)
	numbers := g.numbers.Clone()
	clean := func(s string) string {
		found, err := g.checker.CheckName(context.Background(), s)
		if err != nil { // only for a cancelled context
			return s
		}
		return lines.Replace(secrets.Apply(s, g.policy.Cuts(numbers, s, found)))
	}
	// Check thousands of paths as one text first: they rarely contain anything.
	all := strings.Join(textsOf(*s), "\n")
	if clean(all) != all {
		mapTexts(reflect.ValueOf(s).Elem(), clean)
	}
}

// anchors redacts the anchor lines of slices in a composition owned by the caller.
func (g *guard) anchors(c *models.Composition) {
	for entry, item := range c.Files {
		for i := range item.CustomSlices {
			s := &item.CustomSlices[i]
			for j, line := range s.AnchorLines {
				s.AnchorLines[j] = g.anchor(entry, line)
			}
			all := strings.Join(s.AnchorLines, "\n") // a key can span several lines
			found, err := g.checker.Check(context.Background(), item.Path, all)
			if err != nil || len(found.Findings) == 0 {
				continue
			}
			if now := strings.Split(secrets.Apply(all, g.policy.Cuts(g.numbers.Clone(), all, found.Findings)), "\n"); len(now) == len(s.AnchorLines) {
				s.AnchorLines = now
			}
		}
	}
}

// anchor returns an anchor line of a slice, which may be truncated, as it may be stored in a
// record.
func (g *guard) anchor(entry int, line string) string {
	if g.hidden[entry] {
		return ""
	}
	for _, pair := range g.redacted {
		if line != "" && strings.HasPrefix(pair[0], line) {
			return pair[1]
		}
	}
	return line
}

// linesOf returns redacted values and their placeholders as [strings.NewReplacer] takes them.
// Values with several lines are split into lines.
func linesOf(redacted []asked) []string {
	var out []string
	for _, a := range redacted {
		for line := range strings.Lines(a.value) {
			if line = strings.TrimSpace(line); len(line) >= secrets.Repeated {
				out = append(out, line, a.by)
			}
		}
	}
	return out
}

// Warnings returns warnings about redactions, possible secrets and incomplete
// checks. They are notes, because the window shows secrets in a separate panel.
func (s Secrets) Warnings() []Warning {
	out := s.warnings()
	for i := range out {
		out[i].Note = true
	}
	return out
}

func (s Secrets) warnings() []Warning {
	var out []Warning
	say := func(state secrets.State, class func(Secret) bool, one, many string) {
		var list []string
		for _, found := range s.List {
			if found.State == state && class(found) {
				list = append(list, found.named())
			}
		}
		switch n := len(list); n {
		case 0:
		case 1:
			out = append(out, Warning{Message: "1 " + one + ": " + list[0]})
		default:
			out = append(out, Warning{Message: fmt.Sprintf("%d %s: %s", n, many, firstOf(list, secretsNamed))})
		}
	}
	values := func(s Secret) bool { return s.Class != FileClass }
	certain := func(s Secret) bool { return s.Class == secrets.Certain }
	likely := func(s Secret) bool { return s.Class == secrets.Likely }
	excused := func(s Secret) bool { return s.Excused }
	say(secrets.Redacted, values, "secret redacted", "secrets redacted")
	say(secrets.Readable, certain, "secret is readable, because nothing is redacted", "secrets are readable, because nothing is redacted")
	say(secrets.Readable, likely, "value may be a secret and is readable", "values may be secrets and are readable")
	say(secrets.Redacted, excused, "secret is redacted although .gitleaks.toml allows it", "secrets are redacted although .gitleaks.toml allows them")
	say(secrets.Allowed, excused, "value is readable because .gitleaks.toml allows it", "values are readable because .gitleaks.toml allows them")
	for _, found := range s.List {
		if found.Class == FileClass && found.State == secrets.Withheld {
			out = append(out, Warning{Path: found.Where, Message: "is withheld, because files of this name hold secrets"})
		}
	}
	for _, one := range s.Late {
		out = append(out, Warning{Path: one.Where, Message: "was not fully checked for secrets (time limit)"})
	}
	return out
}

// secretsNamed is the max number of findings named in one warning.
const secretsNamed = 5

// named describes a finding and its location: "github-pat in deploy.sh (line 7)".
func (s Secret) named() string {
	return fmt.Sprintf("%s in %s (line %d)", text.Escape(s.Rule), text.Escape(s.Where), s.Line)
}
