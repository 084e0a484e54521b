// Package component parses single-file components: HTML with scripts and styles.
//
// Everything except the scripts is blanked, and the rest is parsed as one script, so that its
// offsets are those of the file; likewise for the styles. Blocks are found by their tags, as by
// the compilers of these languages, so the version of the markup does not matter.
package component

import (
	"bytes"
	"fmt"
	"slices"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/css"
	"dossier/aggregate/code/languages/javascript"
	"dossier/aggregate/code/languages/less"
	"dossier/aggregate/code/languages/scss"
	"dossier/aggregate/code/languages/tsx"
	"dossier/aggregate/code/languages/typescript"
)

// Language returns the definition of the components with an id. markup returns the symbols
// outside scripts and styles; it may be nil.
func Language(id string, markup func(src []byte, blocks []Block) []code.Symbol) *grammar.Language {
	scripts := map[string]*grammar.Language{
		"js": javascript.Language(), "ts": typescript.Language(), "tsx": tsx.Language(),
	}
	styles := map[string]*grammar.Language{
		"css": css.Language(), "scss": scss.Language(), "less": less.Language(),
	}
	return grammar.New(grammar.Language{
		IDs: []string{id}, Support: code.FullSupport,
		Read: func(src []byte) (*code.Structure, error) {
			blocks := Blocks(src)
			var parts []*code.Structure
			for _, b := range []struct {
				tag, language string
				languages     map[string]*grammar.Language
			}{
				{"script", scriptLanguage(blocks), scripts},
				{"style", styleLanguage(blocks), styles},
			} {
				l := b.languages[b.language]
				if l == nil {
					continue
				}
				s, err := l.Parse(only(src, blocks, b.tag))
				if err != nil {
					return nil, fmt.Errorf("its %s: %w", b.tag, err)
				}
				parts = append(parts, s)
			}
			if markup != nil {
				parts = append(parts, &code.Structure{Symbols: markup(src, blocks)})
			}
			return join(parts), nil
		},
		CommentSpans: func(src []byte) []code.Span {
			blocks := Blocks(src)
			var list []code.Span
			for _, part := range []struct {
				tag string
				l   *grammar.Language
			}{{"script", scripts[scriptLanguage(blocks)]}, {"style", styles[styleLanguage(blocks)]}} {
				if part.l == nil {
					continue
				}
				if found, err := part.l.ReadComments(only(src, blocks, part.tag)); err == nil {
					list = append(list, code.Spans(found)...)
				}
			}
			return append(list, markupComments(src, blocks)...)
		},
	})
}

// markupComments returns the comments outside scripts and styles that begin and end a line.
func markupComments(src []byte, blocks []Block) []code.Span {
	var list []code.Span
	inCode := func(at int) bool {
		return slices.ContainsFunc(blocks, func(b Block) bool { return b.Tag != "template" && b.Whole.Start <= at && at < b.Whole.End })
	}
	for at := 0; ; {
		n := bytes.Index(src[at:], []byte("<!--"))
		if n < 0 {
			return list
		}
		start := at + n
		at = grammar.After(src, start, "-->")
		if !grammar.IsFirstOnLine(src, start) {
			continue
		}
		if rest, _, _ := bytes.Cut(src[at:], []byte("\n")); len(bytes.TrimSpace(rest)) == 0 && !inCode(start) {
			list = append(list, code.Span{Start: start, End: at})
		}
	}
}

// scriptLanguage returns the language of all scripts of a component: TypeScript if one of them
// is. It is "" if there are none.
func scriptLanguage(blocks []Block) string {
	language := ""
	for _, b := range blocks {
		if b.Tag != "script" || b.isData() {
			continue
		}
		switch lang := b.Attribute("lang"); {
		case lang == "tsx" || language == "tsx":
			language = "tsx"
		case lang == "ts" || lang == "typescript" || language == "ts":
			language = "ts"
		default:
			language = "js"
		}
	}
	return language
}

// styleLanguage returns the language of all styles: SCSS or Less if one of them is.
func styleLanguage(blocks []Block) string {
	language := ""
	for _, b := range blocks {
		if b.Tag != "style" {
			continue
		}
		switch lang := b.Attribute("lang"); lang {
		case "scss", "less":
			return lang
		case "", "css", "postcss":
			language = "css"
		}
	}
	return language
}

// only returns the source with everything outside the blocks of one tag replaced by spaces,
// preserving offsets and lines.
func only(src []byte, blocks []Block, tag string) []byte {
	out := make([]byte, len(src))
	for i, c := range src {
		if out[i] = ' '; c == '\n' {
			out[i] = '\n'
		}
	}
	for _, b := range blocks {
		if b.Tag == tag && !b.isData() {
			copy(out[b.Content.Start:b.Content.End], src[b.Content.Start:])
		}
	}
	return out
}

// join merges structures of the same source.
func join(parts []*code.Structure) *code.Structure {
	all := &code.Structure{}
	var prefixes []string
	for _, s := range parts {
		for i := range s.Symbols {
			prefixes = append(prefixes, s.Prefix(i))
		}
		all.Symbols = append(all.Symbols, s.Symbols...)
		all.Cuts = append(all.Cuts, s.Cuts...)
		all.Imports = append(all.Imports, s.Imports...)
		all.Packages = append(all.Packages, s.Packages...)
		all.Broken = all.Broken || s.Broken
		all.Failed = append(all.Failed, s.Failed...)
	}
	slices.SortFunc(all.Failed, func(a, b code.Span) int { return a.Start - b.Start })
	all.Finish(prefixes)
	return all
}
