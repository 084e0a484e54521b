package rank

import (
	"slices"
	"testing"
)

func TestDefining(t *testing.T) {
	x := newFolder(t, map[string]string{
		"a.go": "package a\n\ntype Server struct{}\n\nfunc (s *Server) Close() { s.flush() }\n",
		"b.go": "package a\n\nfunc Close() {}\n\nfunc flush() { Close() }\n", "same/b.go": "package a\n\nfunc Close() {}\n\nfunc flush() { Close() }\n",
		"c.go": "package a\n\n// Close is called.\nfunc use() { Close() }\n", "d.json": `{"Close": 1}`,
	}).update(t, &Index{})
	for name, want := range map[string][]string{"Close": {"a.go", "b.go", "same/b.go"}, "Server": {"a.go"}, "close": nil, "flush": {"b.go", "same/b.go"}, "nowhere": nil} {
		if got, all := x.Defining(name); !slices.Equal(got, want) || !all {
			t.Errorf("%s is defined by %q (all: %t), want %q", name, got, all, want)
		}
	}
	x.over = 1
	if _, all := x.Defining("Close"); all {
		t.Error("a full index knows all files")
	}
	for name, want := range map[string]bool{"Close": true, "käse": true, "$x_1": true, "no": false, "": false, "a b": false, "operator==": false, "Server.Close": false} {
		if IsName(name) != want {
			t.Errorf("%q is a name: %t", name, !want)
		}
	}
}
