package grammar

import "testing"

func TestWithoutConflicts(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"nothing to do", "a <<<<<<< b\n  =======\n", "a <<<<<<< b\n  =======\n"},
		{"every mark is as many spaces", "<<<<<<< A\na\n||||||| B\nb\n=======\nc\n>>>>>>> C\n", "         \na\n         \nb\n       \nc\n         \n"},
		{"lines may end with a carriage return", "a\r\n=======\r\nb", "a\r\n        \nb"},
		{"a longer rule is text", "========\n<<<<<<<<\n", "========\n<<<<<<<<\n"},
		{"one mark is enough", "x\n>>>>>>> end", "x\n           "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := []byte(tt.src)
			if got := string(WithoutConflicts(src)); got != tt.want || string(src) != tt.src {
				t.Errorf("got %q of %q, want %q of %q", got, src, tt.want, tt.src)
			}
		})
	}
}
