package grammar

import (
	"regexp"
	"sync"

	sitter "github.com/smacker/go-tree-sitter"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar/tree"
)

// Language is how the trees of one grammar are read.
type Language struct {
	// IDs are the names that [dossier/aggregate/text.Language] gives to the files it reads.
	IDs     []string
	Support code.Support
	// Grammar returns the grammar. It is called when the first file is parsed.
	Grammar func() *sitter.Language
	// Query is the text of symbols.scm; see the package's comment.
	Query   string
	Elision Elision
	// Comments tells the comments that stand above a definition.
	Comments Comments
	// Heads tell the lines on which declarations begin, for what the grammar cannot read.
	Heads Heads
	// Bodies tell which parts of a source need not be parsed.
	Bodies Bodies
	// Prepare returns what the grammar is given in the place of a source, of the same
	// length: what it cannot read, and nobody looks for, replaced by blanks. Nil is the
	// source itself.
	Prepare func(src []byte) []byte
	// Refine corrects a definition that the query found: its kind, its name, its owner,
	// its body. It reports false for what is no definition. Nil accepts all.
	Refine func(d *Definition) bool
	// Data reports whether a literal that the query found may be left out when it is long.
	// Nil accepts all.
	Data func(src []byte, literal *tree.Node) bool
	// Imports finds the words with which a source brings something in, for the languages in
	// which a function may. Nil is none.
	Imports *regexp.Regexp
	// Dialect returns the language that a source is read in instead, or nil. It is asked
	// before the parse, and again when that had errors: then what it returns counts where it
	// has none, or fewer lines that failed and no fewer symbols. Both have the same elisions.
	Dialect func(src []byte, broken bool) *Language
	// Read makes the structure of a language without a grammar, or with more than one.
	// When it is set, nothing else but IDs, Support and Exact is used.
	Read func(src []byte) (*code.Structure, error)

	// Exact makes the structure of a source with a parser that is safe in any process; nil for
	// what it does not accept, which is left to the grammar, or to Read.
	Exact func(src []byte) *code.Structure

	query func() (*query, error)
	heads func() []head // of each of Heads
}

// Comments are the marks of a language's comments.
type Comments struct {
	Line  []string    // // and #
	Block [][2]string // /* and */
}

// The comments of most languages.
var (
	SlashComments = Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}}
	HashComments  = Comments{Line: []string{"#"}}
	DashComments  = Comments{Line: []string{"--"}}
)

// Definition is a definition as the query found it. Spans that were not captured are
// empty.
type Definition struct {
	Src         []byte
	Kind        code.Kind
	Scope       bool // not listed; gives its name to what it holds
	Name        string
	Owner       string
	Node        *tree.Node // @definition or @scope
	NameNode    *tree.Node
	OwnerNode   *tree.Node
	Declaration code.Span
	Span        code.Span // of Node
	Body        code.Span
	BodyText    string // instead of the language's elision
	Value       code.Span
	Members     code.Span
	MembersText string // instead of the language's elision
	Doc         code.Span
	// Own is what belongs to the name alone in a declaration of several: see
	// [code.Symbol.Own].
	Own []code.Span
	// HeadEnd is where the header ends when that is before body, members and value. 0
	// tells nothing.
	HeadEnd int
}

// Text returns the source of a node, or "" for none.
func (d *Definition) Text(n *tree.Node) string {
	if n == nil {
		return ""
	}
	return string(d.Src[n.StartByte():n.EndByte()])
}

// Within returns what stands between two bytes, without the white space at its ends: the
// body of a block that begins and ends with a word, comments included. What is put in its
// place keeps its indent.
func (d *Definition) Within(start, end int) code.Span {
	if end <= start {
		return code.Span{}
	}
	return Trimmed(d.Src, code.Span{Start: start, End: end})
}

// SpanOf returns the bytes of a node, or none.
func SpanOf(n *tree.Node) code.Span {
	if n == nil {
		return code.Span{}
	}
	return code.Span{Start: int(n.StartByte()), End: int(n.EndByte())}
}

// New returns l, ready to be used from several goroutines.
func New(l Language) *Language {
	l.query = sync.OnceValues(func() (*query, error) { return compile(&l) })
	l.heads = sync.OnceValue(l.Heads.compile)
	return &l
}
