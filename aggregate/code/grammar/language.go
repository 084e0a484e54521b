package grammar

import (
	"bytes"
	"regexp"
	"sync"

	sitter "github.com/smacker/go-tree-sitter"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar/tree"
)

// Language defines how sources of a language are converted to structures.
type Language struct {
	// IDs are the ids of [dossier/aggregate/text.Language] that it handles.
	IDs     []string
	Support code.Support
	// Grammar returns the grammar. It is called when the first file is parsed.
	Grammar func() *sitter.Language
	// Query is the text of symbols.scm; see the package comment.
	Query   string
	Elision Elision
	// Comments defines the comments above a definition.
	Comments Comments
	// Heads describes the first lines of declarations, for text that the grammar cannot parse.
	Heads Heads
	// Bodies describes the parts of a source that need not be parsed.
	Bodies Bodies
	// Prepare returns the text that is parsed instead of a source, of the same length: parts that
	// the grammar cannot parse, and that contain no symbols, are replaced by blanks. Nil uses the
	// source itself.
	Prepare func(src []byte) []byte
	// Refine corrects a definition found by the query: its kind, name, owner or body. It returns
	// false for what is not a definition. Nil accepts all.
	Refine func(d *Definition) bool
	// Data reports whether a literal found by the query may be elided if it is long. Nil accepts
	// all.
	Data func(src []byte, literal *tree.Node) bool
	// Imports matches import keywords, for languages that allow imports in functions. Nil is for
	// the others.
	Imports *regexp.Regexp
	// Dialect returns another language for a source, or nil. It is called before parsing, and
	// again if there were errors: then the result in the other language is used if it has no
	// errors, or fewer failed lines and no fewer symbols. Both must have the same elisions.
	Dialect func(src []byte, broken bool) *Language
	// Read parses a language without a grammar, or with several. If it is set, only IDs, Support,
	// Exact and CommentSpans are used of the other fields.
	Read func(src []byte) (*code.Structure, error)

	// Exact parses a source with a parser that is safe in any process; it returns nil for sources
	// that it does not accept, which are left to the grammar, or to Read.
	Exact func(src []byte) *code.Structure

	// CommentSpans returns the comments of a source for a language with Exact or Read; nil for a
	// source that Exact does not accept. A language without a grammar and without it has no
	// comments.
	CommentSpans func(src []byte) []code.Span

	query func() (*query, error)
	heads func() []head // compiled Heads
}

// Comments defines the comment syntax of a language.
type Comments struct {
	Line  []string    // // and #
	Block [][2]string // /* and */
}

// Comment syntax of common languages.
var (
	SlashComments = Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}}
	HashComments  = Comments{Line: []string{"#"}}
)

// Definition is a definition found by the query. Spans that were not captured are empty.
type Definition struct {
	Src         []byte
	Kind        code.Kind
	Scope       bool // not listed, but qualifies the names in it
	Name        string
	Owner       string
	Node        *tree.Node // @definition or @scope
	NameNode    *tree.Node
	OwnerNode   *tree.Node
	Declaration code.Span
	Span        code.Span // of Node
	Body        code.Span
	BodyText    string // replaces the language's elision
	Value       code.Span
	Members     code.Span
	MembersText string // replaces the language's elision
	Doc         code.Span
	// Own is the part of a shared declaration that belongs only to this name; see
	// [code.Symbol.Own].
	Own []code.Span
	// HeadEnd is the end of the header if that is before body, members and value; 0 if not set.
	HeadEnd int
}

// Text returns the source of a node; "" for nil.
func (d *Definition) Text(n *tree.Node) string {
	if n == nil {
		return ""
	}
	return string(d.Src[n.StartByte():n.EndByte()])
}

// SeveralLines reports whether the value extends over several lines.
func (d *Definition) SeveralLines() bool {
	return bytes.IndexByte(d.Src[d.Value.Start:d.Value.End], '\n') >= 0
}

// Within returns the text between two offsets, trimmed of white space: the body of a block
// delimited by words, including comments. Its replacement keeps its indentation.
func (d *Definition) Within(start, end int) code.Span {
	if end <= start {
		return code.Span{}
	}
	return Trimmed(d.Src, code.Span{Start: start, End: end})
}

// SpanOf returns the byte range of a node; empty for nil.
func SpanOf(n *tree.Node) code.Span {
	if n == nil {
		return code.Span{}
	}
	return code.Span{Start: int(n.StartByte()), End: int(n.EndByte())}
}

// New returns l, prepared for concurrent use.
func New(l Language) *Language {
	l.query = sync.OnceValues(func() (*query, error) { return compile(&l) })
	l.heads = sync.OnceValue(l.Heads.compile)
	return &l
}
