package lua

import "testing"

func TestPrepare(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"a comment is blank", "x() -- end\ny()", "x()       \ny()"},
		{"a long comment keeps its lines", "--[[ a\nb ]]x()", "      \n    x()"},
		{"a text holds nothing", `x("a\"b", 'c')`, `x("xxxx", 'x')`},
		{"a text may continue on the next line", "x('a\\\nb')", "x('xxxx')"},
		{"a text without an end is left alone", "x('a\ny()", "x('a\ny()"},
		{"long brackets are texts", "x = [=[ ]] ; ]=];", "x = [=[xxxxxx]=] "},
		{"a semicolon between statements is blank", "x(); y();", "x()  y() "},
		{"a semicolon in a table is a comma", "t = { a = 1; b() }", "t = { a = 1, b() }"},
		{"but not in a function there", "t = { f = function() x(); end; }", "t = { f = function() x()  end, }"},
		{"labels are blank", "::a:: goto a; b()", "              b()"},
		{"a field may be called goto", "x.goto = 1", "x.goto = 1"},
		{"attributes are blank", "local x <const> = 1", "local x         = 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(prepare([]byte(tt.src))); got != tt.want {
				t.Errorf("prepare(%q)\n = %q,\nwant %q", tt.src, got, tt.want)
			}
		})
	}
}

func FuzzPrepare(f *testing.F) {
	f.Add("local x = [[ a ]]; -- b\ngoto c ::c:: 'd\\z\n e'")
	f.Fuzz(func(t *testing.T, src string) {
		got := prepare([]byte(src))
		if len(got) != len(src) {
			t.Fatalf("%d bytes of %d", len(got), len(src))
		}
		for i := range got {
			if got[i] != src[i] && got[i] != ' ' && got[i] != 'x' && got[i] != ',' {
				t.Fatalf("byte %d of %q became %q", i, src, got[i])
			}
		}
	})
}
