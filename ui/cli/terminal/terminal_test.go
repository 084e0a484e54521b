package terminal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"syscall"
	"testing"
)

// A terminal is sent no control character that is not the program's own, however the text
// is cut into writes.
func TestOutputToTerminal(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"text goes through", "é漢🙂 👩‍👩‍👧\n\tx\n", "é漢🙂 👩‍👩‍👧\n\tx\n"},
		{"a title and a colour", "a\x1b]0;t\x07\x1b[31mb", `a\x1b]0;t\x07\x1b[31mb`},
		{"what is erased", "a\bb\x7f", `a\x08b\x7f`},
		{"the other controls", "a\u009b31mb", `a⟦U+009B⟧31mb`},
		{"bytes that are no text", "a\x9b\xffb\xc3", `a\x9b\xffb\xc3`},
		{"a line that is written over", "rm -rf\rls    ", `rm -rf\rls    `},
		{"line ends of Windows", "a\r\nb\r\n", "a\r\nb\r\n"},
		{"a return at the end", "a\r", `a\x0d`},
		{"several", "\r\r\n", "\\r\r\n"},
		{"the replacement character itself", "\ufffd", "\ufffd"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, step := range []int{1, 2, 3, 100} {
				var got bytes.Buffer
				out := &Output{w: &got, terminal: true}
				for part := range slices.Chunk([]byte(tt.text), step) {
					if n, err := out.Write(part); n != len(part) || err != nil {
						t.Fatal(n, err)
					}
				}
				if err := out.Finish(); err != nil || got.String() != tt.want {
					t.Errorf("in steps of %d: %q, want %q; error %v", step, &got, tt.want, err)
				}
			}
			var got bytes.Buffer
			out := New(&got)
			fmt.Fprint(out, tt.text)
			if err := out.Finish(); err != nil || got.String() != tt.text {
				t.Errorf("not to a terminal: %q, error %v", &got, err)
			}
		})
	}
}

// Errors of the system and the library are printed without the names of their calls.
func TestSentence(t *testing.T) {
	_, missing := os.Lstat("/no/such/file")
	_, number := strconv.Atoi("P9")
	_, large := strconv.Atoi("99999999999999999999")
	tests := []struct {
		err  error
		want string
	}{
		{errors.New("as it is"), "as it is"},
		{missing, "/no/such/file does not exist"},
		{fmt.Errorf("import presets: %w", missing), "import presets: /no/such/file does not exist"},
		{errors.Join(missing, number), "/no/such/file does not exist\n\"P9\" is no number"},
		{&fs.PathError{Op: "openat", Path: "a\x1b", Err: syscall.EACCES}, `a\x1b: permission denied`},
		{&fs.PathError{Op: "mkdirat", Path: "a", Err: fs.ErrExist}, "a already exists"},
		{&os.LinkError{Op: "renameat", Old: "a", New: "b", Err: syscall.EXDEV}, "a to b: invalid cross-device link"},
		{fmt.Errorf("write a: %w", os.NewSyscallError("fsync", syscall.EIO)), "write a: input/output error"},
		{large, "99999999999999999999 is too large a number"},
	}
	for _, tt := range tests {
		if got := Sentence(tt.err); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestTheNullDeviceIsNoTerminal(t *testing.T) {
	f, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if New(f).terminal {
		t.Error("it is taken for a terminal")
	}
}
