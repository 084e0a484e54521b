//go:build unix

package request

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe is refused at once, whatever size is allowed.
func TestAPipeIsNotWaitedFor(t *testing.T) {
	root := layOut(t)
	pipe := filepath.Join(root, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, guards := range []Guards{{}, {MaxFileSize: limit[int64](0)}, {MaxFileSize: limit[int64](9)}} {
		var f Files
		if err := f.Request(t.Context(), openDisk(t, root), []string{pipe}, guards); err != nil {
			t.Fatal(err)
		}
		if got := f.List()[0].Content; !strings.HasSuffix(got, "is a pipe, not a regular file]") {
			t.Errorf("it holds %q", got)
		}
	}
}
