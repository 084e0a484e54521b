package secrets

import (
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

// The rules that are embedded: those of gitleaks v8.30.1, and our own, in the same form.
var (
	//go:embed gitleaks.toml
	gitleaksRules []byte
	//go:embed providers.toml
	providerRules []byte
	//go:embed more.toml
	moreRules []byte
)

// The limits of a file of rules.
const (
	MaxRuleBytes = 1 << 20
	MaxRules     = 1000
	maxSteps     = 50_000 // of the expressions of a project's file, all together, with what they repeat
)

// Default returns the scanner with the embedded rules, which are read once, when it is first
// asked for.
var Default = sync.OnceValue(func() *Scanner {
	s := &Scanner{}
	for _, file := range [][]byte{gitleaksRules, providerRules, moreRules} {
		if _, err := s.read(file); err != nil {
			panic(err) // the tests read them
		}
	}
	s.index()
	return s
})

// Configured returns the scanner of a project with a .gitleaks.toml: the embedded rules always
// hold, whatever the file extends, and its rules beside them. What the file allows, or finds by
// rules that it disables, is [Finding.Excused], so that it is counted and no folder can silence
// the scan unseen; what is certain by an embedded rule is not allowed by it. Another file that it
// extends is not read, and the error says so, as it does for each rule that cannot be used.
func Configured(config []byte) (*Scanner, error) {
	if len(config) > MaxRuleBytes {
		return Default(), fmt.Errorf("larger than %d bytes", MaxRuleBytes)
	}
	own := &Scanner{left: maxSteps}
	extends, err := own.read(config)
	s := &Scanner{allowed: Default().allowed, excused: own.allowed, own: sha256.Sum256(config)}
	for _, r := range Default().rules {
		one := *r
		one.excused = slices.Concat(own.targeted[r.id], own.ofRule(r.id))
		one.disabled = slices.Contains(extends.DisabledRules, r.id)
		s.rules = append(s.rules, &one)
	}
	for _, r := range own.rules {
		if !slices.ContainsFunc(Default().rules, r.same) {
			one := *r
			one.allowed, one.excused, one.own = nil, r.allowed, true
			s.rules = append(s.rules, &one)
		}
	}
	s.index()
	return s, err
}

// ofRule returns what a scanner allows of one of its rules.
func (s *Scanner) ofRule(id string) []allowance {
	for _, r := range s.rules {
		if r.id == id {
			return r.allowed
		}
	}
	return nil
}

// same reports whether another rule finds the same, but for what is allowed.
func (r *rule) same(other *rule) bool {
	return r.id == other.id && r.written == other.written && r.path.written == other.path.written && r.entropy == other.entropy
}

// ruleFile is the form of gitleaks.
type ruleFile struct {
	Extend     extension    `toml:"extend"`
	Allowlist  *allowEntry  `toml:"allowlist"` // the older form of the next
	Allowlists []allowEntry `toml:"allowlists"`
	Rules      []ruleEntry  `toml:"rules"`
}

type extension struct {
	UseDefault    bool     `toml:"useDefault"`
	Path          string   `toml:"path"`
	URL           string   `toml:"url"`
	DisabledRules []string `toml:"disabledRules"`
}

type ruleEntry struct {
	ID          string       `toml:"id"`
	Description string       `toml:"description"`
	Regex       string       `toml:"regex"`
	Path        string       `toml:"path"`
	Entropy     float64      `toml:"entropy"`
	SecretGroup int          `toml:"secretGroup"`
	Keywords    []string     `toml:"keywords"`
	Tags        []string     `toml:"tags"`
	SkipReport  bool         `toml:"skipReport"`
	Allowlist   *allowEntry  `toml:"allowlist"`
	Allowlists  []allowEntry `toml:"allowlists"`
}

type allowEntry struct {
	Condition   string   `toml:"condition"`
	Paths       []string `toml:"paths"`
	Regexes     []string `toml:"regexes"`
	RegexTarget string   `toml:"regexTarget"`
	StopWords   []string `toml:"stopwords"`
	Commits     []string `toml:"commits"`
	TargetRules []string `toml:"targetRules"`
}

// rule is one kind of secret.
type rule struct {
	id       string
	likely   bool // what it finds may well be something else
	path     expression
	expr     expression
	written  string // the expression as the file has it
	entropy  float64
	group    int
	keywords []string    // in lower case
	allowed  []allowance // of what it would find, what it does not
	excused  []allowance // of what it finds, what is allowed
	disabled bool        // all that it finds is allowed
	own      bool        // it is of the project's file
	// reach is found out when it is first asked for: that takes longer than to compile the rule,
	// and most texts have the keywords of few.
	reach func() *reach
	// edges is the same for where its tokens end; nil: its own expression says that.
	edges func() *edges
}

// expression is a regular expression, or none. Of an embedded rule it is compiled when it is
// first tried, because most texts need few of the rules.
type expression struct {
	written string // empty: none
	re      func() *regexp.Regexp
}

// expressionOf returns an expression. The error says why it cannot be used, unless it is
// embedded: of those a test says it.
func expressionOf(written string, embedded bool) (expression, error) {
	switch {
	case written == "":
		return expression{}, nil
	case embedded:
		return expression{written, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(written) })}, nil
	}
	re, err := regexp.Compile(written)
	return expression{written, func() *regexp.Regexp { return re }}, err
}

// none reports whether there is no expression.
func (e expression) none() bool { return e.written == "" }

// fits reports whether there is an expression that matches a text.
func (e expression) fits(text string) bool { return !e.none() && e.re().MatchString(text) }

// allowance says what is no secret although a rule finds it.
type allowance struct {
	every   bool // all of it must hold, else any
	paths   expression
	exprs   expression
	target  string // what exprs look at: "match", "line", or the secret
	words   []string
	commits bool // names commits, which a text has none of
}

// read adds the rules of a file, and returns what it extends. The error says what of it
// cannot be used.
func (s *Scanner) read(file []byte) (extension, error) {
	var f ruleFile
	if err := toml.Unmarshal(file, &f); err != nil {
		return extension{}, err
	}
	if len(f.Rules) > MaxRules {
		return extension{}, fmt.Errorf("more than %d rules", MaxRules)
	}
	errs := s.add(f)
	if other := f.Extend.Path + f.Extend.URL; other != "" {
		errs = append(errs, fmt.Errorf("it extends %s, which is not read; put its rules into this file", other))
	}
	return f.Extend, errors.Join(errs...)
}

// add adds the rules of a file. Those that cannot be used are left out and said.
func (s *Scanner) add(f ruleFile) (errs []error) {
	if f.Allowlist != nil {
		f.Allowlists = append(f.Allowlists, *f.Allowlist)
	}
	embedded := s.left == 0
	errs = append(errs, s.bound(&f)...)
	s.targeted = map[string][]allowance{}
	for _, e := range f.Allowlists {
		a, err := e.compile(embedded)
		if err != nil {
			errs = append(errs, fmt.Errorf("allowlist: %w", err))
			continue
		}
		if len(e.TargetRules) == 0 {
			s.allowed = append(s.allowed, a)
		}
		for _, id := range e.TargetRules {
			s.targeted[id] = append(s.targeted[id], a)
		}
	}
	for _, e := range f.Rules {
		r, err := e.compile(embedded)
		if err != nil {
			errs = append(errs, fmt.Errorf("rule %q: %w", e.ID, err))
			continue
		}
		if r.allowed = append(r.allowed, s.targeted[e.ID]...); !e.SkipReport {
			s.rules = append(s.rules, r)
		}
	}
	return errs
}

// bound takes rules and allowances out of a project's file once its expressions are too much work
// together: repetitions multiply, and each is compiled.
func (s *Scanner) bound(f *ruleFile) (errs []error) {
	if s.left == 0 { // the embedded ones
		return nil
	}
	fits := func(exprs ...string) bool {
		for _, expr := range exprs {
			if re, err := syntax.Parse(expr, syntax.Perl); err == nil {
				s.left -= steps(re)
			}
		}
		return s.left > 0
	}
	ofAll := func(list []allowEntry) (exprs []string) {
		for _, a := range list {
			exprs = slices.Concat(exprs, a.Paths, a.Regexes)
		}
		return exprs
	}
	if !fits(ofAll(f.Allowlists)...) {
		f.Allowlists = nil
		errs = append(errs, errTooMuch)
	}
	kept := slices.IndexFunc(f.Rules, func(e ruleEntry) bool {
		if e.Allowlist != nil {
			e.Allowlists = append(slices.Clone(e.Allowlists), *e.Allowlist)
		}
		return !fits(append(ofAll(e.Allowlists), e.Regex, e.Path)...)
	})
	if kept >= 0 {
		errs = append(errs, fmt.Errorf("rule %q and those after it: %w", f.Rules[kept].ID, errTooMuch))
		f.Rules = f.Rules[:kept]
	}
	return errs
}

var errTooMuch = errors.New("its expressions repeat too much to be used")

// steps is about how large a compiled expression is.
func steps(re *syntax.Regexp) int {
	n := 1 + len(re.Rune)/2
	for _, sub := range re.Sub {
		n = min(n+steps(sub), maxSteps)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Min, re.Max, 1)
	}
	return min(n, maxSteps)
}

func (e ruleEntry) compile(embedded bool) (*rule, error) {
	r := &rule{id: e.ID, written: e.Regex, entropy: e.Entropy, group: e.SecretGroup}
	r.likely = strings.Contains(e.ID, "generic") || slices.Contains(e.Tags, "likely")
	switch {
	case e.ID == "":
		return nil, errors.New("has no id")
	case e.Regex == "" && e.Path == "":
		return nil, errors.New("has neither a regex nor a path")
	}
	if embedded && !r.likely && e.Regex != "" {
		expr := bare(e.Regex)
		r.edges = sync.OnceValue(func() *edges { return edgesOf(r.written, expr) })
		e.Regex = expr
	}
	var err error
	if r.expr, err = expressionOf(e.Regex, embedded); err != nil {
		return nil, err
	}
	if r.path, err = expressionOf(e.Path, embedded); err != nil {
		return nil, err
	}
	if !embedded && !r.expr.none() && r.group > r.expr.re().NumSubexp() {
		return nil, fmt.Errorf("its secretGroup is %d, and the regex has %d groups", r.group, r.expr.re().NumSubexp())
	}
	for _, word := range e.Keywords {
		if word != "" {
			r.keywords = append(r.keywords, strings.ToLower(word))
		}
	}
	if e.Allowlist != nil {
		e.Allowlists = append(e.Allowlists, *e.Allowlist)
	}
	for _, entry := range e.Allowlists {
		a, err := entry.compile(embedded)
		if err != nil {
			return nil, fmt.Errorf("allowlist: %w", err)
		}
		r.allowed = append(r.allowed, a)
	}
	r.reach = sync.OnceValue(func() *reach {
		to := reachOf(e.Regex, r.keywords)
		return &to
	})
	return r, nil
}

func (e allowEntry) compile(embedded bool) (allowance, error) {
	a := allowance{every: strings.EqualFold(e.Condition, "AND"), target: e.RegexTarget, commits: len(e.Commits) > 0}
	var err error
	if a.paths, err = anyOf(e.Paths, embedded); err != nil {
		return a, err
	}
	if a.exprs, err = anyOf(e.Regexes, embedded); err != nil {
		return a, err
	}
	for _, word := range e.StopWords {
		a.words = append(a.words, strings.ToLower(word))
	}
	return a, nil
}

// anyOf returns the expression of those of which one must match.
func anyOf(exprs []string, embedded bool) (expression, error) {
	for _, e := range exprs {
		if _, err := expressionOf(e, embedded); err != nil {
			return expression{}, err
		}
	}
	if len(exprs) == 0 {
		return expression{}, nil
	}
	return expressionOf("(?:"+strings.Join(exprs, ")|(?:")+")", embedded)
}
