//go:build unix

package completion

import (
	"context"
	"path/filepath"
	"syscall"
	"testing"
)

// Opening a pipe without a writer would block forever.
func TestNothingIsCompletedBelowAPipe(t *testing.T) {
	base := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(base, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := (Kind{Base: base}).Complete(context.Background(), "pipe/a"); got.Text != "pipe/a" || got.More {
		t.Errorf("it continues as %+v", got)
	}
}
