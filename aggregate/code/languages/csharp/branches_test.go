package csharp

import (
	"strings"
	"testing"
)

func TestWithoutBranches(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"whole declarations stay", "#if A\nint B() { }\n#else\nint C() { }\n#endif", "#if A\nint B() { }\n#else\nint C() { }\n#endif"},
		{"the first of those that open a block", "#if A\nif (a) {\n#elif B\nif (b) {\n#else\n{\n#endif\n}", "\nif (a) {\n\n\n\n\n\n}"},
		{"or close one", "{\n#if A\nb(); }\n#else\nc(); }\n#endif", "{\n\nb();\n\n\n     }"},
		{"or close one and open another", "{\n#if A\n} else {\n#else\n} else if (b) {\n#endif\n}", "{\n\n} else {\n\n\n\n}"},
		{"one that is alone in that stays with the others", "#if A\nif (a)\n{\n#else\n#endif", "#if A\nif (a)\n{\n#else\n#endif"},
		{"in another", "#if A\n{\n#if B\n{\n#else\n{\n#endif\n#else\n{ {\n#endif", "\n{\n\n{\n\n\n\n\n\n"},
		{"modifiers", "class A\n{\n#if A\npublic\n#else\ninternal\n#endif\nint B;\n}", "class A\n{\n\npublic\n\n\n\nint B;\n}"},
		{"the rest of a declaration", "int B()\n#if A\n{ return 1; }\n#else\n=> 2;\n#endif", "int B()\n\n{ return 1; }\n\n\n"},
		{"what may hold declarations stays", "public\n#if A\nint B() { }\n#else\nlong B() { }\n#endif", "public\n#if A\nint B() { }\n#else\nlong B() { }\n#endif"},
		{"headers of methods stay", "#if A\nint B()\n#else\nint C()\n#endif\n{ }", "#if A\nint B()\n#else\nint C()\n#endif\n{ }"},
		{"behind a byte order mark", "\ufeff#if A\n{\n#else\n#endif", "\ufeff#if A\n{\n#else\n#endif"},
		{"elements of a list stay", "f(a,\n#if A\nb,\n#else\nc,\n#endif\nd)", "f(a,\n#if A\nb,\n#else\nc,\n#endif\nd)"},
		{"attributes stay", "#if A\n[B]\n#else\n[C]\n#endif\nint D;", "#if A\n[B]\n#else\n[C]\n#endif\nint D;"},
		{"brackets in texts and comments do not count", "#if A\na(\"{\\\"{\", '{', '\\'', @\"{\"\"{\", $@\"{\", \"\"\"{\n\"\"\"); // {\n#else\n/* { */\n#endif", ""},
		{"nor do directives", "#if A\n#region it's {\n#else\n#region {\n#endif", ""},
		{"directives without an end", "#if A\n{\n#else\n{\n", "\n{\n\n{\n"},
		{"or without a beginning", "#else\n{\n#endif\n", "\n{\n\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := string(withoutBranches([]byte(tt.src)))
			if len(got) != len(tt.src) || strings.Count(got, "\n") != strings.Count(tt.src, "\n") {
				t.Errorf("%q became %q", tt.src, got)
			}
			if tt.want == "" {
				tt.want = tt.src
			}
			lines := strings.Split(got, "\n")
			for i := range lines {
				lines[i] = strings.TrimRight(lines[i], " ")
			}
			if got := strings.Join(lines, "\n"); got != tt.want {
				t.Errorf("withoutBranches(%q)\n = %q,\nwant %q", tt.src, got, tt.want)
			}
		})
	}
}

func FuzzWithoutBranches(f *testing.F) {
	f.Add("#if A\nif (a) {\n#elif B\n\"\n#else\n'{'\n#endif\n}")
	f.Add("#if\n#if\n@\"\"\"$\"\"\"\n#el\n{\n#endif\n#el\n}\n#endif")
	f.Fuzz(func(t *testing.T, src string) {
		got := string(withoutBranches([]byte(src)))
		if len(got) != len(src) {
			t.Fatalf("%d bytes of %d", len(got), len(src))
		}
		for i := range got {
			if got[i] != src[i] && (got[i] != ' ' && got[i] != '}' || src[i] == '\n') {
				t.Fatalf("%q became %q", src, got)
			}
		}
	})
}
