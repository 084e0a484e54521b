package grammar

import "testing"

func TestElisionOf(t *testing.T) {
	tests := []struct {
		name          string
		elision       Elision
		body, special string
		want          string // "" stays
	}{
		{"a long body", Braces, "{ return x }", "", "{ ... }"},
		{"one word stays", Braces, "{ x }", "", ""},
		{"as long as the elision", Braces, "{ f() }", "", ""},
		{"one word that is longer", Braces, "{ f(x) }", "", "{ ... }"},
		{"one word on its own line", Braces, "{\n\tx\n}", "", ""},
		{"two words that are shorter", Braces, "{a b}", "", "{}"},
		{"two words as long as the elision", Braces, "{ a b }", "", "{ ... }"},
		{"nothing in it", Braces, "{ }", "", ""},
		{"an expression of an arrow", Braces, "x", "", ""},
		{"an object in parentheses", Braces, "({})", "", ""},
		{"in Python", Dots, "x", "", ""},
		{"two words in Python", Dots, "a b", "", "..."},
		{"four letters in Python", Dots, "self", "", "..."},
		{"pass stays", Dots, "pass", "", ""},
		{"an ellipsis stays", Dots, "...", "", ""},
		{"between words", Words, "nil", "", ""},
		{"a special elision", Braces, "( cd / )", "( ... )", "( ... )"},
		{"one word of it", Braces, "( ls )", "( ... )", ""},
		{"two short words of it", Braces, "(a b)", "( ... )", "( ... )"},
		{"blanks around an elision do not count", Braces, "abcd", " ... ", " ... "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := tt.elision.placeholder(tt.body, tt.special)
			if got != tt.want || ok != (tt.want != "") {
				t.Errorf("%q becomes %q, %t; want %q", tt.body, got, ok, tt.want)
			}
		})
	}
}
