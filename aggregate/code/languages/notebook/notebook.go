// Package notebook parses the text of notebooks: cells, the headings in text cells,
// and the symbols of code cells.
//
// Each cell is parsed separately, so that errors in one do not affect the others. A
// skeleton omits outputs.
package notebook

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/cpp"
	"dossier/aggregate/code/languages/csharp"
	"dossier/aggregate/code/languages/java"
	"dossier/aggregate/code/languages/javascript"
	"dossier/aggregate/code/languages/kotlin"
	"dossier/aggregate/code/languages/markdown"
	"dossier/aggregate/code/languages/python"
	"dossier/aggregate/code/languages/ruby"
	"dossier/aggregate/code/languages/rust"
	"dossier/aggregate/code/languages/scala"
	"dossier/aggregate/code/languages/typescript"
	"dossier/aggregate/extract/notebook"
	"dossier/aggregate/text"
)

// Language returns the definition of notebooks.
func Language() *grammar.Language {
	r := reader{prose: markdown.Language(), kernels: map[string]*grammar.Language{
		"cpp": cpp.Language(), "csharp": csharp.Language(), "java": java.Language(), "javascript": javascript.Language(),
		"kotlin": kotlin.Language(), "python": python.Language(), "ruby": ruby.Language(), "rust": rust.Language(),
		"scala": scala.Language(), "typescript": typescript.Language(),
	}}
	return grammar.New(grammar.Language{
		IDs: []string{text.Notebook}, Support: code.FullSupport, Read: r.read, CommentSpans: r.comments,
		Comments: grammar.Comments{Line: []string{"#", "//"}, Block: grammar.SlashComments.Block}, // for all kernels
	})
}

// reader parses notebooks with the languages of their cells.
type reader struct {
	prose   *grammar.Language
	kernels map[string]*grammar.Language
}

func (r reader) read(src []byte) (*code.Structure, error) {
	if len(src) > grammar.MaxBytes {
		return nil, grammar.ErrTooLarge
	}
	all := &code.Structure{}
	var prefixes []string
	for _, c := range notebook.Cells(string(src)) {
		all.Symbols, prefixes = append(all.Symbols, symbol(src, c)), append(prefixes, "")
		inner, err := r.cell(src, c)
		if err != nil {
			return nil, fmt.Errorf("cell %d: %w", c.Number, err)
		}
		for i := range inner.Symbols {
			prefixes = append(prefixes, inner.Prefix(i))
		}
		join(all, inner, c.SourceStart)
		if rest := (code.Span{Start: c.OutputStart + len(notebook.OutputStart), End: c.End}); !rest.Empty() {
			all.Cuts = append(all.Cuts, code.Cut{Span: rest, Text: omitted})
		}
	}
	all.Finish(prefixes)
	return all, nil
}

// cell parses the contents of a cell. Offsets are relative to the start of the cell's source.
func (r reader) cell(src []byte, c notebook.Cell) (*code.Structure, error) {
	l := r.kernels[c.Language]
	if c.Kind == notebook.Markdown {
		l = r.prose
	}
	if l == nil || c.SourceStart >= c.SourceEnd {
		return &code.Structure{}, nil
	}
	s, err := l.Parse(sourceOf(src, c))
	if err != nil && c.Kind == notebook.Markdown {
		return &code.Structure{}, nil // nested too deeply for named headings
	}
	return s, err
}

func (r reader) comments(src []byte) []code.Span {
	var list []code.Span
	for _, c := range notebook.Cells(string(src)) {
		l := r.kernels[c.Language]
		if c.Kind != notebook.Code || l == nil || c.SourceStart >= c.SourceEnd {
			continue
		}
		found, err := l.ReadComments(sourceOf(src, c))
		if err != nil {
			continue
		}
		for _, span := range code.Spans(found) {
			list = append(list, code.Span{Start: span.Start + c.SourceStart, End: span.End + c.SourceStart})
		}
	}
	return list
}

// join adds a structure to another one, with its offsets shifted by by.
func join(all, s *code.Structure, by int) {
	move := func(span *code.Span) {
		if !span.Empty() {
			span.Start, span.End = span.Start+by, span.End+by
		}
	}
	for _, sym := range s.Symbols {
		sym.Own = slices.Clone(sym.Own)
		for i := range sym.Own {
			move(&sym.Own[i])
		}
		for _, span := range []*code.Span{&sym.Node, &sym.Whole, &sym.Doc, &sym.Group.Span, &sym.Group.Members, &sym.Head, &sym.Fold.Span} {
			move(span)
		}
		all.Symbols = append(all.Symbols, sym)
	}
	for _, cut := range s.Cuts {
		move(&cut.Span)
		all.Cuts = append(all.Cuts, cut)
	}
	for _, i := range s.Imports {
		move(&i.Written)
		all.Imports = append(all.Imports, i)
	}
	for _, span := range s.Failed {
		move(&span)
		all.Failed = append(all.Failed, span)
	}
	all.Packages = append(all.Packages, s.Packages...)
	all.Broken = all.Broken || s.Broken
}

// omitted replaces the outputs of a cell after their first word.
const omitted = " (omitted)"

// symbol returns the symbol of a cell.
func symbol(src []byte, c notebook.Cell) code.Symbol {
	whole := code.Span{Start: c.Start, End: c.End}
	sym := code.Symbol{
		Kind: code.Heading, Name: fmt.Sprintf("Cell %d", c.Number),
		Node: whole, Whole: whole, Head: code.Span{Start: c.Start, End: c.HeadEnd},
	}
	if rest := grammar.Trimmed(src, code.Span{Start: c.HeadEnd, End: c.End}); !rest.Empty() {
		sym.Fold = code.Cut{Span: rest, Text: grammar.Dots.Members}
	}
	return sym
}

// magic matches a line that only IPython and Jupyter support: a magic, a shell
// command, a help request.
var magic = regexp.MustCompile(`(?m)^[ \t]*(?:%{1,2}[A-Za-z][^\n]*|![^=\n][^\n]*|\?{1,2}[\w.][^\n]*|[\w.]+\?{1,2}[ \t]*|[\w, ]+=[ \t]*(?:![^=\n]|%[A-Za-z])[^\n]*)$`)

// sourceOf returns the source of a cell. In Python, magics are replaced by
// statements of the same length, so that the enclosing code stays valid.
func sourceOf(src []byte, c notebook.Cell) []byte {
	source := src[c.SourceStart:c.SourceEnd]
	if c.Language == "python" && bytes.ContainsAny(source, "%!?") {
		source = magic.ReplaceAllFunc(source, asPass)
	}
	return source
}

// asPass returns a line of the same indentation and length that does nothing.
func asPass(line []byte) []byte {
	const pass = "pass"
	body := bytes.TrimLeft(line, " \t")
	out := bytes.Repeat([]byte(" "), len(line))
	copy(out, line[:len(line)-len(body)])
	if len(body) >= len(pass) {
		copy(out[len(line)-len(body):], pass)
	}
	return out
}
