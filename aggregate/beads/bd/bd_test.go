package bd

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// fake puts a bd on the PATH that runs a shell script, and returns its folder.
func fake(t *testing.T, script string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the bd of this test is a shell script")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, Name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return dir
}

func find(t *testing.T, dir string) Request {
	t.Helper()
	r, err := Find(dir, []byte("settings"))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestFind(t *testing.T) {
	program := filepath.Join(fake(t, "exit 1"), Name)
	dir := t.TempDir()
	r := find(t, dir)
	if r.Program != program || r.Dir != dir || r.Command() != program+" list --all --json" {
		t.Errorf("found %+v", r)
	}
	quotes := Request{Program: "/a b/it's/bd", Args: []string{"", "x"}}
	if got, want := quotes.Command(), `'/a b/it'\''s/bd' '' x`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	t.Run("the key changes with all that was agreed to", func(t *testing.T) {
		if find(t, dir).Key() != r.Key() {
			t.Error("the same request has another key")
		}
		other, err := Find(dir, []byte("other settings"))
		if err != nil {
			t.Fatal(err)
		}
		if other.Key() == r.Key() {
			t.Error("other settings of the tracker have the same key")
		}
		if find(t, t.TempDir()).Key() == r.Key() {
			t.Error("another folder has the same key")
		}
		if err := os.Chtimes(program, time.Unix(1e9, 0), time.Unix(1e9, 0)); err != nil {
			t.Fatal(err)
		}
		if find(t, dir).Key() == r.Key() {
			t.Error("another program in the same place has the same key")
		}
	})
	t.Run("a bd in the project is not run", func(t *testing.T) {
		if _, err := Find(filepath.Dir(program), nil); err == nil || !strings.Contains(err.Error(), "is in the project") {
			t.Errorf("error %v", err)
		}
		if _, err := Find(dir, nil, filepath.Dir(program)); err == nil {
			t.Error("one in its repository is")
		}
		link := t.TempDir()
		if err := os.Symlink(program, filepath.Join(link, Name)); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", link)
		if _, err := Find(filepath.Dir(program), nil); err == nil {
			t.Error("one that a link leads to is")
		}
	})
	t.Run("nor one in the current directory", func(t *testing.T) {
		t.Chdir(filepath.Dir(program))
		t.Setenv("PATH", ".")
		if _, err := Find(dir, nil); err == nil || errors.Is(err, ErrNoProgram) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("none", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		if _, err := Find(dir, nil); !errors.Is(err, ErrNoProgram) {
			t.Errorf("error %v", err)
		}
	})
}

func TestRun(t *testing.T) {
	tests := []struct {
		name, script string
		want         []string // ids
		err          string
	}{
		{name: "a list", script: `echo '[{"id":"a-1","title":"A"},{"id":"a-2"}]'`, want: []string{"a-1", "a-2"}},
		{name: "an empty list", script: `echo '[]'`},
		{name: "an envelope", script: `echo '{"schema_version":1,"data":[{"id":"a-1"}]}'`, want: []string{"a-1"}},
		{name: "an element that is none", script: `echo '[{"id":"a-1"},7]'`, want: []string{"a-1"}},
		{name: "words on standard error are no part of it", script: `echo hint >&2; echo '[{"id":"a-1"}]'`, want: []string{"a-1"}},
		{name: "the program fails", script: `echo; echo 'Error: no database' >&2; exit 3`, err: "ended with code 3: Error: no database"},
		{name: "it prints no list", script: `echo No issues`, err: "printed no list"},
		{name: "it prints an object", script: `echo '{"error":"x"}'`, err: "printed nothing"},
		{name: "it prints nothing", script: `printf '\033[31mwhy\n' >&2`, err: `printed nothing: ` + "\\x1b[31mwhy"},
		{name: "it never ends", script: `sleep 60 & wait`, err: "did not end within"},
		{name: "it never stops", script: `while :; do echo '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[['; done`, err: "printed more than"},
		{name: "what it starts holds its output", script: `sleep 60 & echo '[{"id":"a-1"}]'`, want: []string{"a-1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fake(t, tt.script)
			limit := TimeLimit
			if strings.Contains(tt.err, "end within") {
				limit = 200 * time.Millisecond
			}
			got, err := find(t, t.TempDir()).run(t.Context(), limit, 1<<20)
			if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
				t.Fatalf("error %v, want %q", err, tt.err)
			}
			var ids []string
			for _, b := range got.Beads {
				ids = append(ids, b.ID)
			}
			if diff := cmp.Diff(tt.want, ids); diff != "" {
				t.Errorf("wrong beads (-want +got):\n%s", diff)
			}
			if got.Note != "" {
				t.Errorf("note %q", got.Note)
			}
		})
	}
	t.Run("a list that an old version may have cut off says so", func(t *testing.T) {
		fake(t, `printf '['; for i in $(seq 49); do printf '{"id":"a-%d"},' $i; done; echo '{"id":"a-50"}]'`)
		if got, err := find(t, t.TempDir()).Run(t.Context()); err != nil || !strings.Contains(got.Note, "exactly 50 beads") {
			t.Errorf("note %q, error %v", got.Note, err)
		}
	})
	t.Run("it can be called off", func(t *testing.T) {
		fake(t, "sleep 60")
		ctx, end := context.WithCancel(t.Context())
		end()
		if _, err := find(t, t.TempDir()).Run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
}

// TestRunGivesLittle checks what the program receives: the arguments with consent, the project's
// folder, no shell, and an environment of known names.
func TestRunGivesLittle(t *testing.T) {
	record := filepath.Join(t.TempDir(), "record")
	t.Setenv("BEADS_DIR", "/elsewhere")
	t.Setenv("SECRET_TOKEN", "hush")
	t.Setenv("GIT_DIR", "/elsewhere")
	fake(t, `{ pwd; for arg; do echo "<$arg>"; done; env; } > '`+record+`'; echo '[]'`)
	dir := filepath.Join(t.TempDir(), "$(touch x); 'a' b")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := find(t, dir).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if diff := cmp.Diff([]string{dir, "<list>", "<--all>", "<--json>"}, lines[:4]); diff != "" {
		t.Errorf("wrong call (-want +got):\n%s", diff)
	}
	allowed := strings.Fields(`PATH HOME USER LOGNAME LANG LC_ALL TZ TMPDIR XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_RUNTIME_DIR
		BD_NO_DAEMON BEADS_NO_DAEMON BEADS_AUTO_START_DAEMON BD_NO_AUTO_FLUSH BD_READONLY BD_NO_PAGER NO_COLOR
		GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_CONFIG_COUNT GIT_CONFIG_KEY_0 GIT_CONFIG_VALUE_0 GIT_CONFIG_KEY_1 GIT_CONFIG_VALUE_1 PWD SHLVL OLDPWD _`)
	for _, line := range lines[4:] {
		name, _, _ := strings.Cut(line, "=")
		if !strings.Contains(" "+strings.Join(allowed, " ")+" ", " "+name+" ") {
			t.Errorf("the program gets %s", line)
		}
	}
}
