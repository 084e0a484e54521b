package aggregate

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"dossier/aggregate/anchor"
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

// InWithheldFile reports whether the secret is in a withheld file, which counts as one secret whatever it
// contains.
func (s Secret) InWithheldFile() bool { return s.State == secrets.Withheld && s.Class != FileClass }

// Secrets are the possible secrets of a document, in document order, and the parts that were not
// fully checked.
type Secrets struct {
	List []Secret
	Late []secrets.Unchecked
}

// In returns the number of secrets in a state.
func (s Secrets) In(state secrets.State) int {
	n := 0
	for _, secret := range s.List {
		if secret.State == state {
			n++
		}
	}
	return n
}

// Withheld returns the number of files that are withheld because of their names.
func (s Secrets) Withheld() int {
	n := 0
	for _, secret := range s.List {
		if secret.State == secrets.Withheld && !secret.InWithheldFile() {
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
	checker         *secrets.Checker
	policy          secrets.Policy
	numbers         *secrets.Numbers
	generation      int // see [guardState]
	findings        Secrets
	redactions      []redaction
	redactedLines   map[string]string // redacted lines of files with slices, and their replacements; see [anchor.Redacted]
	withheldEntries map[int]bool      // indices of entries whose files are withheld
}

// redaction is a redacted value and its replacement.
type redaction struct{ rule, value, placeholder string }

// guardState is the state that a builder carries from one guard to the next. Results of another
// checker or policy have another generation.
type guardState struct {
	checker        *secrets.Checker
	policy         secrets.Policy
	finishedChecks int // number of late checks that had finished
	generation     int
}

// guard returns the guard for the next document. Builds must be serialized.
func (b *Builder) guard(ctx context.Context, policy secrets.Policy) *guard {
	g := &guard{policy: policy, numbers: &secrets.Numbers{}, redactedLines: map[string]string{}, withheldEntries: map[int]bool{}}
	if b.Secrets != nil && !(policy.Off && policy.Blind) {
		g.checker = b.Secrets(ctx)
	}
	b.guardMu.Lock()
	defer b.guardMu.Unlock()
	finished := g.checker.Finished()
	if old := &b.guardState; old.generation == 0 || old.checker != g.checker || old.finishedChecks != finished || !reflect.DeepEqual(old.policy, policy) {
		b.guardState = guardState{g.checker, policy, finished, old.generation + 1}
	}
	g.generation = b.guardState.generation
	return g
}

// checkResult is the result of a checker for a source.
type checkResult struct {
	checker *secrets.Checker
	secrets.Check
}

// check returns the findings in a source. It calls the checker again until the check is complete.
// It returns only the context's error.
func (s *source) check(ctx context.Context, path string, checker *secrets.Checker) (secrets.Check, error) {
	if cached := s.lastCheck.Load(); cached != nil && cached.checker == checker && !cached.Late {
		return cached.Check, nil
	}
	check, err := checker.CheckSum(ctx, path, s.text, s.key.Key())
	if err == nil {
		s.lastCheck.Store(&checkResult{checker, check})
	}
	return check, err
}

// hasFindings reports whether a checked source contains possible secrets.
func (s *source) hasFindings() bool {
	result := s.lastCheck.Load()
	return s.unredacted != nil || result != nil && len(result.Findings) > 0
}

// original returns the source before redaction.
func (s *source) original() *source {
	if s.unredacted != nil {
		return s.unredacted
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
	if cached := s.redactions[key]; cached != nil {
		return cached
	}
	redacted := &source{
		id: s.id, limit: s.limit, kind: s.kind, text: secrets.Apply(s.text, cuts), bytes: s.bytes, lines: s.lines, size: s.size,
		mtime: s.mtime, notes: s.notes, unredacted: s,
	}
	redacted.key, redacted.language = tokens.DigestOf(redacted.text), s.language
	if s.kind == extract.Plain {
		redacted.language = text.Language(path, redacted.text)
	}
	if s.redactions == nil || len(s.redactions) == maxRedactions {
		s.redactions = make(map[string]*source, 1)
	}
	s.redactions[key] = redacted
	return redacted
}

// cuts returns and records the redactions of a text.
func (g *guard) cuts(src string, found []secrets.Finding) []secrets.Cut {
	cuts := g.policy.Cuts(g.numbers, src, found)
	for _, c := range cuts {
		g.redactions = append(g.redactions, redaction{c.Rule, src[c.Start:c.End], c.Placeholder})
	}
	return cuts
}

// redactedFile is a file after redaction, with its findings.
type redactedFile struct {
	*source
	check secrets.Check
	cuts  []secrets.Cut
}

// redactFile returns a file after redaction. It returns only the context's error.
func (g *guard) redactFile(ctx context.Context, path string, src *source) (redactedFile, error) {
	if src.err != nil {
		return redactedFile{source: src}, nil
	}
	check, err := src.check(ctx, path, g.checker)
	if err != nil || len(check.Findings) == 0 {
		return redactedFile{source: src, check: check}, err
	}
	cuts := g.cuts(src.text, check.Findings)
	return redactedFile{src.redacted(path, cuts), check, cuts}, nil
}

// redactText returns a text after redaction and records its findings at a location. It returns only the
// context's error.
func (g *guard) redactText(ctx context.Context, at location, src string) (string, error) {
	check, err := g.checker.Check(ctx, at.path, src)
	if err != nil || len(check.Findings) == 0 && !check.Late {
		return src, err
	}
	cuts := g.cuts(src, check.Findings)
	g.addFindings(at, src, check, cuts, func(string) bool { return true })
	return secrets.Apply(src, cuts), nil
}

// location is the location of findings.
type location struct {
	name string // of the block
	path string // of the source file; empty if none
	row  int
}

// addFindings records the findings in a text and their redactions, as far as they are visible: isVisible
// reports whether the document contains a value or placeholder.
func (g *guard) addFindings(at location, src string, check secrets.Check, cuts []secrets.Cut, isVisible func(string) bool) {
	if check.Late {
		g.addLate(g.checker.Unchecked(check, at.name, at.row, src))
	}
	excerpts := secrets.Excerpts(src, check.Findings)
	for i, f := range check.Findings {
		value := f.Secret(src)
		state := g.policy.State(f, src)
		shown := value
		if state == secrets.Redacted {
			i := slices.IndexFunc(cuts, func(c secrets.Cut) bool { return c.Start == f.Start })
			if i < 0 {
				continue // it is part of another finding
			}
			shown = cuts[i].Placeholder
		}
		if value == "" || !isVisible(shown) {
			continue
		}
		g.findings.List = append(g.findings.List, Secret{
			Where: at.name, Row: at.row, Line: f.Line, Rule: f.Rule, Class: f.Class, State: state, Excused: f.Excused,
			ID: g.policy.ID(f, src), Excerpt: excerpts[i],
		})
	}
}

// addLate records a text that was not fully checked.
func (g *guard) addLate(unchecked secrets.Unchecked) {
	same := func(other secrets.Unchecked) bool {
		return other.Where == unchecked.Where && other.Row == unchecked.Row
	}
	if i := slices.IndexFunc(g.findings.Late, same); i >= 0 {
		g.findings.Late[i] = g.findings.Late[i].And(unchecked)
		return
	}
	g.findings.Late = append(g.findings.Late, unchecked)
}

// redactBlock returns a section's block after redaction. It returns only the context's error.
func (g *guard) redactBlock(ctx context.Context, block content.Block) (content.Block, error) {
	if g.checker == nil {
		return block, nil
	}
	at := location{name: block.Title, row: -1}
	var err error
	clean := func(s string) string {
		if s == "" || err != nil {
			return s
		}
		var out string
		out, err = g.redactText(ctx, at, s)
		return out
	}
	if snippet, ok := block.Body.(content.Snippet); ok {
		at.path = snippet.From.Path
	}
	return block.Map(clean), err
}

// guardLog records the redactions and findings made while a cached result was produced. The result is
// valid in a document in which the same values have the same numbers.
type guardLog struct {
	generation int
	findings   Secrets
	redactions []redaction
}

// startLog returns a function that returns the log of all redactions made since.
func (g *guard) startLog() func() *guardLog {
	list, late, n := len(g.findings.List), len(g.findings.Late), len(g.redactions)
	return func() *guardLog {
		return &guardLog{g.generation, Secrets{slices.Clone(g.findings.List[list:]), slices.Clone(g.findings.Late[late:])}, slices.Clone(g.redactions[n:])}
	}
}

// replayLog reports whether a result with a log would be produced unchanged, and if so records its
// findings. Call it only for results that the document contains; otherwise it assigns numbers to
// values that are not in the document.
func (g *guard) replayLog(m *guardLog) bool {
	if m == nil || m.generation != g.generation {
		return false
	}
	for _, a := range m.redactions {
		if g.numbers.Placeholder(a.rule, a.value) != a.placeholder {
			return false
		}
	}
	g.findings.List, g.findings.Late = append(g.findings.List, m.findings.List...), append(g.findings.Late, m.findings.Late...)
	g.redactions = append(g.redactions, m.redactions...)
	return true
}

// itemFindings is a file with findings in its content or its entry, or with a secret name.
type itemFindings struct {
	request   viewRequest
	src       *source
	check     secrets.Check
	fileState secrets.State // state by the file's name; empty if the name is not secret
	cuts      []secrets.Cut
	shown     *source
	redact    func(string) string // removes secrets from the entry's text; nil if there are none
}

// nameCheck is the cached result of checking the path of a source for secrets.
type nameCheck struct {
	checker     *secrets.Checker
	hasFindings bool
}

// itemTexts returns the texts of an item that its block may show: its path, the symbols of its
// mask, the state of its slices.
func itemTexts(item *Item) []string {
	entry := item.FileItem
	if len(entry.CustomSlices) > 0 { // also contained in its source
		entry.CustomSlices = slices.Clone(entry.CustomSlices)
		for i := range entry.CustomSlices {
			entry.CustomSlices[i].AnchorLines, entry.CustomSlices[i].ContentHash = nil, ""
		}
	}
	list := textsOf(entry)
	if item.EntryPath != entry.Path {
		list = append(list, item.EntryPath)
	}
	return list
}

// hasFindingInTexts reports whether there are findings in the texts of an item. It returns only the
// context's error.
func (g *guard) hasFindingInTexts(ctx context.Context, item *Item, src *source) (bool, error) {
	plain := len(item.AstMask)+len(item.CustomSlices)+len(item.Extra) == 0 && item.Problem == "" && (item.EntryPath == "" || item.EntryPath == item.Path)
	if plain {
		if cached := src.nameCheck.Load(); cached != nil && cached.checker == g.checker {
			return cached.hasFindings, nil
		}
	}
	found, err := g.checker.CheckName(ctx, strings.Join(itemTexts(item), "\n"))
	if err == nil && plain {
		src.nameCheck.Store(&nameCheck{g.checker, len(found) > 0})
	}
	return len(found) > 0, err
}

// redactTexts records the findings in the texts of an item and returns a function that removes them
// from a text that repeats them, or nil if there is nothing to remove. It returns only the
// context's error.
func (g *guard) redactTexts(ctx context.Context, at location, item *Item) (func(string) string, error) {
	start := len(g.redactions)
	for _, s := range itemTexts(item) {
		found, err := g.checker.CheckName(ctx, s)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			g.addFindings(at, s, secrets.Check{Findings: found}, g.cuts(s, found), func(string) bool { return true })
		}
	}
	if lines := replacerPairs(g.redactions[start:]); len(lines) > 0 {
		return strings.NewReplacer(lines...).Replace, nil
	}
	return nil, nil
}

// checkItem returns the findings in a file, if it is shown or has slices, and in the texts of its item;
// nil if there are none. It returns only the context's error.
func (g *guard) checkItem(ctx context.Context, item *Item, w viewRequest, src *source) (*itemFindings, error) {
	if g.checker == nil {
		return nil, nil
	}
	inTexts, err := g.hasFindingInTexts(ctx, item, src)
	if err != nil {
		return nil, err
	}
	f := &itemFindings{request: w, src: src, shown: src}
	if src.err == nil && (w.mode != models.None || len(item.CustomSlices) > 0) {
		if src.secret {
			f.fileState = g.policy.File(item.Path, src.text)
		}
		f.request.withheld = f.fileState == secrets.Withheld && w.mode != models.None
		if f.check, err = src.check(ctx, item.Path, g.checker); err != nil {
			return nil, err
		}
	}
	if inTexts || f.fileState != "" || len(f.check.Findings) > 0 || f.check.Late {
		return f, nil
	}
	return nil, nil
}

// redactItems redacts the files with findings, in order, and returns their indices. It returns only the
// context's error.
func (g *guard) redactItems(ctx context.Context, items []Item, findings []*itemFindings) (rows []int, err error) {
	for row, f := range findings {
		if f == nil {
			continue
		}
		if f.fileState != secrets.Withheld { // its content is not shown
			f.cuts = g.cuts(f.src.text, f.check.Findings)
			f.shown = f.src.redacted(items[row].Path, f.cuts)
		}
		rows = append(rows, row)
		if f.redact, err = g.redactTexts(ctx, location{name: items[row].Name(), row: row}, &items[row]); err != nil {
			return nil, err
		}
		if f.fileState == secrets.Withheld {
			g.withheldEntries[items[row].Entry] = true
		}
		if len(items[row].CustomSlices) > 0 && len(f.cuts) > 0 {
			maps.Copy(g.redactedLines, anchor.Redacted(f.src.text, f.shown.text))
		}
	}
	return rows, nil
}

// addItem records the findings in a file that the document shows as a block.
func (g *guard) addItem(row int, item Item, f *itemFindings, block *rendered) {
	if !item.InDocument() || f.request.mode == models.None {
		return
	}
	if f.fileState != "" {
		g.findings.List = append(g.findings.List, Secret{
			Where: item.Path, Row: row, Rule: secrets.NameRule, Class: FileClass, State: f.fileState, ID: secrets.FileID(item.Path, f.src.text),
		})
	}
	at := location{name: item.Path, row: row}
	if f.fileState == secrets.Withheld {
		g.addWithheld(at, f.src.text, f.check)
		return
	}
	g.addFindings(at, f.src.text, f.check, f.cuts, block.contains)
}

// addWithheld records the findings in a withheld file, which would be redacted or readable if it
// were shown.
func (g *guard) addWithheld(at location, src string, check secrets.Check) {
	excerpts := secrets.Excerpts(src, check.Findings)
	for i, f := range check.Findings {
		if g.policy.State(f, src) != secrets.Allowed {
			g.findings.List = append(g.findings.List, Secret{
				Where: at.name, Row: at.row, Line: f.Line, Rule: f.Rule, Class: f.Class, State: secrets.Withheld, ID: g.policy.ID(f, src), Excerpt: excerpts[i],
			})
		}
	}
}

// contains reports whether a block contains a text. Line numbers in it do not count.
func (r *rendered) contains(s string) bool {
	return strings.Contains(r.plain(), s) || strings.Contains(r.head, s) || strings.Contains(r.tail, s)
}

// withheldBlock returns the block shown in place of a file whose name is secret.
func withheldBlock(path string) content.Block {
	return content.Block{
		Title: path, Named: true, Headed: true, Note: "withheld",
		Body: content.Prose("(content withheld: files of this name hold secrets)"),
	}
}

// redactRecord redacts all texts of a snapshot's record as in its document. It is safe for concurrent
// use.
func (g *guard) redactRecord(s *models.Snapshot) {
	if g == nil || g.checker == nil || g.policy.Off {
		return
	}
	g.redactAnchors(&s.Composition)
	placeholders := strings.NewReplacer(replacerPairs(g.redactions)...)
	numbers := g.numbers.Clone()
	clean := func(s string) string {
		found, err := g.checker.CheckName(context.Background(), s)
		if err != nil { // only for a cancelled context
			return s
		}
		return placeholders.Replace(secrets.Apply(s, g.policy.Cuts(numbers, s, found)))
	}
	// Check thousands of paths as one text first: they rarely contain anything.
	all := strings.Join(textsOf(*s), "\n")
	if clean(all) != all {
		mapTexts(reflect.ValueOf(s).Elem(), clean)
	}
}

// redactAnchors redacts the anchor lines of slices in a composition owned by the caller.
func (g *guard) redactAnchors(c *models.Composition) {
	for entry, item := range c.Files {
		for i := range item.CustomSlices {
			s := &item.CustomSlices[i]
			for j, line := range s.AnchorLines {
				s.AnchorLines[j] = g.redactAnchor(entry, line)
			}
			all := strings.Join(s.AnchorLines, "\n") // a key can span several lines
			found, err := g.checker.Check(context.Background(), item.Path, all)
			if err != nil || len(found.Findings) == 0 {
				continue
			}
			if redacted := strings.Split(secrets.Apply(all, g.policy.Cuts(g.numbers.Clone(), all, found.Findings)), "\n"); len(redacted) == len(s.AnchorLines) {
				s.AnchorLines = redacted
			}
		}
	}
}

// redactAnchor returns an anchor line of a slice as it may be stored in a record.
func (g *guard) redactAnchor(entry int, line string) string {
	if g.withheldEntries[entry] {
		return ""
	}
	if redacted, ok := g.redactedLines[line]; ok {
		return redacted
	}
	return line
}

// replacerPairs returns redacted values and their placeholders as [strings.NewReplacer] takes them.
// Values with several lines are split into lines.
func replacerPairs(redacted []redaction) []string {
	var out []string
	for _, a := range redacted {
		for line := range strings.Lines(a.value) {
			if line = strings.TrimSpace(line); len(line) >= secrets.Repeated {
				out = append(out, line, a.placeholder)
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
	add := func(state secrets.State, class func(Secret) bool, one, many string) {
		var list []string
		for _, secret := range s.List {
			if secret.State == state && class(secret) {
				list = append(list, secret.describe())
			}
		}
		switch n := len(list); n {
		case 0:
		case 1:
			out = append(out, Warning{Message: "1 " + one + ": " + list[0]})
		default:
			out = append(out, Warning{Message: fmt.Sprintf("%d %s: %s", n, many, firstOf(list, maxNamed))})
		}
	}
	values := func(s Secret) bool { return s.Class != FileClass }
	certain := func(s Secret) bool { return s.Class == secrets.Certain }
	likely := func(s Secret) bool { return s.Class == secrets.Likely }
	excused := func(s Secret) bool { return s.Excused }
	add(secrets.Redacted, values, "secret redacted", "secrets redacted")
	add(secrets.Readable, certain, "secret is readable, because nothing is redacted", "secrets are readable, because nothing is redacted")
	add(secrets.Readable, likely, "value may be a secret and is readable", "values may be secrets and are readable")
	add(secrets.Redacted, excused, "secret is redacted although .gitleaks.toml allows it", "secrets are redacted although .gitleaks.toml allows them")
	add(secrets.Allowed, excused, "value is readable because .gitleaks.toml allows it", "values are readable because .gitleaks.toml allows them")
	for _, secret := range s.List {
		if secret.Class == FileClass && secret.State == secrets.Withheld {
			out = append(out, Warning{Path: secret.Where, Message: "is withheld, because files of this name hold secrets"})
		}
	}
	for _, unchecked := range s.Late {
		out = append(out, Warning{Path: unchecked.Where, Message: "was not fully checked for secrets (time limit)"})
	}
	return out
}

// maxNamed is the max number of findings named in one warning.
const maxNamed = 5

// describe describes a finding and its location: "github-pat in deploy.sh (line 7)".
func (s Secret) describe() string {
	return fmt.Sprintf("%s in %s (line %d)", text.Escape(s.Rule), text.Escape(s.Where), s.Line)
}
