package javascript

import "testing"

func TestWithMethodNames(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"of a class", "class A {\n a\n (b: C) {}\n}", "class A {\n a\n?(b: C) {}\n}"},
		{"of an interface", "interface A<B> extends C {\n a\n  (): B;\n}", "interface A<B> extends C {\n a\n ?(): B;\n}"},
		{"with modifiers", "class A {\n b = 1;\n private static async a // c\n\t() {}\n}", "class A {\n b = 1;\n private static async a // c\n?() {}\n}"},
		{"with a private name", "class A {\n #a\n () {}\n}", "class A {\n #a\n?() {}\n}"},
		{"behind another", "class A {\n a() {}\n b\n () {}\n}", "class A {\n a() {}\n b\n?() {}\n}"},
		{"a call in a method stays", "class A {\n a() {\n  b\n  ()\n }\n}", "class A {\n a() {\n  b\n  ()\n }\n}"},
		{"a call in a value stays", "class A {\n a = b\n ()\n}", "class A {\n a = b\n ()\n}"},
		{"the signature of a call stays", "interface A {\n a: string\n (b: C): D\n}", "interface A {\n a: string\n (b: C): D\n}"},
		{"an object stays", "a = {\n b\n () {}\n}", "a = {\n b\n () {}\n}"},
		{"a name that is class stays", "a.class; {\n b\n ()\n}", "a.class; {\n b\n ()\n}"},
		{"without white space to spare", "class A {\na\n() {}\n (\n}", "class A {\na\n() {}\n (\n}"},
		{"texts stay", "class A {\n a = `\n b\n ()`\n}", "class A {\n a = `\n b\n ()`\n}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := []byte(tt.src)
			if got := string(withMethodNames(src)); got != tt.want || string(src) != tt.src {
				t.Errorf("withMethodNames(%q)\n = %q,\nwant %q; the source is now %q", tt.src, got, tt.want, src)
			}
		})
	}
}

func FuzzWithMethodNames(f *testing.F) {
	f.Add("class A<B> extends C {\n private a\n ()\n { b\n () }\n}")
	f.Add("interface\n (class\n ) {|\n a\n (`${`\n")
	f.Fuzz(func(t *testing.T, src string) {
		got := withMethodNames([]byte(src))
		if len(got) != len(src) {
			t.Fatalf("%d bytes of %d", len(got), len(src))
		}
		for i := range got {
			if got[i] != src[i] && (got[i] != '?' || src[i] != ' ' && src[i] != '\t') {
				t.Fatalf("%q became %q", src, got)
			}
		}
	})
}
