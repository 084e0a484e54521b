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

// The embedded rules: those of gitleaks v8.30.1, and our own in the same format.
var (
	//go:embed gitleaks.toml
	gitleaksRules []byte
	//go:embed providers.toml
	providerRules []byte
	//go:embed more.toml
	moreRules []byte
)

// Limits of a rules file.
const (
	MaxRuleBytes = 1 << 20
	MaxRules     = 1000
	maxSteps     = 50_000 // total size of the expressions in a project's file, with repetitions expanded
)

// Default returns the scanner with the embedded rules, which are parsed on first use.
var Default = sync.OnceValue(func() *Scanner {
	s := &Scanner{}
	for _, file := range [][]byte{gitleaksRules, providerRules, moreRules} {
		if _, err := s.read(file); err != nil {
			panic(err) // the tests parse them
		}
	}
	s.index()
	return s
})

// Configured returns the scanner for a project with a .gitleaks.toml: the embedded rules always
// apply, whatever the file extends, in addition to its own. Findings that the file allows, or of
// rules that it disables, are [Finding.Excused], so that they are counted and no project can
// disable the scan unnoticed; it cannot allow certain findings of embedded rules. Other files
// that it extends are not read. The error reports this and each invalid rule.
func Configured(config []byte) (*Scanner, error) {
	if len(config) > MaxRuleBytes {
		return Default(), fmt.Errorf("larger than %d bytes", MaxRuleBytes)
	}
	project := &Scanner{budget: maxSteps}
	extends, err := project.read(config)
	s := &Scanner{allowed: Default().allowed, excused: project.allowed, projectHash: sha256.Sum256(config)}
	for _, r := range Default().rules {
		clone := *r
		clone.excused = slices.Concat(project.targeted[r.id], project.allowancesOf(r.id))
		clone.disabled = slices.Contains(extends.DisabledRules, r.id)
		s.rules = append(s.rules, &clone)
	}
	for _, r := range project.rules {
		if !slices.ContainsFunc(Default().rules, r.same) {
			clone := *r
			clone.allowed, clone.excused, clone.fromProject = nil, r.allowed, true
			s.rules = append(s.rules, &clone)
		}
	}
	s.index()
	return s, err
}

// allowancesOf returns the allowances of one of the scanner's rules.
func (s *Scanner) allowancesOf(id string) []allowance {
	for _, r := range s.rules {
		if r.id == id {
			return r.allowed
		}
	}
	return nil
}

// same reports whether another rule is equal except for its allowances.
func (r *rule) same(other *rule) bool {
	return r.id == other.id && r.source == other.source && r.path.source == other.path.source && r.entropy == other.entropy
}

// ruleFile is the file format of gitleaks.
type ruleFile struct {
	Extend     extension    `toml:"extend"`
	Allowlist  *allowEntry  `toml:"allowlist"` // older form of the next field
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
	id          string
	likely      bool // its findings may well be something else
	path        expression
	expr        expression
	source      string // the expression as written in the file
	entropy     float64
	group       int
	keywords    []string    // in lower case
	allowed     []allowance // suppresses findings
	excused     []allowance // marks findings as excused
	disabled    bool        // all of its findings are excused
	fromProject bool        // from the project's file
	// reach is computed on first use: that takes longer than compiling the rule, and most texts
	// contain the keywords of few rules.
	reach func() *reach
	// edges are where its tokens end, computed on first use; nil if the expression itself defines
	// that.
	edges func() *edges
}

// expression is an optional regular expression. Those of embedded rules are compiled on first
// use, because most texts need few of the rules.
type expression struct {
	source string // empty if there is none
	re     func() *regexp.Regexp
}

// expressionOf returns an expression, or an error if it is invalid; embedded ones are checked by
// a test instead.
func expressionOf(source string, embedded bool) (expression, error) {
	switch {
	case source == "":
		return expression{}, nil
	case embedded:
		return expression{source, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(source) })}, nil
	}
	re, err := regexp.Compile(source)
	return expression{source, func() *regexp.Regexp { return re }}, err
}

// isEmpty reports whether there is no expression.
func (e expression) isEmpty() bool { return e.source == "" }

// matches reports whether there is an expression and it matches a text.
func (e expression) matches(text string) bool { return !e.isEmpty() && e.re().MatchString(text) }

// allowance defines findings that are not secrets.
type allowance struct {
	requireAll bool // all conditions must hold, else any
	paths      expression
	exprs      expression
	target     string // what exprs match: "match", "line", or the secret
	stopWords  []string
	commits    bool // lists commits, which do not apply to texts
}

// read adds the rules of a file, and returns what it extends. The error reports the parts that
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

// add adds the rules of a file. It skips invalid ones and returns errors for them.
func (s *Scanner) add(f ruleFile) (errs []error) {
	if f.Allowlist != nil {
		f.Allowlists = append(f.Allowlists, *f.Allowlist)
	}
	embedded := s.budget == 0
	errs = append(errs, s.limitSize(&f)...)
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

// limitSize removes rules and allowances from a project's file once its expressions are too large in
// total: repetitions multiply, and each is compiled.
func (s *Scanner) limitSize(f *ruleFile) (errs []error) {
	if s.budget == 0 { // embedded rules
		return nil
	}
	fits := func(exprs ...string) bool {
		for _, expr := range exprs {
			if re, err := syntax.Parse(expr, syntax.Perl); err == nil {
				s.budget -= steps(re)
			}
		}
		return s.budget > 0
	}
	expressions := func(list []allowEntry) (exprs []string) {
		for _, a := range list {
			exprs = slices.Concat(exprs, a.Paths, a.Regexes)
		}
		return exprs
	}
	if !fits(expressions(f.Allowlists)...) {
		f.Allowlists = nil
		errs = append(errs, errTooLarge)
	}
	first := slices.IndexFunc(f.Rules, func(e ruleEntry) bool {
		if e.Allowlist != nil {
			e.Allowlists = append(slices.Clone(e.Allowlists), *e.Allowlist)
		}
		return !fits(append(expressions(e.Allowlists), e.Regex, e.Path)...)
	})
	if first >= 0 {
		errs = append(errs, fmt.Errorf("rule %q and those after it: %w", f.Rules[first].ID, errTooLarge))
		f.Rules = f.Rules[:first]
	}
	return errs
}

var errTooLarge = errors.New("its expressions have too many repetitions")

// steps returns the approximate size of a compiled expression.
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
	r := &rule{id: e.ID, source: e.Regex, entropy: e.Entropy, group: e.SecretGroup}
	r.likely = strings.Contains(e.ID, "generic") || slices.Contains(e.Tags, "likely")
	switch {
	case e.ID == "":
		return nil, errors.New("has no id")
	case e.Regex == "" && e.Path == "":
		return nil, errors.New("has neither a regex nor a path")
	}
	if embedded && !r.likely && e.Regex != "" {
		expr := withoutBoundaries(e.Regex)
		r.edges = sync.OnceValue(func() *edges { return edgesOf(r.source, expr) })
		e.Regex = expr
	}
	var err error
	if r.expr, err = expressionOf(e.Regex, embedded); err != nil {
		return nil, err
	}
	if r.path, err = expressionOf(e.Path, embedded); err != nil {
		return nil, err
	}
	if !embedded && !r.expr.isEmpty() && r.group > r.expr.re().NumSubexp() {
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
	a := allowance{requireAll: strings.EqualFold(e.Condition, "AND"), target: e.RegexTarget, commits: len(e.Commits) > 0}
	var err error
	if a.paths, err = anyOf(e.Paths, embedded); err != nil {
		return a, err
	}
	if a.exprs, err = anyOf(e.Regexes, embedded); err != nil {
		return a, err
	}
	for _, word := range e.StopWords {
		a.stopWords = append(a.stopWords, strings.ToLower(word))
	}
	return a, nil
}

// anyOf returns the alternation of expressions.
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
