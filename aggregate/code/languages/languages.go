// Package languages lists the supported languages, one folder each: grammar, query and golden
// files.
package languages

import (
	"context"
	"fmt"
	"sync"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/c"
	"dossier/aggregate/code/languages/cpp"
	"dossier/aggregate/code/languages/csharp"
	"dossier/aggregate/code/languages/css"
	"dossier/aggregate/code/languages/cue"
	"dossier/aggregate/code/languages/dockerfile"
	"dossier/aggregate/code/languages/elixir"
	"dossier/aggregate/code/languages/elm"
	"dossier/aggregate/code/languages/golang"
	"dossier/aggregate/code/languages/groovy"
	"dossier/aggregate/code/languages/hcl"
	"dossier/aggregate/code/languages/html"
	"dossier/aggregate/code/languages/java"
	"dossier/aggregate/code/languages/javascript"
	"dossier/aggregate/code/languages/json"
	"dossier/aggregate/code/languages/kotlin"
	"dossier/aggregate/code/languages/less"
	"dossier/aggregate/code/languages/lua"
	"dossier/aggregate/code/languages/makefile"
	"dossier/aggregate/code/languages/markdown"
	"dossier/aggregate/code/languages/mdx"
	"dossier/aggregate/code/languages/notebook"
	"dossier/aggregate/code/languages/ocaml"
	"dossier/aggregate/code/languages/php"
	"dossier/aggregate/code/languages/protobuf"
	"dossier/aggregate/code/languages/python"
	"dossier/aggregate/code/languages/ruby"
	"dossier/aggregate/code/languages/rust"
	"dossier/aggregate/code/languages/scala"
	"dossier/aggregate/code/languages/scss"
	"dossier/aggregate/code/languages/shell"
	"dossier/aggregate/code/languages/sql"
	"dossier/aggregate/code/languages/svelte"
	"dossier/aggregate/code/languages/swift"
	"dossier/aggregate/code/languages/toml"
	"dossier/aggregate/code/languages/tsx"
	"dossier/aggregate/code/languages/typescript"
	"dossier/aggregate/code/languages/vue"
	"dossier/aggregate/code/languages/yaml"
)

// all are the languages.
var all = []func() *grammar.Language{
	c.Language,
	cpp.Language,
	csharp.Language,
	css.Language,
	cue.Language,
	dockerfile.Language,
	elixir.Language,
	elm.Language,
	golang.Language,
	groovy.Language,
	hcl.Language,
	html.Language,
	java.Language,
	javascript.Language,
	json.Language,
	kotlin.Language,
	less.Language,
	lua.Language,
	makefile.Language,
	markdown.Language,
	mdx.Language,
	notebook.Language,
	ocaml.Language,
	php.Language,
	protobuf.Language,
	python.Language,
	ruby.Language,
	rust.Language,
	scala.Language,
	scss.Language,
	shell.Language,
	sql.Language,
	svelte.Language,
	swift.Language,
	toml.Language,
	tsx.Language,
	typescript.Language,
	vue.Language,
	yaml.Language,
}

// byID are the languages by id.
var byID = sync.OnceValue(func() map[string]*grammar.Language {
	languages := map[string]*grammar.Language{}
	for _, language := range all {
		l := language()
		for _, id := range l.IDs {
			languages[id] = l
		}
	}
	return languages
})

// Find returns the language with an id, or nil.
func Find(id string) *grammar.Language { return byID()[id] }

// Supports returns the views available for a language. It runs no C code.
func Supports(id string) code.Support {
	if l := Find(id); l != nil {
		return l.Support
	}
	return code.NoSupport
}

// InProcess is a parser that runs in this process, for tests. A hostile source can crash it.
type InProcess struct{}

// Supports implements [code.Parser].
func (InProcess) Supports(id string) code.Support { return Supports(id) }

// Parse implements [code.Parser].
func (InProcess) Parse(_ context.Context, id, src string) (*code.Structure, error) {
	l, err := known(id)
	if err != nil {
		return nil, err
	}
	return l.Parse([]byte(src))
}

// HasComments reports whether the comments of a language can be found.
func HasComments(id string) bool {
	l := Find(id)
	return l != nil && l.HasComments()
}

// HasComments implements [code.Parser].
func (InProcess) HasComments(id string) bool { return HasComments(id) }

// Comments implements [code.Parser].
func (InProcess) Comments(_ context.Context, id, src string) ([]code.Comment, error) {
	return ReadComments(id, []byte(src))
}

// ReadComments returns the comments of a source. It is for workers: it parses in
// this process, which a hostile source can crash.
func ReadComments(id string, src []byte) ([]code.Comment, error) {
	l, err := known(id)
	if err != nil {
		return nil, err
	}
	return l.ReadComments(src)
}

// ParseRefused parses a source for which [grammar.Language.ParseExact] returned nil.
// It is for workers: it parses in this process, which a hostile source can crash.
func ParseRefused(id string, src []byte) (*code.Structure, error) {
	l, err := known(id)
	if err != nil {
		return nil, err
	}
	return l.ParseRefused(src)
}

func known(id string) (*grammar.Language, error) {
	if l := Find(id); l != nil {
		return l, nil
	}
	return nil, fmt.Errorf("no grammar for %s", id)
}
