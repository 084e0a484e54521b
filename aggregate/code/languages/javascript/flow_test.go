package javascript

import (
	"testing"

	"dossier/aggregate/code/languages/langtest"
)

func TestPrepareFlow(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"exact objects", "type A = {| a: B |}", "type A = {  a: B  }"},
		{"maybe", "let a: ?B = (c: ?D) => e ? f : g", "let a:  B = (c:  D) => e ? f : g"},
		{"variance", "type A<+T> = {+a: T, -[b]: c}; d = e - f", "type A< T> = { a: T,  [b]: c}; d = e - f"},
		{"an object that is not exact", "type A = {a: B, ...}", "type A = {a: B,    }"},
		{"types that are spread", "type A = {...B, c: D}; e = {...f}", "type A = {x: B, c: D}; e = {...f}"},
		{"of a parameter", "function a(b: {...C}) {}", "function a(b: {x: C}) {}"},
		{"an object behind a question stays", "a(b ? c : {...d})", "a(b ? c : {...d})"},
		{"a cast", "a = (b: C).d", "a = (b   ).d"},
		{"parameters stay", "a = (b: C): D => e", "a = (b: C): D => e"},
		{"a choice in parentheses stays", "a = (b ? c : d)", "a = (b ? c : d)"},
		{"text of JSX stays", "a = (<b>c: d</b>)", "a = (<b>c: d</b>)"},
		{"parameters without names", "type A = (B<C>, d: E, string) => F", "type A = (x   , d: E, x     ) => F"},
		{"of methods of types", "interface A { b(C<D>, e: F): G }", "interface A { b(x   , e: F): G }"},
		{"a parameter without parentheses", "type A = Bc => D", "type A = (x)=> D"},
		{"what an arrow returns stays", "a = (b): Cd => e", "a = (b): Cd => e"},
		{"what a function returns", "function a(): Bc => D {}", "function a(): (x)=> D {}"},
		{"bounds", "function a<T: B<C> = D, E>(f: T) {}", "function a<T       = D, E>(f: T) {}"},
		{"parameters of an arrow", "a = <T: B>(c: T): D => e", "a =       (c: T): D => e"},
		{"no type arguments", "let a: B<> = c", "let a: B   = c"},
		{"an opaque type", "opaque type A: B = C", "       type A    = C"},
		{"one that is declared", "declare opaque type A: B;", "declare        type A= B;"},
		{"imported types", "import type {A} from 'b'; import typeof C from 'd'; import {typeof E} from 'f'", "import      {A} from 'b'; import        C from 'd'; import {       E} from 'f'"},
		{"a binding called type stays", "import type from 'a'; import type, {b} from 'c'", "import type from 'a'; import type, {b} from 'c'"},
		{"what is declared and exported", "declare export function a(): B", "declare        function a(): B"},
		{"what a module exports", "declare module.exports: A", "declare let    exports: A"},
		{"a predicate", "function a(b: C): boolean %checks {}", "function a(b: C): boolean         {}"},
		{"a component", "component A(b: C, 'd' as e: F) renders G { h }", "function  A(b: C,        e: F)           { h }"},
		{"an enum with a type", "enum A of string {B = 'c'}", "enum A           {B = 'c'}"},
		{"the type of a loop", "for (const a: B of c) {}", "for (const a    of c) {}"},
		{"any type", "let a: B<*> = c * d", "let a: B<x> = c * d"},
		{"type arguments at the end", "a<b>", "a<b>"},
		{"texts, templates and comments stay", "a = '{|' + `{| ${'b'}` + /{|\\//; // {|", "a = '{|' + `{| ${'b'}` + /{|\\//; // {|"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := []byte(tt.src)
			if got := string(prepareFlow(src)); got != tt.want || string(src) != tt.src {
				t.Errorf("prepareFlow(%q)\n = %q,\nwant %q; the source is now %q", tt.src, got, tt.want, src)
			}
		})
	}
}

func TestHasFlowPragma(t *testing.T) {
	tests := []struct {
		name, src string
		want      bool
	}{
		{"in a block", "/**\n * @flow strict-local\n */\na", true},
		{"in a line", "// @flow\na", true},
		{"behind another comment", "#!/usr/bin/env node\n/* licence */\n'use strict';\n// @flow\n", true},
		{"switched off", "// @noflow\n", false},
		{"behind code", "a\n// @flow\n", false},
		{"in a text", "'@flow'\n", false},
		{"nothing", "", false},
		{"a comment without an end", "/* @flow", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := hasFlowPragma([]byte(tt.src)); got != tt.want {
				t.Errorf("got %t, want %t", got, tt.want)
			}
		})
	}
}

func TestHasFlowTypes(t *testing.T) {
	tests := []struct {
		name, src string
		want      bool
	}{
		{"an alias", "type A = {|\n  b: C,\n|};", true},
		{"one that is exported", "export type A<B> = B;", true},
		{"an opaque type", "opaque type A: B;", true},
		{"imported types", "import type { A } from 'a';", true},
		{"the type of a module", "import typeof A from 'a';", true},
		{"a type called from", "import type from from 'a';", true},
		{"a field of a class", "class A extends B<C> {\n  a() {}\n  props: Props;\n}", true},
		{"one with a variance", "class A {\n  static +a: B = c;\n}", true},
		{"a binding called type", "import type from 'a'; import type, {b} from 'c'", false},
		{"a variable called type", "type = a;\n type\n a = b", false},
		{"a label", "class A { a() {\n  b: for (;;) c;\n } }", false},
		{"a case", "class A { a() { switch (b) {\n  case c: d;\n } } }", false},
		{"a choice", "class A {\n  a = b ?\n   c : d;\n}", false},
		{"a member of an object", "class A { a = {\n  b: c, d: e};\n}", false},
		{"in a text", "a = `\ntype A = B;\nclass C {\n  a: B;\n}`", false},
		{"in a comment", "/*\ntype A = B;\n*/", false},
		{"nothing", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := hasFlowTypes([]byte(tt.src)); got != tt.want {
				t.Errorf("got %t, want %t", got, tt.want)
			}
		})
	}
}

func FuzzPrepareFlow(f *testing.F) {
	prepare := func(src []byte) []byte {
		hasFlowTypes(src)
		return prepareFlow(src)
	}
	langtest.FuzzPrepare(f, prepare,
		"type A<+T: B> = {| +a: ?T, ...C |}; (a: (B, string) => *) => <T>(x) => y;",
		"import typeof A from 'a'; declare opaque type B: C; component D('e' as f) renders G {`${`a`}`}",
	)
}
