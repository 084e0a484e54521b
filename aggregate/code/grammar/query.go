package grammar

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"dossier/aggregate/code"
)

// role is what a capture tells of its node.
type role int

const (
	other role = iota
	definition
	name
	declaration
	owner
	scope
	scopeName
	body
	value
	members
	doc
	imported
	packaged
	data
	skip
)

// capture is one capture of a query.
type capture struct {
	role role
	kind code.Kind // of definition and name
}

// query is a compiled query.
type query struct {
	*sitter.Query
	grammar    *sitter.Language
	captures   []capture     // by index
	predicates [][]predicate // by pattern
}

// predicate is a condition on the text of a captured node.
type predicate struct {
	capture uint32
	not     bool
	words   []string
	expr    *regexp.Regexp
}

func compile(l *Language) (*query, error) {
	g := l.Grammar()
	compiled, err := sitter.NewQuery([]byte(l.Query), g)
	if err != nil {
		return nil, fmt.Errorf("the query of %s: %w", l.IDs[0], err)
	}
	q := &query{Query: compiled, grammar: g}
	for id := range compiled.CaptureCount() {
		c, err := captureOf(compiled.CaptureNameForId(id))
		if err != nil {
			return nil, fmt.Errorf("the query of %s: %w", l.IDs[0], err)
		}
		q.captures = append(q.captures, c)
	}
	for pattern := range compiled.PatternCount() {
		var list []predicate
		for _, steps := range compiled.PredicatesForPattern(pattern) {
			p, err := q.predicate(steps)
			if err != nil {
				return nil, fmt.Errorf("the query of %s, pattern %d: %w", l.IDs[0], pattern+1, err)
			}
			list = append(list, p)
		}
		q.predicates = append(q.predicates, list)
	}
	return q, nil
}

// captureOf reads the name of a capture. A name that begins with _ is there for a
// predicate only.
func captureOf(word string) (capture, error) {
	roles := map[string]role{
		"declaration": declaration, "owner": owner, "scope": scope, "name.scope": scopeName, "body": body,
		"value": value, "members": members, "doc": doc, "import": imported, "package": packaged, "data": data, "skip": skip,
	}
	if r, ok := roles[word]; ok {
		return capture{role: r}, nil
	}
	if strings.HasPrefix(word, "_") {
		return capture{}, nil
	}
	c, kind, ok := capture{role: definition}, "", false
	if kind, ok = strings.CutPrefix(word, "definition."); !ok {
		c.role = name
		kind, ok = strings.CutPrefix(word, "name.definition.")
	}
	for _, k := range code.Kinds() {
		if ok && strings.EqualFold(string(k), kind) {
			c.kind = k
			return c, nil
		}
	}
	return capture{}, fmt.Errorf("the capture @%s means nothing", word)
}

// predicate reads #eq?, #not-eq?, #any-of?, #not-any-of?, #match? and #not-match?, of a
// capture and words.
func (q *query) predicate(steps []sitter.QueryPredicateStep) (predicate, error) {
	var words []string
	p := predicate{}
	for i, step := range steps {
		switch {
		case step.Type == sitter.QueryPredicateStepTypeCapture && i == 1:
			p.capture = step.ValueId
		case step.Type == sitter.QueryPredicateStepTypeString && i != 1:
			words = append(words, q.StringValueForId(step.ValueId))
		case step.Type == sitter.QueryPredicateStepTypeDone:
		default:
			return p, fmt.Errorf("a predicate compares a capture with words")
		}
	}
	if len(words) < 2 {
		return p, fmt.Errorf("a predicate compares a capture with words")
	}
	operator, words := words[0], words[1:]
	operator, p.not = strings.TrimPrefix(operator, "not-"), strings.HasPrefix(operator, "not-")
	switch operator {
	case "eq?", "any-of?":
		p.words = words
	case "match?":
		expr, err := regexp.Compile(words[0])
		if err != nil {
			return p, err
		}
		p.expr = expr
	default:
		return p, fmt.Errorf("the predicate #%s is not known", operator)
	}
	return p, nil
}

// holds reports whether all conditions of a match are met.
func (q *query) holds(m *sitter.QueryMatch, src []byte) bool {
	for _, p := range q.predicates[m.PatternIndex] {
		for _, c := range m.Captures {
			if c.Index != p.capture {
				continue
			}
			text := src[c.Node.StartByte():c.Node.EndByte()]
			fits := p.expr != nil && p.expr.Match(text) || slices.Contains(p.words, string(text))
			if fits == p.not {
				return false
			}
		}
	}
	return true
}
