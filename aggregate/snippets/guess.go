package snippets

import (
	"encoding/json"
	"regexp"
	"strings"
	"sync"

	"dossier/aggregate/prefilter"
	"dossier/aggregate/text"
	"dossier/models"
)

// guessed is the length of the part of a text that is examined, in bytes.
const guessed = 64 << 10

// Guess returns the type of a pasted text: a REPL session, an error with its trace, code in a
// recognized language, or else text.
func Guess(content string) models.NoteType {
	head := content[:min(len(content), guessed)]
	switch {
	case isREPL(head):
		return models.NoteREPLHistory
	case isError(head):
		return models.NoteError
	case ContentLanguage(content) != "":
		return models.NoteCode
	}
	return models.NoteText
}

// TypeOf returns the type of a note, by its content or else its file.
func TypeOf(n models.Note) models.NoteType {
	kind := Guess(n.Content)
	if kind == models.NoteText && n.Metadata.Filename != "" && isCode(fileLanguage(n.Metadata.Filename, n.Content)) {
		return models.NoteCode
	}
	return kind
}

// isCode reports whether a language is a programming language, not prose.
func isCode(language string) bool {
	switch language {
	case "", text.PlainText, "markdown", "asciidoc", "rst", "org":
		return false
	}
	return true
}

// prompt is a REPL prompt. If prose can begin the same way, the text after it must look like
// code.
type prompt struct {
	is   *regexp.Regexp
	code bool
}

var prompts = sync.OnceValue(func() []prompt {
	is := func(pattern string) prompt { return prompt{regexp.MustCompile(`^(?:` + pattern + `)(?: |$)`), false} }
	prose := func(pattern string) prompt { return prompt{regexp.MustCompile(`^(?:` + pattern + `) `), true} }
	return []prompt{
		is(`>>>`),                           // Python
		is(`In \[\d+\]:`),                   // IPython
		is(`[A-Za-z][\w.-]*(?:\(\d+\))?>`),  // CL-USER> scala> iex(1)> mysql>
		is(`\d+\]|\[\d+\]>`),                // Lisps
		is(`irb\([^)]*\):\d+(?::\d+)?[>*]`), // Ruby
		is(`\w[\w.-]*=[#>]`),                // psql
		is(`[\w.-]+@[\w.-]+:?\S*[$#%]`),     // shells
		is(`PS [A-Z]:\\.*>`),                // PowerShell
		is(`[A-Z]:\\[^>]*>`),                // cmd.exe
		prose(`[$%*>]`),
	}
})

var looksLikeCode = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[(){}=;|]|[\w\])]\.\w|--?\w|^(git|go|npm|cd|ls|cat|make|docker|python3?|pip|cargo|sudo|curl)\b`)
})

// isREPL reports whether a text begins with a prompt and contains several inputs, or input and output.
func isREPL(content string) bool {
	lines := strings.Split(strings.TrimSpace(content), "\n")
	for _, p := range prompts() {
		if !p.is.MatchString(lines[0]) {
			continue
		}
		outputs, typed := 0, 0
		for _, line := range lines {
			at := p.is.FindStringIndex(line)
			switch {
			case at == nil && strings.TrimSpace(line) != "":
				outputs++
			case at == nil:
			case !p.code || looksLikeCode().MatchString(line[at[1]:]):
				typed++
			default:
				return false // a quote, or a list
			}
		}
		return typed > 1 && !p.code || typed > 0 && outputs > 0
	}
	return false
}

var errorSigns = sync.OnceValue(func() []*regexp.Regexp {
	var out []*regexp.Regexp
	for _, pattern := range []string{
		`^Traceback \(most recent call last\):`,              // Python
		`^(?:panic|fatal error): `, `^goroutine \d+ \[.+\]:`, // Go
		`^\t\S+\.go:\d+(?: \+0x[0-9a-f]+)?$`, `^--- FAIL: `,
		`^thread '.*' panicked at `, `^error\[E\d+\]`, // Rust
		`^Exception in thread `, `^Caused by: `, `^(?:[\w$]+\.)+\w*(?:Exception|Error)\b`, // Java, C#
		`^\s+at (?:[\w$.<>/]+\(.*\)|.*:\d+:\d+\)?)\s*$`,                          // Java, JavaScript
		`^(?:Uncaught |Unhandled )?(?:[A-Z]\w*)?(?:Error|Exception)(?:\b.*)?: `,  // JavaScript, Python
		`^\S+:\d+(?::\d+)?: (?:fatal )?(?:error|warning|undefined|syntax error)`, // compilers
		`^\S+\(\d+,\d+\): error `,                                                // C#, TypeScript
		`^\s*File ".*", line \d+`,                                                // Python
		`^\S+\.rb:\d+:in `,                                                       // Ruby
		`^PHP (?:Fatal|Parse) error:`,
		`^debugger invoked on `, `^; caught \w*(?:ERROR|WARNING):`, `^Backtrace for: `, `^Unhandled [A-Z-]+ERROR`, // Common Lisp
		`^(?:Segmentation fault|Bus error|Aborted)\b`,
		`^(?i:error|fatal|fehler|erreur)(?:\[\w+\])?: `,
	} {
		out = append(out, regexp.MustCompile(`(?m)`+pattern))
	}
	return out
})

// isError reports whether a text is an error: it begins with one, or has a trace that makes up
// much of it. Prose that quotes a line of an error is prose.
func isError(content string) bool {
	lines := strings.Split(strings.TrimSpace(content), "\n")
	found := 0
	for i, line := range lines {
		for _, sign := range errorSigns() {
			if sign.MatchString(line) {
				found++
				if i == 0 {
					return true
				}
				break
			}
		}
	}
	return found > 1 && 4*found >= len(lines)
}

// sign is a pattern for lines of a language, and its weight.
type sign struct {
	is     *regexp.Regexp
	filter prefilter.Filter
	weight int
}

// enough is the total weight that identifies a language.
const enough = 3

// languageSigns are the patterns by language id.
var languageSigns = sync.OnceValue(func() map[string][]sign {
	type signs = map[string]int
	out := map[string][]sign{}
	for language, list := range map[string]signs{
		"c": {`^#include [<"]\w[\w/]*\.h[>"]`: 2, `^(?:static |const |unsigned )*(?:int|void|char|float|double|long|size_t|struct \w+)\s+\*?\w+\([^)]*\)\s*\{?$`: 2, `\b(?:printf|malloc|sizeof)\(`: 1, `\w->\w`: 1},
		"cpp": {
			`\bstd::`: 3, `^#include <\w+>`: 2, `^template ?<`: 3, `^\s*(?:public|private|protected):\s*$`: 2, `^(?:using )?namespace \w+`: 2,
			`^#include [<"]\w[\w/]*\.h[>"]`: 1,
		},
		"clojure":    {`^\((?:defn-?|ns|defprotocol|defrecord) `: 3},
		"csharp":     {`^using [\w.]+;`: 3, `\bConsole\.Write`: 3, `^namespace [\w.]+;?\s*\{?$`: 1, `^\s*public (?:async |static |override |sealed )*(?:class|record|Task|void|string)\b`: 2},
		"css":        {`^[.#]?[\w-][\w\s.#:>,*-]*\{\s*$`: 1, `^\s+[a-z-]+:\s[^;{}]+;\s*$`: 2, `^@media `: 2},
		"dockerfile": {`^FROM \S+(?: AS \w+)?$`: 2, `^(?:RUN|COPY|CMD|ENTRYPOINT|WORKDIR|EXPOSE) `: 1},
		"elixir":     {`^\s*defmodule [\w.]+ do$`: 3, `^\s*defp? \w+.*\bdo$`: 2, `\|>`: 1},
		"emacs-lisp": {`\((?:interactive|defcustom|use-package|provide ')`: 3},
		"go": {
			`^package \w+$`: 2, `^func (?:\(\w+ \*?[\w\[\]]+\) )?\w+(?:\[.*\])?\(.*\).*\{`: 3, `if err != nil \{`: 3, `^type \w+ (?:struct|interface) \{`: 3,
			`^\s*\w+(?:, \w+)* := `: 2, `^import (?:\(|")`: 2, `\bfmt\.[A-Z]`: 1,
		},
		"haskell":    {`^\w+ :: .+`: 2, `^module [\w.]+.* where`: 3, `^import qualified `: 3, `^data \w+ = `: 2},
		"html":       {`(?i)^\s*<!doctype html`: 3, `(?i)^\s*<(?:html|head|body|div|span|section|form|table|ul|script)\b[^>]*>`: 2, `(?i)</(?:html|div|span|p|a|li|ul|td|tr|script)>`: 1},
		"java":       {`^\s*(?:public|private|protected) (?:static |final |abstract )*(?:class|interface|enum|void|int|boolean|String)\b`: 2, `\bSystem\.out\.print`: 3, `^import (?:static )?javax?\.`: 3, `^package [\w.]+;`: 1, `^\s*@Override`: 2},
		"javascript": {`^\s*(?:export )?(?:const|let) (?:\w+(?:: \w+)?|\{[^=]*\}|\[[^=]*\]) = `: 2, `^\s*(?:export |async |default )*function\*? ?\w*\(`: 2, `=> `: 1, `\bconsole\.\w+\(`: 2, `\brequire\(['"]`: 2, `^import .* from ['"]`: 3, ` !?=== `: 2, `\bawait `: 1},
		"kotlin":     {`^\s*(?:private |override |suspend |inline )*fun (?:<.*> )?[\w.]+\(`: 3, `^\s*data class `: 3, `^\s*va[lr] \w+(?:: \w+)? = `: 1},
		"lisp": {
			`^\s*\((?:defun|defmacro|defclass|defvar|defparameter|defmethod|defgeneric|defpackage|defstruct|in-package|defconstant)\b`: 3,
			`\((?:let\*?|setf|format t|make-instance|loop|progn|multiple-value-bind|handler-case|mapcar|lambda) ?`:                     2, `#'`: 1,
		},
		"lua":        {`^\s*local (?:function \w+|\w+(?:, \w+)* = )`: 3, `\bthen$`: 1, `^\s*end[,)]*$`: 1, `\bnil\b`: 1},
		"php":        {`^\s*\$\w+ = `: 2, `\$this->`: 3, `\bpublic (?:static )?function \w+\(`: 3},
		"python":     {`^\s*(?:async )?def \w+\(.*\).*:\s*$`: 3, `^\s*class \w+(?:\(.*\))?:\s*$`: 3, `^from [\w.]+ import `: 3, `^import \w+(?:\.\w+)*(?: as \w+)?$`: 1, `^[ \t]*(?:if|elif|for|while|with|except) .+:[ \t]*\n[ \t]+\S`: 2, `^\s*(?:try|finally):\s*$`: 2, `^if __name__ == `: 3, `\bself\.\w`: 1, `^\s*@\w+`: 1},
		"ruby":       {`^\s*def (?:self\.)?\w+[?!]?(?:\(.*\))?\s*$`: 2, `^\s*end\s*$`: 1, `^require(?:_relative)? ['"]`: 3, `\bdo \|\w`: 3, `^\s*puts `: 2, `^\s*attr_(?:reader|accessor)`: 3},
		"rust":       {`^\s*(?:pub(?:\(\w+\))? )?(?:async )?fn \w+.*[{>]`: 2, `\blet mut `: 3, `^use [\w:]+(?:::\{|;|::\*)`: 2, `^impl(?:<.*>)? \w`: 2, `\b(?:println|vec|format|panic|assert_eq)!`: 3, `^\s*#\[\w+`: 2, `&(?:mut|str)\b`: 2, `^(?:pub )?(?:struct|enum|trait) \w+.*\{`: 1},
		"scheme":     {`^\s*\(define(?:-syntax)? `: 3},
		"shell":      {`^\s*(?:fi|done|esac)$`: 2, `^export \w+=`: 2, `^\s*if \[\[? `: 3, `\$\{\w+\}`: 1, `^\s*(?:echo|sudo|set -) ?`: 1, `^\s*for \w+ in .*; do`: 3},
		"sql":        {`^\s*SELECT\b`: 2, `^\s*select .+ from \w.*(?:;$|\bwhere\b|\blimit\b|\bjoin\b)`: 3, `(?i)^\s*(?:insert into \w|update \w+ set \w|create (?:table|index|view|function) \w|delete from \w|alter table \w)`: 2, `\bFROM \w+`: 1, `(?i)\b(?:where|group by|order by|inner join|left join|values ?\(|primary key|not null)`: 1},
		"swift":      {`^import (?:Foundation|SwiftUI|UIKit)$`: 3, `\bguard let `: 3, `\bif let \w+ = `: 1, `^\s*(?:public |private )*func \w+\(.*\)(?: ->.*)? \{`: 1, `^\s*var \w+: \w+`: 2},
		"toml":       {`^\[\[?[\w."-]+\]\]?$`: 1, `^[\w-]+ = (?:"|'|\d|true|false|\[)`: 2},
		"typescript": {`^\s*(?:export )?interface \w+.*\{`: 3, `^\s*(?:export )?type [A-Z]\w*(?:<.*>)? = `: 3, `\w\??: (?:string|number|boolean|void|unknown|any)\b`: 3, `^\s*(?:export )?(?:const|let) `: 1, `^import .* from ['"]`: 1},
	} {
		for pattern, weight := range list {
			out[language] = append(out[language], sign{regexp.MustCompile(`(?m)` + pattern), prefilter.Of(`(?m)` + pattern), weight})
		}
	}
	return out
})

// ContentLanguage returns the language of a text without a file, by its lines; empty if no
// language is clearly the best match.
func ContentLanguage(content string) string {
	head := strings.ReplaceAll(content[:min(len(content), guessed)], "\r\n", "\n")
	if language := text.Language("", head); language != text.PlainText {
		return language // identified by the shebang
	}
	switch trimmed := strings.TrimSpace(content); {
	case strings.HasPrefix(trimmed, "<?php"):
		return "php"
	case isDiff(head):
		return "diff"
	case isJSON(trimmed):
		return "json"
	}
	inBytes := []byte(head)
	best, second, language := 0, 0, ""
	for name, signs := range languageSigns() {
		score := 0
		for _, s := range signs {
			if !s.filter.May(inBytes) {
				continue
			}
			// A second match adds to the score, further ones do not.
			score += s.weight * min(2, len(s.is.FindAllStringIndex(head, 2)))
		}
		switch {
		case score > best || score == best && name < language:
			best, second, language = score, max(second, best), name
		case score > second:
			second = score
		}
	}
	if best < enough || best == second {
		return ""
	}
	return language
}

func isJSON(s string) bool {
	return s != "" && (s[0] == '{' || s[0] == '[') && len(s) > 2 && json.Valid([]byte(s))
}

// diffSigns match the beginning of a diff, or of git's description of a commit. Prose that quotes
// a diff further down is prose.
var diffSigns = sync.OnceValue(func() *regexp.Regexp {
	const itself = `(?:diff --git |Index: .*\n|--- .*\n\+\+\+ .*\n@@ |@@ -\d+(?:,\d+)? \+\d+)`
	return regexp.MustCompile(`(?m)\A\s*(?:` + itself + `|(?:commit|From) [0-9a-f]{7,64}\b(?s:.*?)^` + itself + `)`)
})

func isDiff(s string) bool { return diffSigns().MatchString(s) }
