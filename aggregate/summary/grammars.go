package summary

import (
	"regexp"
	"strings"
	"sync"
)

// grammarOf returns the grammar of a language, or nil.
func grammarOf(language string) *grammar { return loadGrammars()[language] }

// loadGrammars compiles all patterns on first use, which takes a few milliseconds.
var loadGrammars = sync.OnceValue(func() map[string]*grammar {
	list := func(patterns ...string) []*regexp.Regexp {
		var out []*regexp.Regexp
		for _, p := range patterns {
			out = append(out, regexp.MustCompile(p))
		}
		return out
	}
	rules := func(pairs ...string) []rule {
		var out []rule
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, rule{pairs[i], regexp.MustCompile(pairs[i+1])})
		}
		return out
	}
	slashStar := [2]string{"/*", "*/"}

	python := &grammar{
		imports: list(`^import\s+([\w.]+(?:\s*,\s*[\w.]+)*)`, `^from\s+(\S+)\s+import\b`),
		names: rules(
			"function", `^(?:async\s+)?def\s+(\w+)`,
			"class", `^class\s+(\w+)`,
			"type", `^type\s+(\w+)`,
			"constant", `^([A-Z][A-Z0-9_]+)\s*(?::[^=]+)?=[^=]`,
			"variable", `^([a-z_]\w*)\s*(?::[^=]+)?=[^=]`,
		),
		text: []string{`"""`, `'''`},
	}
	script := &grammar{
		modifiers: regexp.MustCompile(`^(?:export\s+)?(?:default\s+)?(?:declare\s+)?`),
		imports: list(
			`^(?:import|export)\b.*?\bfrom\s+['"]([^'"]+)['"]`, `^import\s+['"]([^'"]+)['"]`, `^\}\s*from\s+['"]([^'"]+)['"]`,
			`^(?:const|let|var)\s.*=\s*require\(\s*['"]([^'"]+)['"]`,
		),
		names: rules(
			"function", `^(?:async\s+)?function\b\s*\*?\s*([\w$]+)`,
			"class", `^(?:abstract\s+)?class\s+([\w$]+)`,
			"interface", `^interface\s+([\w$]+)`,
			"enum", `^(?:const\s+)?enum\s+([\w$]+)`,
			"type", `^type\s+([\w$]+)\s*(?:<[^=]*)?=`,
			"namespace", `^(?:namespace|module)\s+([\w$.]+)`,
			"function", `^(?:const|let|var)\s+([\w$]+)[^=]*=\s*(?:async\b\s*)?(?:function\b|\([^)]*\)[^=]*=>|[\w$]+\s*=>)`,
			"constant", `^const\s+([\w$]+)`,
			"variable", `^(?:let|var)\s+([\w$]+)`,
			"function", `^(?:module\.)?exports\.([\w$]+)\s*=`,
		),
		comment: slashStar,
	}
	// A C function begins with a type, and its first line ends inside its parameters, after them,
	// or at its body. Words that only look like types are tried first.
	c := &grammar{
		imports: list(`^\s*#\s*(?:include|import)\s*[<"]([^>"]+)[>"]`, `^(?:import|export\s+import)\s+([\w.:]+)\s*;`),
		names: rules(
			"macro", `^#\s*define\s+(\w+)\s*[( ]`,
			"", `^(?:return|if|else|for|while|switch|case|goto|using|public|private|protected|delete|throw)\b`,
			"namespace", `^(?:inline\s+)?namespace\s+([\w:]+)\s*(?:\{|$)`,
			"enum", `^(?:typedef\s+)?enum\s+(?:class\s+|struct\s+)?(\w+)\s*(?::[^;]*)?(?:\{|$)`,
			"class", `^(?:template\s*<.*>\s*)?(?:class|@interface|@implementation|@protocol)\s+(?:[A-Z_]+\s+|\[\[[^\]]*\]\]\s*)?(\w+)\s*(?:final\s*)?(?:[:({<].*|$)`,
			"struct", `^(?:template\s*<.*>\s*)?(?:typedef\s+)?(?:struct|union)\s+(?:[A-Z_]+\s+)?(\w+)\s*(?:final\s*)?(?::[^;]*)?(?:\{|$)`,
			"type", `^typedef\s.*?\(\s*\*\s*(\w+)\s*\)|^typedef\s.*\b(\w+)(?:\[\w*\])*\s*;|^\}\s*(\w+)\s*;`,
			"function", `^(?:template\s*<.*>\s*)?[A-Za-z_][\w\s*&:<>,\[\]]*?[\s*&]((?:\w+::)*~?(?:operator\s*\S{1,3}|[A-Za-z_]\w*))\s*\((?:[^;]*|[^;]*\)[^;=]*;)$`,
			"function", `^((?:\w+::)+~?\w+)\s*\([^;]*$`,
			"function", `^([a-z_]\w*)\s*\([^;]*\)\s*\{?$`, // its type is on the previous line
		),
		comment: slashStar,
	}
	access := regexp.MustCompile(`^(?:(?:public|private|protected|internal|fileprivate|open|static|final|abstract|sealed|non-sealed|partial|readonly|unsafe|data|inner|inline|value|annotation|case|implicit|lazy|override|suspend|export|base|mixin|companion|expect|actual|ref|new|async|extern|virtual|strictfp|operator|tailrec|infix|@\w+(?:\([^)]*\))?)\s+)*`)
	java := &grammar{
		modifiers: access,
		imports:   list(`^import\s+(?:static\s+)?([\w.*{}, ]+)`, `^(?:global\s+)?using\s+(?:static\s+)?([\w.]+)\s*;`),
		names: rules(
			"namespace", `^(?:namespace|package)\s+([\w.]+)`,
			"class", `^(?:class|object|record(?:\s+(?:class|struct))?|actor)\s+(\w+)`,
			"interface", `^(?:@?interface|protocol)\s+(\w+)`,
			"enum", `^enum\s+(?:class\s+)?(\w+)`,
			"struct", `^struct\s+(\w+)`,
			"trait", `^trait\s+(\w+)`,
			"type", `^(?:typealias|type|typedef|extension)\s+(\w+)`,
			"function", `^(?:func|fun|def)\s+(?:<[^>]*>\s*)?(?:[\w.<>?]+\.)?(\w+)`,
			"constant", `^(?:const\s+val|val|let)\s+(\w+)`,
			"variable", `^var\s+(\w+)`,
		),
		comment: slashStar,
	}
	// Types in C# and Java may be inside one namespace.
	sharp := *java
	sharp.indent = 4
	sharp.names = rules(
		"namespace", `^namespace\s+([\w.]+)`,
		"class", `^(?:class|record(?:\s+(?:class|struct))?)\s+(\w+)`,
		"interface", `^interface\s+(\w+)`,
		"enum", `^enum\s+(\w+)`,
		"struct", `^struct\s+(\w+)`,
		"type", `^delegate\s+[\w<>\[\], ?.]+\s(\w+)\s*\(`,
	)
	dart := &grammar{
		modifiers: regexp.MustCompile(`^(?:(?:abstract|base|final|sealed|interface|external|late|@\w+(?:\([^)]*\))?)\s+)*`),
		imports:   list(`^(?:import|export|part)\s+['"]([^'"]+)['"]`),
		names: rules(
			"", `^(?:extension\s+on|library|part|return|if|else|for|while|switch)\b`,
			"class", `^(?:mixin\s+)?class\s+(\w+)`,
			"mixin", `^mixin\s+(\w+)`,
			"enum", `^enum\s+(\w+)`,
			"type", `^(?:typedef|extension(?:\s+type)?(?:\s+const)?)\s+(\w+)\b`,
			"constant", `^const\s+(?:[\w<>?,. ]+\s)?(\w+)\s*=`,
			"function", `^(?:[\w<>?,.\[\] ]+\s)?(?:get|set)\s+(\w+)`,
			"function", `^(?:[\w<>?,.\[\] ]+\s)?(\w+)\s*(?:<[^>(]*>\s*)?\(`,
			"variable", `^(?:[\w<>?,.\[\] ]+\s)?(\w+)\s*=[^=]|^[\w<>?,. ]+\s(\w+);`,
		),
		comment: slashStar,
		text:    []string{`"""`, `'''`},
	}
	rust := &grammar{
		modifiers: regexp.MustCompile(`^(?:pub(?:\([^)]*\))?\s+)?`),
		imports:   list(`^(?:pub(?:\([^)]*\))?\s+)?use\s+([^;]+)`, `^extern\s+crate\s+(\w+)`),
		names: rules(
			"function", `^(?:default\s+|const\s+|async\s+|unsafe\s+|extern\s+(?:"[^"]*"\s+)?)*fn\s+(\w+)`,
			"struct", `^(?:struct|union)\s+(\w+)`,
			"enum", `^enum\s+(\w+)`,
			"trait", `^(?:unsafe\s+)?trait\s+(\w+)`,
			"module", `^mod\s+(\w+)`,
			"type", `^type\s+(\w+)`,
			"constant", `^const\s+(\w+)`,
			"variable", `^static\s+(?:mut\s+)?(\w+)`,
			"macro", `^macro_rules!\s*(\w+)`,
		),
		comment: slashStar,
	}
	ruby := &grammar{
		imports: list(`^(?:require|require_relative|load)\s*\(?\s*['"]([^'"]+)['"]`),
		names: rules(
			"module", `^module\s+([\w:]+)`,
			"class", `^class\s+([\w:]+)`,
			"function", `^def\s+([\w.]+[?!=]?)`,
			"constant", `^([A-Z]\w*)\s*=[^=]`,
		),
		comment: [2]string{"=begin", "=end"},
	}
	php := &grammar{
		imports: list(`^use\s+(?:function\s+|const\s+)?([\w\\{}, ]+)`, `^(?:require|include)(?:_once)?\b[^'"]*['"]([^'"]+)['"]`),
		names: rules(
			"namespace", `^namespace\s+([\w\\]+)`,
			"class", `^(?:abstract\s+|final\s+|readonly\s+)*class\s+(\w+)`,
			"interface", `^interface\s+(\w+)`,
			"trait", `^trait\s+(\w+)`,
			"enum", `^enum\s+(\w+)`,
			"function", `^function\s+&?(\w+)`,
			"constant", `^const\s+(\w+)|^define\(\s*['"](\w+)`,
		),
		comment: slashStar,
	}
	shell := &grammar{
		imports: list(`^(?:source|\.)\s+["']?([^\s"';]+)`),
		names: rules(
			"function", `^(?:function\s+)?([\w.:-]+)\s*\(\)`,
			"function", `^function\s+([\w.:-]+)`,
			"variable", `^(?:export\s+|readonly\s+|declare\s+(?:-\w+\s+)*)?([A-Z_][A-Z0-9_]*)=`,
		),
	}
	lua := &grammar{
		imports: list(`\brequire\s*\(?\s*['"]([^'"]+)['"]`),
		names:   rules("function", `^(?:local\s+)?function\s+([\w.:]+)`, "function", `^(?:local\s+)?([\w.]+)\s*=\s*function\b`, "variable", `^local\s+(\w+)`),
		comment: [2]string{"--[[", "]]"},
	}
	perl := &grammar{
		imports: list(`^(?:use|require)\s+([A-Z][\w:]*)`),
		names:   rules("module", `^package\s+([\w:]+)`, "function", `^sub\s+(\w+)`),
	}
	proto := &grammar{
		imports: list(`^import\s+(?:public\s+|weak\s+)?"([^"]+)"`),
		names:   rules("namespace", `^package\s+([\w.]+)`, "struct", `^message\s+(\w+)`, "enum", `^enum\s+(\w+)`, "interface", `^service\s+(\w+)`),
		comment: slashStar,
	}
	graphql := &grammar{
		names: rules("type", `^(?:extend\s+)?(?:type|input|scalar|union)\s+(\w+)`, "interface", `^interface\s+(\w+)`, "enum", `^enum\s+(\w+)`, "function", `^(?:query|mutation|subscription|fragment)\s+(\w+)`),
		text:  []string{`"""`},
	}
	elixir := &grammar{
		imports: list(`^\s*(?:import|alias|use|require)\s+([\w.]+)`),
		names:   rules("module", `^defmodule\s+([\w.]+)`, "interface", `^defprotocol\s+([\w.]+)`, "function", `^defp?\s+(\w+[?!]?)`),
		text:    []string{`"""`},
		indent:  2,
	}
	makefile := &grammar{
		imports: list(`^-?include\s+(\S.*)`),
		names:   rules("variable", `^(?:export\s+)?([\w.-]+)\s*(?:[:?+!]|::)?=`, "rule", `^([\w./%-][\w./% -]*?)\s*::?(?:[^=]|$)`),
	}
	terraform := &grammar{
		names: rules("resource", `^resource\s+("[^"]+"\s+"[^"]+")`, "data", `^data\s+("[^"]+"\s+"[^"]+")`, "module", `^module\s+"([^"]+)"`,
			"variable", `^variable\s+"([^"]+)"`, "output", `^output\s+"([^"]+)"`, "provider", `^provider\s+"([^"]+)"`),
		comment: slashStar,
	}
	stage := &grammar{
		imports: list(`(?i)^from\s+(\S+)`),
		names:   rules("argument", `(?i)^arg\s+(\w+)`, "port", `(?i)^expose\s+(.+)`, "command", `(?i)^(?:entrypoint|cmd)\s+(.+)`),
	}

	grammars := map[string]*grammar{}
	for languages, g := range map[string]*grammar{
		"python cython starlark":                          python,
		"javascript typescript jsx tsx vue svelte astro":  script,
		"c cpp objective-c objective-cpp cuda metal hlsl": c,
		"java kotlin scala swift groovy":                  java,
		"dart":                                            dart,
		"csharp":                                          &sharp,
		"rust":                                            rust,
		"ruby crystal":                                    ruby,
		"php":                                             php,
		"shell fish":                                      shell,
		"lua":                                             lua,
		"perl":                                            perl,
		"protobuf":                                        proto,
		"graphql":                                         graphql,
		"elixir":                                          elixir,
		"makefile":                                        makefile,
		"terraform hcl":                                   terraform,
		"dockerfile":                                      stage,
	} {
		for language := range strings.FieldsSeq(languages) {
			grammars[language] = g
		}
	}
	return grammars
})
