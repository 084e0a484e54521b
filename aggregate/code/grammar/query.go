package grammar

import (
	"fmt"
	"regexp"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar/tree"
	"dossier/aggregate/prefilter"
)

// role is the meaning of a capture.
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
	leaf
)

// capture is one capture of a query.
type capture struct {
	role role
	kind code.Kind // for definition and name
}

// query is a compiled query.
type query struct {
	*tree.Set
	grammar  *tree.Grammar
	captures []capture        // by their index in the set
	marks    []byte           // by grammar symbol; see [markOf]
	comments []byte           // by grammar symbol; see [isComment]
	imports  *regexp.Regexp   // [Language.Imports]; may be nil
	filter   prefilter.Filter // for imports
}

func compile(l *Language) (*query, error) {
	g := tree.ReadGrammar(l.Grammar())
	compiled, err := tree.Compile(l.Query, g)
	if err != nil {
		return nil, fmt.Errorf("the query of %s: %w", l.IDs[0], err)
	}
	q := &query{Set: compiled, grammar: g, marks: g.Marks(markOf), comments: g.Marks(isComment)}
	if l.Imports != nil {
		q.imports, q.filter = l.Imports, prefilter.Of(l.Imports.String())
	}
	for _, name := range compiled.Names() {
		c, err := captureOf(name)
		if err != nil {
			return nil, fmt.Errorf("the query of %s: %w", l.IDs[0], err)
		}
		q.captures = append(q.captures, c)
	}
	return q, nil
}

// captureOf parses the name of a capture. A name that begins with _ is only used by predicates.
func captureOf(word string) (capture, error) {
	roles := map[string]role{
		"declaration": declaration, "owner": owner, "scope": scope, "name.scope": scopeName, "body": body,
		"value": value, "members": members, "doc": doc, "import": imported, "package": packaged, "data": data, "skip": skip, "leaf": leaf,
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
	return capture{}, fmt.Errorf("the capture @%s is unknown", word)
}
