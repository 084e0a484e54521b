package text

import (
	"fmt"
	"path"
	"strings"
	"sync"
)

// PlainText is the language of files without one.
const PlainText = "text"

// Notebook is the language of the text of a notebook: Markdown with a heading for each cell.
const Notebook = "notebook"

// FenceInfo returns the info string of a fenced block in a language: the language
// itself, or the name that highlighters use for it.
func FenceInfo(language string) string {
	if language == Notebook {
		return "markdown"
	}
	return language
}

// language is a language: the id for fences, the display name, and how its files are recognized.
// Extensions and names are in lower case and ignore case; a name in capitals is case-sensitive.
type language struct {
	id, display string
	extensions  string // space-separated, without the dot
	names       string // complete file names, space-separated
	programs    string // interpreters in shebang lines, without version numbers
}

// languages lists the languages by id. An id is a lower-case name that syntax highlighters know.
var languages = []language{
	{"ada", "Ada", "adb ads ada", "", ""},
	{"apacheconf", "ApacheConf", "", ".htaccess httpd.conf apache2.conf", ""},
	{"asciidoc", "AsciiDoc", "adoc asciidoc asc", "", ""},
	{"asm", "Assembly", "asm nasm s", "", ""},
	{"astro", "Astro", "astro", "", ""},
	{"awk", "Awk", "awk", "", "awk gawk mawk nawk"},
	{"batch", "Batchfile", "bat cmd", "", ""},
	{"bibtex", "BibTeX", "bib", "", ""},
	{"bicep", "Bicep", "bicep", "", ""},
	{"c", "C", "c", "", "tcc"},
	{"clojure", "Clojure", "clj cljs cljc edn", "", "clojure bb"},
	{"cmake", "CMake", "cmake", "cmakelists.txt", ""},
	{"cobol", "COBOL", "cob cbl cpy", "", ""},
	{"coffeescript", "CoffeeScript", "coffee", "cakefile", "coffee"},
	{"cpp", "C++", "cc cpp cxx c++ hh hpp hxx h++ ipp tpp inl ino", "", ""},
	{"crystal", "Crystal", "cr", "", "crystal"},
	{"csharp", "C#", "cs csx", "", ""},
	{"css", "CSS", "css", "", ""},
	{"csv", "CSV", "csv", "", ""},
	{"cuda", "CUDA", "cu cuh", "", ""},
	{"cue", "CUE", "cue", "", ""},
	{"cython", "Cython", "pyx pxd pxi", "", ""},
	{"d", "D", "d di", "", ""},
	{"dart", "Dart", "dart", "", "dart"},
	{"desktop", "Desktop file", "desktop", "", ""},
	{"diff", "Diff", "diff patch", "", ""},
	{"dockerfile", "Dockerfile", "dockerfile containerfile", "dockerfile containerfile", ""},
	{"dotenv", "Dotenv", "env", ".env", ""},
	{"editorconfig", "EditorConfig", "", ".editorconfig", ""},
	{"elixir", "Elixir", "ex exs", "mix.lock", "elixir"},
	{"elm", "Elm", "elm", "", ""},
	{"emacs-lisp", "Emacs Lisp", "el", ".emacs", ""},
	{"erb", "ERB", "erb rhtml", "", ""},
	{"erlang", "Erlang", "erl hrl", "rebar.config rebar.lock", "escript"},
	{"fish", "fish", "fish", "", "fish"},
	{"fortran", "Fortran", "f f77 f90 f95 f03 f08 for", "", ""},
	{"fsharp", "F#", "fs fsi fsx", "", ""},
	{"gdscript", "GDScript", "gd", "", ""},
	{"gherkin", "Gherkin", "feature", "", ""},
	{"gitignore", "Ignore list", "", ".gitignore .ignore .dockerignore .npmignore .dossierignore .scignore .prettierignore .eslintignore .gcloudignore .helmignore", ""},
	{"gleam", "Gleam", "gleam", "", ""},
	{"glsl", "GLSL", "glsl vert frag geom comp tesc tese", "", ""},
	{"go", "Go", "go", "", ""},
	{"go-checksums", "Go checksums", "", "go.sum go.work.sum", ""},
	{"go-module", "Go module", "", "go.mod go.work", ""},
	{"go-template", "Go template", "tmpl gotmpl gohtml", "", ""},
	{"graphql", "GraphQL", "graphql gql graphqls", "", ""},
	{"groovy", "Groovy", "groovy gvy gradle", "jenkinsfile", "groovy"},
	{"handlebars", "Handlebars", "hbs handlebars", "", ""},
	{"haskell", "Haskell", "hs", "", "runhaskell runghc stack"},
	{"haxe", "Haxe", "hx", "", ""},
	{"hcl", "HCL", "hcl nomad", ".terraform.lock.hcl", ""},
	{"hlsl", "HLSL", "hlsl fx", "", ""},
	{"html", "HTML", "html htm xhtml", "", ""},
	{"idris", "Idris", "idr", "", ""},
	{"ini", "INI", "ini cfg conf", ".gitconfig .gitmodules .pylintrc .flake8 setup.cfg .npmrc .hgrc", ""},
	{"java", "Java", "java", "", "java"},
	{"javascript", "JavaScript", "js mjs cjs es6", "jakefile", "node nodejs"},
	{"jinja", "Jinja", "j2 jinja jinja2", "", ""},
	{"json", "JSON", "json jsonc json5 geojson webmanifest har topojson", ".babelrc .eslintrc .prettierrc .swcrc composer.lock pipfile.lock flake.lock", ""},
	{"jsonl", "JSON Lines", "jsonl ndjson", "", ""},
	{"jsonnet", "Jsonnet", "jsonnet libsonnet", "", ""},
	{"jsx", "JSX", "jsx", "", ""},
	{"julia", "Julia", "jl", "", "julia"},
	{"just", "Just", "just", "justfile .justfile", "just"},
	{"kotlin", "Kotlin", "kt kts", "", "kotlin"},
	{"less", "Less", "less", "", ""},
	{"lisp", "Common Lisp", "lisp lsp cl asd", "", "sbcl clisp"},
	{"lua", "Lua", "lua", "", "lua luajit"},
	{"makefile", "Makefile", "mk mak make", "makefile gnumakefile bsdmakefile makefile.am makefile.in", "make"},
	{"markdown", "Markdown", "md markdown mdown mkd mkdn", "", ""},
	{"matlab", "MATLAB", "", "", ""},
	{"mdx", "MDX", "mdx", "", ""},
	{"mermaid", "Mermaid", "mmd mermaid", "", ""},
	{"meson", "Meson", "", "meson.build meson_options.txt meson.options", ""},
	{"metal", "Metal", "metal", "", ""},
	{"nginx", "Nginx", "nginx nginxconf", "nginx.conf", ""},
	{"nim", "Nim", "nim nims nimble", "", "nim"},
	{"nix", "Nix", "nix", "", ""},
	{Notebook, "Jupyter notebook", "ipynb", "", ""},
	{"objective-c", "Objective-C", "m", "", ""},
	{"objective-cpp", "Objective-C++", "mm", "", ""},
	{"ocaml", "OCaml", "ml mli", "", "ocaml"},
	{"odin", "Odin", "odin", "", ""},
	{"org", "Org", "org", "", ""},
	{"pascal", "Pascal", "pas pp dpr lpr", "", ""},
	{"perl", "Perl", "pl pm t", "", "perl"},
	{"php", "PHP", "php phtml php3 php4 php5 phps", "", "php"},
	{"plantuml", "PlantUML", "puml plantuml", "", ""},
	{"powershell", "PowerShell", "ps1 psm1 psd1", "", "pwsh powershell"},
	{"prisma", "Prisma", "prisma", "", ""},
	{"prolog", "Prolog", "prolog", "", "swipl"},
	{"properties", "Properties", "properties", "", ""},
	{"protobuf", "Protocol Buffers", "proto", "", ""},
	{"pug", "Pug", "pug jade", "", ""},
	{"puppet", "Puppet", "", "puppetfile", ""},
	{"purescript", "PureScript", "purs", "", ""},
	{"python", "Python", "py pyi pyw", "sconstruct sconscript wscript", "python pypy uv"},
	{"qml", "QML", "qml", "", ""},
	{"r", "R", "r", ".rprofile", "rscript"},
	{"racket", "Racket", "rkt", "", "racket"},
	{"rego", "Rego", "rego", "", ""},
	{"requirements", "pip requirements", "", "requirements.txt requirements-dev.txt constraints.txt", ""},
	{"rst", "reStructuredText", "rst rest", "", ""},
	{"ruby", "Ruby", "rb rake gemspec ru podspec", "rakefile gemfile guardfile vagrantfile podfile brewfile fastfile capfile berksfile", "ruby jruby rake"},
	{"rust", "Rust", "rs", "", "rust-script"},
	{"sass", "Sass", "sass", "", ""},
	{"scala", "Scala", "scala sc sbt", "", "scala"},
	{"scheme", "Scheme", "scm ss sld", "", "guile"},
	{"scss", "SCSS", "scss", "", ""},
	{"shell", "Shell", "sh bash zsh ksh bats", ".bashrc .bash_profile .bash_aliases .bash_logout .profile .zshrc .zshenv .zprofile .envrc apkbuild pkgbuild configure gradlew", "sh bash zsh ksh dash ash bats"},
	{"smalltalk", "Smalltalk", "st", "", ""},
	{"solidity", "Solidity", "sol", "", ""},
	{"sql", "SQL", "sql ddl dml", "", ""},
	{"starlark", "Starlark", "bzl star bazel", "BUILD WORKSPACE build.bazel workspace.bazel module.bazel tiltfile", ""},
	{"stylus", "Stylus", "styl", "", ""},
	{"svelte", "Svelte", "svelte", "", ""},
	{"swift", "Swift", "swift", "", "swift"},
	{"systemd", "systemd unit", "service socket timer mount target", "", ""},
	{"systemverilog", "SystemVerilog", "sv svh", "", ""},
	{"tcl", "Tcl", "tcl tk", "", "tclsh wish expect"},
	{"terraform", "Terraform", "tf tfvars tofu", "", ""},
	{"tex", "TeX", "tex sty cls ltx dtx", "", ""},
	{PlainText, "Plain text", "txt text log", "license copying authors notice readme changelog version codeowners", ""},
	{"thrift", "Thrift", "thrift", "", ""},
	{"toml", "TOML", "toml", "cargo.lock poetry.lock uv.lock pipfile gopkg.lock pdm.lock", ""},
	{"tsv", "TSV", "tsv", "", ""},
	{"tsx", "TSX", "tsx", "", ""},
	{"twig", "Twig", "twig", "", ""},
	{"typescript", "TypeScript", "ts mts cts", "", "deno ts-node bun tsx"},
	{"typst", "Typst", "typ", "", ""},
	{"v", "V", "vsh", "v.mod", "v"},
	{"vala", "Vala", "vala vapi", "", ""},
	{"vb.net", "Visual Basic .NET", "vb bas", "", ""},
	{"verilog", "Verilog", "v vh", "", ""},
	{"vhdl", "VHDL", "vhd vhdl", "", ""},
	{"vim", "Vim script", "vim", ".vimrc .gvimrc _vimrc", ""},
	{"vue", "Vue", "vue", "", ""},
	{"wgsl", "WGSL", "wgsl", "", ""},
	{"xml", "XML", "xml xsd xsl xslt svg plist csproj fsproj vbproj props targets resx xaml wsdl rss atom kml gpx storyboard xib nuspec dtd iml", "pom.xml", ""},
	{"yaml", "YAML", "yaml yml", ".clang-format .clang-tidy .clangd .yamllint pnpm-lock.yaml", ""},
	{"zig", "Zig", "zig zon", "", ""},
}

// languageIndex looks up languages.
type languageIndex struct {
	byExtension, byName, byProgram, byID map[string]language
}

var loadLanguages = sync.OnceValue(func() languageIndex {
	index := languageIndex{map[string]language{}, map[string]language{}, map[string]language{}, map[string]language{}}
	for _, l := range languages {
		index.byID[l.id] = l
		for into, words := range map[*map[string]language]string{
			&index.byExtension: l.extensions, &index.byName: l.names, &index.byProgram: l.programs,
		} {
			for word := range strings.FieldsSeq(words) {
				(*into)[word] = l
			}
		}
	}
	return index
})

// Language returns the language of a file for the info string of a fence: a lower-case word such
// as go, python, cpp or markdown, without spaces and backticks, and [PlainText] if it is unknown.
// The name decides first, then its extension, ignoring case, then a shebang line. Content
// resolves ambiguous names: a .h file is C unless it looks like C++ or Objective-C, a .m file
// Objective-C unless it is MATLAB.
func Language(name, content string) string {
	index := loadLanguages()
	base := strings.ToLower(path.Base(name))
	for _, exact := range []string{path.Base(name), base} {
		if l, ok := index.byName[exact]; ok {
			return l.id
		}
	}
	ext := strings.TrimPrefix(path.Ext(base), ".")
	switch ext {
	case "h":
		return headerLanguage(content)
	case "m":
		return objectiveOrMatlab(content)
	case "flow":
		if strings.HasSuffix(base, ".js.flow") { // type annotations of a script
			return "javascript"
		}
	}
	if l, ok := index.byExtension[ext]; ok {
		return l.id
	}
	// A known name with a suffix: Dockerfile.dev, .env.local.
	stem := base
	if dot := strings.Index(base[1:], "."); dot >= 0 {
		stem = base[:1+dot]
	}
	if l, ok := index.byName[stem]; ok {
		return l.id
	}
	if l, ok := index.byProgram[shebang(content)]; ok {
		return l.id
	}
	if strings.HasPrefix(content, "<?xml") {
		return "xml"
	}
	return PlainText
}

// LanguageName returns the display name of a language: C++ for cpp. It returns unknown ids
// unchanged.
func LanguageName(id string) string {
	if l, ok := loadLanguages().byID[id]; ok {
		return l.display
	}
	return id
}

// FindLanguage returns the id of a language given by the user: by id, by name in any case, with
// spaces or hyphens, or by file extension. It returns "" for an unknown one.
func FindLanguage(word string) string {
	index := loadLanguages()
	word = strings.ToLower(strings.TrimSpace(word))
	if _, ok := index.byID[word]; ok {
		return word
	}
	for _, l := range languages {
		if name := strings.ToLower(l.display); word == name || word == strings.ReplaceAll(name, " ", "-") {
			return l.id
		}
	}
	return index.byExtension[strings.TrimPrefix(word, ".")].id
}

// FindLanguages returns the ids of languages as [FindLanguage] finds them. The error names the first unknown one.
func FindLanguages(words []string) ([]string, error) {
	var ids []string
	for _, word := range words {
		id := FindLanguage(word)
		if id == "" {
			return nil, fmt.Errorf("there is no language %q; name one such as go, python or typescript", word)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// shebang returns the program in the shebang line of a script, in lower case and without its
// version: python for "#!/usr/bin/env -S python3.12 -u".
func shebang(content string) string {
	line, _, _ := strings.Cut(content[:min(len(content), 256)], "\n")
	line, ok := strings.CutPrefix(line, "#!")
	if !ok {
		return ""
	}
	for word := range strings.FieldsSeq(line) {
		program := strings.ToLower(path.Base(word))
		if program == "env" || strings.HasPrefix(word, "-") || strings.Contains(word, "=") {
			continue
		}
		return strings.TrimRight(program, "0123456789.")
	}
	return ""
}

// sniffed is the max number of bytes examined to detect a file's language.
const sniffed = 64 << 10

// headerLanguage distinguishes the three languages of .h files by lines that only one of them can
// contain.
func headerLanguage(content string) string {
	comment := false
	for line := range strings.Lines(content[:min(len(content), sniffed)]) {
		line = strings.TrimSpace(line)
		if comment || strings.HasPrefix(line, "/*") {
			comment = !strings.Contains(line, "*/")
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "@interface", "@protocol", "@class", "@property", "#import":
			return "objective-c"
		case "namespace", "template", "using", "public:", "private:", "protected:", "virtual", "constexpr", "explicit", "friend", "class":
			return "cpp"
		case "#include":
			// C++ headers have no extension.
			if header := strings.Trim(rest, " "); strings.HasPrefix(header, "<") && !strings.Contains(header, ".") {
				return "cpp"
			}
		}
		if strings.HasPrefix(line, "template<") || !strings.HasPrefix(line, "//") && strings.Contains(line, "std::") {
			return "cpp"
		}
	}
	return "c"
}

func objectiveOrMatlab(content string) string {
	for line := range strings.Lines(content[:min(len(content), sniffed)]) {
		word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case word == "" || strings.HasPrefix(word, "//") || strings.HasPrefix(word, "/*"):
			continue
		case strings.HasPrefix(word, "%") || word == "function" || word == "classdef" || word == "end":
			return "matlab"
		case strings.HasPrefix(word, "@") || strings.HasPrefix(word, "#"):
			return "objective-c"
		}
	}
	return "objective-c"
}
