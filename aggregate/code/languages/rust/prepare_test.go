package rust

import (
	"strings"
	"testing"
)

func TestPrepare(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"items in a macro are read", "cfg_rt! { fn f() {} }", "          fn f() {}  "},
		{"behind attributes and comments", "m! { #[a = \"]\"] /* b */ pub struct S; }", "     #[a = \"]\"] /* b */ pub struct S;  "},
		{"what is no item is left alone", "bitflags! { pub struct S: u8 { } }", "bitflags! { pub struct S: u8 { } }"},
		{"a macro among expressions is left alone", "let x = m! { fn f() {} };", "let x = m! { fn f() {} };"},
		{"a definition of a macro is left alone", "macro_rules! m { () => { fn f() {} }; }", "macro_rules! m { () => { fn f() {} }; }"},
		{"braces in texts and letters do not count", "m! { fn f() { \"}\"; '}'; r#\"}\"\"#; b'}' } }", "     fn f() { \"}\"; '}'; r#\"}\"\"#; b'}' }  "},
		{"nor do lifetimes hide them", "m! { fn f<'a>(x: &'a u8) {} }", "     fn f<'a>(x: &'a u8) {}  "},
		{"arms of cfg_if are read", "cfg_if! { if #[cfg(a)] { fn f() {} } else { mod m; } }", "                         fn f() {}          mod m;    "},
		{
			"as many as there are", "cfg_if! { if #[a] { use a; } else if #[b] { use b; } else { use c; } }",
			"                    use a;                  use b;          use c;    ",
		},
		{"a macro that is called as a type is", "f(str![[r#\"a\"#]], str, str!(1), a.str != b)", "f(    [[r#\"a\"#]], str,     (1), a.str != b)"},
		{"empty parameters of impl", "m! { impl<> A { } }\nimpl<T> B<T> { }", "     impl   A { }  \nimpl<T> B<T> { }"},
		{"unsafe extern blocks", "unsafe extern \"C\" {\n    safe fn f();\n}", "       extern \"C\" {\n         fn f();\n}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(prepare([]byte(tt.src))); got != tt.want {
				t.Errorf("prepare(%q)\n = %q,\nwant %q", tt.src, got, tt.want)
			}
		})
	}
}

// TestPrepareOneLine prepares one long line, as in generated code. It would take minutes if the line was searched for
// each word.
func TestPrepareOneLine(t *testing.T) {
	src := strings.Repeat("let a = b; ", 1<<17)
	if got := string(prepare([]byte(src))); got != src {
		t.Errorf("%d bytes are changed to %d", len(src), len(got))
	}
}

// TestPrepareLongComment prepares a macro with an item below a long comment.
func TestPrepareLongComment(t *testing.T) {
	docs := strings.Repeat("    /// Doc.\n", 1000)
	src := "cfg_net! {\n" + docs + "    #[derive(Debug)]\n    pub struct A { b: C }\n}\n"
	want := "          \n" + docs + "    #[derive(Debug)]\n    pub struct A { b: C }\n \n"
	if got := string(prepare([]byte(src))); got != want {
		t.Errorf("the macro stays: %.40q", got)
	}
}

func FuzzPrepare(f *testing.F) {
	f.Add("cfg_if! { if #[cfg(a)] { fn f() {} } else if #[b] { r#\"}\"# } }")
	f.Add("unsafe extern \"C\" {\n safe fn f(c: '\\u{10ffff}'); /* /* */ */ }")
	f.Fuzz(func(t *testing.T, src string) {
		got := prepare([]byte(src))
		if len(got) != len(src) {
			t.Fatalf("%d bytes of %d", len(got), len(src))
		}
		for i := range got {
			if got[i] != src[i] && (got[i] != ' ' || strings.ContainsRune("\n", rune(src[i]))) {
				t.Fatalf("byte %d of %q became %q", i, src, got[i])
			}
		}
	})
}
