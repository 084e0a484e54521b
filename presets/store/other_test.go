//go:build !linux

package store

import (
	"context"
	"errors"
	"testing"
)

func makePipe(t *testing.T, _ string) { t.Skip("no pipes with names") }

var messages = []struct {
	name     string
	err      error
	replaced bool
	want     string
}{
	{"busy", ErrBusy, false, "/p/dossier.toml was not saved: another window has been saving to this file for 5 s; your changes are still here, try again"},
	{"cancelled", context.Canceled, false, "/p/dossier.toml was not saved: the saving was cancelled; the previous version is intact and your changes are still here"},
	{"anything else", errors.New("odd"), false, "/p/dossier.toml was not saved: odd; the previous version is intact and your changes are still here"},
}
