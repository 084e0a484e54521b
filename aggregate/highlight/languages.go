package highlight

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed keywords.txt
var keywordList string

// Delimiters that several languages share.
var (
	slashes     = [][2]string{{"/*", "*/"}}
	parens      = [][2]string{{"(*", "*)"}}
	backquotes  = [][2]string{{"`", "`"}}
	tripleQuote = [][2]string{{`"""`, `"""`}}
	triples     = [][2]string{{`"""`, `"""`}, {"'''", "'''"}}
	doubles     = [][2]string{{`"`, `"`}}
	bothQuotes  = [][2]string{{`"`, `"`}, {"'", "'"}}
	braces      = [2]string{"{{", "}}"}
	percents    = [2]string{"{%", "%}"}
	angles      = [2]string{"<%", "%>"}
)

// known are the lexers by the ids of languages.
var known struct {
	once   sync.Once
	lexers map[string]lexer
}

// lexerOf returns the lexer of a language, or nil.
func lexerOf(id string) lexer {
	known.once.Do(func() {
		words := keywords(keywordList)
		byIDs := texts()
		for ids, y := range syntaxes() {
			byIDs[ids] = y.lexer(words[ids])
		}
		byIDs["php"] = php(phpCode.lexer(words["php"]))
		byIDs["makefile"] = makefile(words["makefile"], byIDs["shell"])
		known.lexers = map[string]lexer{}
		for ids, lex := range byIDs {
			for id := range strings.FieldsSeq(ids) {
				known.lexers[id] = lex
			}
		}
	})
	return known.lexers[id]
}

// words are the keywords of a language.
type words struct{ all, naming map[string]bool } // naming precede the name of what they declare

// keywords reads a list of keywords: the ids of languages and a colon in a line, and their words in indented lines.
// Those after > are naming.
func keywords(list string) map[string]words {
	of := map[string]words{}
	var ids string
	isNaming := false
	for line := range strings.Lines(list) {
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, " "):
			for word := range strings.FieldsSeq(line) {
				if word == ">" {
					isNaming = true
					continue
				}
				of[ids].all[word] = true
				if isNaming {
					of[ids].naming[word] = true
				}
			}
		default:
			ids, isNaming = strings.TrimSuffix(strings.TrimSpace(line), ":"), false
			of[ids] = words{map[string]bool{}, map[string]bool{}}
		}
	}
	return of
}

// syntaxes are the programming languages, by their ids.
func syntaxes() map[string]syntax {
	slash := []string{"//"}
	hash := []string{"#"}
	return map[string]syntax{
		"c":                                     {comments: slash, blocks: slashes, quotes: `"`, chars: true, directive: '#'},
		"objective-c":                           {comments: slash, blocks: slashes, quotes: `"`, chars: true, directive: '#', at: true},
		"cpp cuda objective-cpp":                {comments: slash, blocks: slashes, quotes: `"`, chars: true, named: true, directive: '#', attribute: [2]string{"[[", "]]"}},
		"csharp":                                {comments: slash, blocks: slashes, quotes: `"`, chars: true, long: tripleQuote, raw: [][2]string{{`@"`, `"`}, {`$@"`, `"`}, {`@$"`, `"`}}, directive: '#'},
		"java":                                  {comments: slash, blocks: slashes, quotes: `"`, chars: true, long: tripleQuote, at: true},
		"groovy":                                {comments: slash, blocks: slashes, quotes: `"'`, long: triples, at: true},
		"kotlin":                                {comments: slash, blocks: slashes, nested: true, quotes: `"`, chars: true, raw: tripleQuote, at: true},
		"scala":                                 {comments: slash, blocks: slashes, nested: true, quotes: `"`, chars: true, raw: tripleQuote, at: true},
		"dart":                                  {comments: slash, blocks: slashes, nested: true, long: triples, quotes: `"'`, at: true, raw: [][2]string{{"r'", "'"}, {`r"`, `"`}}},
		"go":                                    {comments: slash, blocks: slashes, quotes: `"`, chars: true, raw: backquotes},
		"go-module":                             {comments: slash, noCalls: true, quotes: `"`, raw: backquotes, letters: "-./"},
		"javascript":                            {comments: slash, blocks: slashes, quotes: `"'`, long: backquotes, letters: "$", at: true, regexps: true, texts: true},
		"typescript tsx jsx":                    {comments: slash, blocks: slashes, quotes: `"'`, long: backquotes, letters: "$", at: true, regexps: true, texts: true},
		"qml":                                   {comments: slash, blocks: slashes, quotes: `"'`, long: backquotes},
		"rust":                                  {comments: slash, blocks: slashes, nested: true, chars: true, long: doubles, raw: [][2]string{{`r#"`, `"#`}, {`r##"`, `"##`}, {`r"`, `"`}, {`br"`, `"`}}, attribute: [2]string{"#", "]"}, macros: true},
		"swift":                                 {comments: slash, blocks: slashes, nested: true, quotes: `"`, long: tripleQuote, raw: [][2]string{{`#"`, `"#`}}, directive: '#', at: true},
		"zig":                                   {comments: slash, quotes: `"`, chars: true, at: true},
		"d":                                     {comments: slash, blocks: [][2]string{{"/*", "*/"}, {"/+", "+/"}}, long: doubles, raw: [][2]string{{"`", "`"}, {`r"`, `"`}}, chars: true, at: true},
		"v":                                     {comments: slash, blocks: slashes, quotes: "\"'`", at: true},
		"vala":                                  {comments: slash, blocks: slashes, quotes: `"`, long: tripleQuote, chars: true},
		"haxe":                                  {comments: slash, blocks: slashes, quotes: `"'`, at: true},
		"odin":                                  {comments: slash, blocks: slashes, nested: true, quotes: `"`, chars: true, raw: backquotes},
		"solidity":                              {comments: slash, blocks: slashes, quotes: `"'`},
		"glsl hlsl metal":                       {comments: slash, blocks: slashes, quotes: `"`, directive: '#'},
		"wgsl":                                  {comments: slash, blocks: slashes, nested: true, at: true},
		"protobuf":                              {comments: slash, blocks: slashes, quotes: `"'`, noCalls: true},
		"thrift":                                {comments: []string{"//", "#"}, blocks: slashes, quotes: `"'`},
		"prisma":                                {comments: slash, quotes: `"`, at: true},
		"cue":                                   {comments: slash, quotes: `"'`, long: tripleQuote, at: true},
		"bicep":                                 {comments: slash, blocks: slashes, quotes: "'", long: [][2]string{{"'''", "'''"}}, at: true},
		"jsonnet":                               {comments: []string{"//", "#"}, blocks: slashes, long: bothQuotes, raw: [][2]string{{"|||", "|||"}}},
		"typst":                                 {comments: slash, blocks: slashes, quotes: `"`, letters: "#-"},
		"verilog systemverilog":                 {comments: slash, blocks: slashes, quotes: `"`, letters: "$`"},
		"python cython":                         {comments: hash, long: triples, quotes: `"'`, at: true},
		"starlark":                              {comments: hash, long: triples, quotes: `"'`},
		"meson":                                 {comments: hash, raw: [][2]string{{"'''", "'''"}}, quotes: "'"},
		"gdscript":                              {comments: hash, long: triples, quotes: `"'`, at: true},
		"ruby":                                  {comments: hash, blocks: [][2]string{{"\n=begin", "\n=end"}}, long: bothQuotes, letters: "?@", symbols: true, regexps: true, percents: true, heredocs: "<<"},
		"crystal":                               {comments: hash, long: doubles, chars: true, letters: "?@", symbols: true, percents: true},
		"elixir":                                {comments: hash, long: triples, quotes: `"'`, letters: "?!", symbols: true, at: true, marks: []string{"?\\", "?"}},
		"julia":                                 {comments: hash, blocks: [][2]string{{"#=", "=#"}}, nested: true, long: tripleQuote, quotes: `"`, chars: true, letters: "!", at: true},
		"coffeescript":                          {comments: hash, blocks: [][2]string{{"###", "###"}}, long: triples, quotes: `"'`, letters: "$@"},
		"nim":                                   {comments: hash, blocks: [][2]string{{"#[", "]#"}}, nested: true, long: tripleQuote, quotes: `"`, chars: true},
		"r":                                     {comments: hash, long: bothQuotes, letters: "."},
		"perl":                                  {comments: hash, blocks: [][2]string{{"\n=pod", "\n=cut"}, {"\n=head", "\n=cut"}}, quotes: `"'`, apart: true, regexps: true, heredocs: "<<"},
		"tcl":                                   {comments: hash, quotes: `"`, apart: true},
		"shell":                                 {comments: hash, raw: [][2]string{{"'", "'"}}, letters: "-", apart: true, commands: true, heredocs: "<<"},
		"fish":                                  {comments: hash, long: bothQuotes, letters: "-", apart: true},
		"just":                                  {comments: hash, long: triples, quotes: "\"'`", letters: "-", apart: true},
		"powershell":                            {comments: hash, blocks: [][2]string{{"<#", "#>"}}, raw: [][2]string{{"@\"", "\"@"}, {"@'", "'@"}}, quotes: `"'`, letters: "$-:", fold: true, exact: true},
		"batch":                                 {comments: []string{"::", "REM ", "rem ", "@REM ", "@rem "}, quotes: `"`, letters: "@%", fold: true, noCalls: true, exact: true},
		"awk":                                   {comments: hash, quotes: `"`, letters: "$", regexps: true},
		"cmake":                                 {comments: hash, blocks: [][2]string{{"#[[", "]]"}}, long: doubles, fold: true},
		"dockerfile":                            {comments: hash, quotes: `"'`, apart: true, noCalls: true, letters: "-./", heredocs: "<<"},
		"nginx apacheconf":                      {comments: hash, quotes: `"'`, apart: true, noCalls: true, letters: "-./"},
		"hcl terraform":                         {comments: []string{"#", "//"}, blocks: slashes, quotes: `"`, heredocs: "<<", letters: "-"},
		"puppet":                                {comments: hash, quotes: `"'`, letters: "$:"},
		"nix":                                   {comments: hash, blocks: slashes, indented: true, long: doubles, letters: "-'"},
		"rego":                                  {comments: hash, quotes: `"`, raw: backquotes},
		"graphql":                               {comments: hash, long: tripleQuote, quotes: `"`, letters: "$", at: true, noCalls: true},
		"sql":                                   {comments: []string{"--"}, blocks: slashes, raw: [][2]string{{"'", "'"}, {"$$", "$$"}}, fold: true},
		"lua":                                   {comments: []string{"--"}, blocks: [][2]string{{"--[[", "]]"}}, raw: [][2]string{{"[[", "]]"}}, quotes: `"'`},
		"haskell purescript idris":              {comments: []string{"--"}, blocks: [][2]string{{"{-", "-}"}}, nested: true, quotes: `"`, chars: true, letters: "'", noCalls: true},
		"elm":                                   {comments: []string{"--"}, blocks: [][2]string{{"{-", "-}"}}, nested: true, long: tripleQuote, quotes: `"`, chars: true, noCalls: true},
		"ada vhdl":                              {comments: []string{"--"}, quotes: `"`, chars: true, fold: true, noCalls: true, exact: true},
		"ocaml":                                 {blocks: parens, nested: true, long: doubles, chars: true, letters: "'", noCalls: true},
		"fsharp":                                {comments: slash, blocks: parens, nested: true, long: [][2]string{{`"""`, `"""`}, {`"`, `"`}}, chars: true, letters: "'", noCalls: true},
		"pascal":                                {comments: slash, blocks: [][2]string{{"{", "}"}, {"(*", "*)"}}, quotes: "'", fold: true, exact: true},
		"fortran":                               {comments: []string{"!"}, quotes: `"'`, fold: true, exact: true},
		"cobol":                                 {comments: []string{"*>"}, quotes: `"'`, fold: true, noCalls: true, letters: "-", exact: true},
		"vb.net":                                {comments: []string{"'", "REM "}, quotes: `"`, fold: true, directive: '#', exact: true},
		"vim":                                   {comments: []string{`" `}, quotes: "'", letters: ":"},
		"lisp scheme clojure emacs-lisp racket": {comments: []string{";"}, blocks: [][2]string{{"#|", "|#"}}, long: doubles, letters: "-*+/<>=!?:.%&#", noCalls: true, marks: []string{"#\\", "?\\", "\\"}},
		"erlang":                                {comments: []string{"%"}, quotes: `"'`, letters: "-", marks: []string{"$\\", "$"}},
		"prolog":                                {comments: []string{"%"}, blocks: slashes, quotes: `"'`},
		"matlab":                                {comments: []string{"%"}, blocks: [][2]string{{"%{", "%}"}}, quotes: `"'`, transpose: true, exact: true},
		"gleam":                                 {comments: slash, long: doubles, at: true},
		"asm":                                   {comments: []string{";", "//", "# "}, blocks: slashes, quotes: `"`, letters: ".$%", noCalls: true, directive: '#'},
		"smalltalk":                             {blocks: doubles, long: [][2]string{{"'", "'"}}, noCalls: true},
		"mermaid":                               {comments: []string{"%%"}, quotes: `"`, noCalls: true, letters: "-"},
		"plantuml":                              {comments: []string{"'"}, quotes: `"`, noCalls: true, letters: "@!"},
	}
}

// phpCode is the syntax between the tags of PHP.
var phpCode = syntax{until: "?>", comments: []string{"//", "#"}, blocks: slashes, long: bothQuotes, letters: "$", heredocs: "<<<", attribute: [2]string{"#[", "]"}}

// texts are the formats of prose and data, by their ids.
func texts() map[string]lexer {
	hash := []string{"#"}
	toml := keyed{comments: hash, trailing: true, assign: "=", strings: true, long: triples}
	return map[string]lexer{
		"html xml vue svelte astro":        markup,
		"jinja twig":                       templates([2]string{"{#", "#}"}, percents, braces),
		"handlebars go-template":           templates(braces),
		"erb":                              templates(angles),
		"markdown mdx":                     markdown,
		"rst":                              outline(nil, []string{".. "}, nil, `=-~^"'#*+`),
		"asciidoc":                         outline([]string{"= ", "== ", "=== ", "==== "}, []string{"//"}, []string{":", "[", "include::"}, ""),
		"org":                              outline([]string{"* ", "** ", "*** ", "**** "}, []string{"# "}, []string{"#+"}, ""),
		"gherkin":                          outline([]string{"Feature:", "Scenario"}, []string{"#", "  #", "    #"}, []string{"  Scenario", "  Background", "  Rule", "  @", "@", "    Given ", "    When ", "    Then ", "    And ", "    But ", "    Examples"}, ""),
		"pug":                              outline(nil, []string{"//"}, []string{"doctype", "extends", "include", "block", "mixin"}, ""),
		"gitignore requirements":           outline(nil, hash, []string{"-", "!"}, ""),
		"diff":                             difference,
		"tex":                              tex,
		"bibtex":                           tex,
		"json jsonl":                       jsonData,
		"yaml":                             yaml,
		"toml":                             toml.scan,
		"ini editorconfig desktop systemd": keyed{comments: []string{"#", ";"}, assign: "=:", strings: true}.scan,
		"properties dotenv":                keyed{comments: []string{"#", "!"}, assign: "=:"}.scan,
		"css":                              styles(false),
		"scss less sass stylus":            styles(true),
	}
}
