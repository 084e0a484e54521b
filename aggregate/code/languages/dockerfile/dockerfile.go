// Package dockerfile parses Dockerfiles by their stages. No grammar is used: stages are delimited
// by lines, which a line reader finds reliably.
package dockerfile

import (
	"bytes"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Language returns the definition of Dockerfiles.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"dockerfile"}, Support: code.OutlineOnly,
		Read:         func(src []byte) (*code.Structure, error) { return read(src), nil },
		CommentSpans: comments,
	})
}

// read lists the stages, each of which ends at the comment above the next one. Images are
// imports, unless they are stages of the file.
func read(src []byte) *code.Structure {
	s := &code.Structure{}
	stages := map[string]bool{}
	lines := reader{src: src, escape: escape(src)}
	for in, ok := lines.next(); ok; in, ok = lines.next() {
		if !bytes.HasPrefix(bytes.ToUpper(in.text), []byte("FROM")) {
			continue
		}
		image, name := stage(in.text)
		if image == "" {
			continue
		}
		if !stages[strings.ToLower(image)] && !strings.EqualFold(image, "scratch") {
			s.AddImports(image)
		}
		if name == "" {
			name = image
		} else {
			stages[strings.ToLower(name)] = true
		}
		doc := grammar.HashComments.Above(src, in.Start)
		if n := len(s.Symbols); n > 0 {
			end(&s.Symbols[n-1], src, doc, in.Start)
		} else if bytes.HasPrefix(bytes.ToLower(bytes.TrimLeft(src[doc.Start:doc.End], "# \t")), []byte("syntax=")) {
			doc = code.Span{} // it is a comment on the file
		}
		s.Symbols = append(s.Symbols, code.Symbol{
			Kind: code.Module, Name: grammar.OneLine(name),
			Node: in.Span, Whole: in.Span, Head: in.Span, Doc: doc,
		})
	}
	if n := len(s.Symbols); n > 0 {
		end(&s.Symbols[n-1], src, code.Span{}, len(src))
	}
	s.Finish(nil)
	return s
}

// end ends a stage at the start of the next one or of its comment.
func end(stage *code.Symbol, src []byte, doc code.Span, next int) {
	if !doc.Empty() {
		next = doc.Start
	}
	stage.Node = grammar.Trimmed(src, code.Span{Start: stage.Node.Start, End: next})
	stage.Whole = stage.Node
	if steps := (code.Span{Start: stage.Head.End, End: stage.Node.End}); !steps.Empty() {
		stage.Fold = code.Cut{Span: steps, Text: "\n" + grammar.Dots.Members}
	}
}

// stage returns the image and the optional name in FROM --option IMAGE AS NAME.
func stage(text []byte) (image, name string) {
	words := strings.Fields(strings.ToValidUTF8(string(text), "\uFFFD"))
	if !strings.EqualFold(words[0], "FROM") {
		return "", ""
	}
	words = words[1:]
	for len(words) > 0 && strings.HasPrefix(words[0], "--") {
		words = words[1:]
	}
	if len(words) == 0 {
		return "", ""
	}
	if len(words) > 2 && strings.EqualFold(words[1], "AS") {
		name = words[2]
	}
	return words[0], name
}
