package disk

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestCopyTo(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f"), []byte("content"), 0o644); err != nil {
		t.Fatal(err)
	}
	root, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		name  string
		ctx   context.Context
		path  string
		limit int64
		want  string
		err   error
	}{
		{name: "a file", ctx: t.Context(), path: "f", limit: 7, want: "content"},
		{name: "more than the limit", ctx: t.Context(), path: "f", limit: 6, err: ErrTooLarge},
		{name: "a folder", ctx: t.Context(), path: ".", limit: 9, err: ErrIrregular},
		{name: "none", ctx: t.Context(), path: "g", limit: 9, err: ErrNotFound},
		{name: "outside", ctx: t.Context(), path: "../f", limit: 9, err: ErrOutside},
		{name: "after the end", ctx: ended, path: "f", limit: 9, err: context.Canceled},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got bytes.Buffer
			file, err := root.CopyTo(tt.ctx, &got, tt.path, tt.limit)
			if !errors.Is(err, tt.err) {
				t.Fatalf("error %v, want %v", err, tt.err)
			}
			if tt.err == nil && (got.String() != tt.want || file.Size != int64(len(tt.want))) {
				t.Errorf("%q of %d bytes, want %q", got.String(), file.Size, tt.want)
			}
		})
	}
}
