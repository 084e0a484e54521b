package grammar

import (
	"testing"

	"github.com/smacker/go-tree-sitter/javascript"

	"dossier/aggregate/code"
)

// heads are typical of languages.
var heads = Heads{
	Modifiers: `public|static|class|data|pub|export|default`,
	Lines: []Head{
		{Kind: code.Function, Expr: `(?:func|fn)\s+` + Name},
		{Kind: code.Variable, Expr: `(?:const|var)\s+` + Name},
		{Kind: code.Class, Expr: `class\s+` + Name},
		{Kind: code.Namespace, Expr: `namespace\s+` + Name},
		{Kind: code.Struct, Expr: `struct\s+` + Name + `\s*\{`},
		{Expr: `impl\s+` + Name},
	},
}

func TestContainer(t *testing.T) {
	tests := []struct {
		name, before string
		want         string // "" for none
	}{
		{"a class", "class Server ", "Class Server"},
		{"annotations and modifiers", "@A @B(1) export default class Server extends Base<T> ", "Class Server"},
		{"a line above a brace", "x()\nclass Server\n  ", "Class Server"},
		{"behind another on its line", "a(); class Server ", "Class Server"},
		{"what it takes and builds upon", "data class Point(val x: Int) : Base(x) ", "Class Point"},
		{"a namespace", "namespace a ", "Namespace a"},
		{"a block that is not listed", "impl Server ", " Server"},
		{"a default value of a type's parameter", "class Server<T =", "Class Server"},

		{"a function that gives a struct", "struct s make(void) ", ""},
		{"one that gives an implementation", "pub fn run() -> impl Fn() ", ""},
		{"one of a class", "class func make() -> Server ", ""},
		{"a variable of a class", "class var shared: Server ", ""},
		{"a variable that holds a class", "const Server = class ", ""},
		{"a function in a header", "class Widget extends mixin(Base, () => ", ""},
		{"a function as an argument", "class Widget extends mixin(Base, ", ""},
		{"a value on the line of a class", "class A: x =", ""},
		{"a method of a class on its line", "class Server { run() ", ""},
		{"a call", "classes(x) ", ""},
		{"nothing", "", ""},
	}
	l := New(Language{IDs: []string{"x"}, Heads: heads})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			kind, name, ok := l.Container([]byte(tt.before+"{ x }"), len(tt.before))
			if got := string(kind) + " " + name; ok != (tt.want != "") || ok && got != tt.want {
				t.Errorf("%q (%t), want %q", got, ok, tt.want)
			}
		})
	}
}

// TestContainersAreNotCut checks that what a grammar parses as a function, but has the head of a
// container, is a container: its members are found.
func TestContainersAreNotCut(t *testing.T) {
	const src = "class Server {\n  run() { secret(); }\n}\nfunction free() { secret(); }\n"
	for _, query := range []string{
		"(class_declaration name: (_) @name.definition.function body: (_) @body) @definition.function\n",
		"(class_declaration body: (_) @body)\n",
		"(class_declaration body: (_) @value)\n",
		"(class_declaration name: (_) @name.definition.variable body: (_) @value) @definition.variable\n",
	} {
		l := New(Language{
			IDs: []string{"javascript"}, Support: code.FullSupport, Grammar: javascript.GetLanguage, Elision: Braces, Heads: heads,
			Query: query + "(method_definition name: (_) @name.definition.method body: (_) @body) @definition.method\n" +
				"(function_declaration name: (_) @name.definition.function body: (_) @body) @definition.function\n",
		})
		s, err := l.Parse([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := s.Skeleton(src), "class Server {\n  run() { ... }\n}\nfunction free() { ... }\n"; got != want {
			t.Errorf("with %s the skeleton is\n%s\nwant\n%s", query, got, want)
		}
	}
}
