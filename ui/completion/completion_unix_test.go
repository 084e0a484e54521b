//go:build unix

package completion

import (
	"context"
	"path/filepath"
	"syscall"
	"testing"
)

// Opening a pipe that no one writes to would wait for ever.
func TestNothingIsCompletedBelowAPipe(t *testing.T) {
	base := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(base, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := (Kind{Base: base}).Complete(context.Background(), "pipe/a"); got.Text != "pipe/a" || got.More {
		t.Errorf("it goes on as %+v", got)
	}
}
