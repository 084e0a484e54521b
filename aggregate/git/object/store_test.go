package object

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The error for a packed object distinguishes a budget that ends from damage.
func TestErrorsOfPackedObjects(t *testing.T) {
	const content = "hello, pack"
	var entry bytes.Buffer
	entry.WriteString("PACK........")
	entry.WriteByte(byte(BlobKind)<<4 | byte(len(content)))
	w := zlib.NewWriter(&entry)
	if _, err := w.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		data   []byte
		budget int64
		want   string // of the error
	}{
		{"whole", entry.Bytes(), 1000, ""},
		{"cut", entry.Bytes()[:18], 1000, "the object is damaged"},
		{"not compressed", []byte("PACK........\x3bhello, pack"), 1000, "the object is damaged"},
		{"beyond the budget", entry.Bytes(), 20, "the repository was not read further"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "pack")
			if err := os.WriteFile(name, tt.data, 0o600); err != nil {
				t.Fatal(err)
			}
			f, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			s := &Store{ctx: t.Context(), budget: tt.budget}
			s.in = bufio.NewReader(&s.section)
			kind, data, err := s.readPacked(&pack{pack: f, size: int64(len(tt.data))}, 12, MaxSize)
			switch {
			case tt.want == "" && (err != nil || kind != BlobKind || string(data) != content):
				t.Errorf("got %v %q, %v", kind, data, err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("the error is %v, want %q", err, tt.want)
			}
		})
	}
}
