package bd

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Name is the program's file name.
const Name = "bd"

// ErrNoProgram reports that bd is not installed.
var ErrNoProgram = errors.New("there is no bd on the PATH")

// Request is one run of the program that a user can consent to.
type Request struct {
	Program  string   `json:"program"` // absolute
	Args     []string `json:"args"`
	Dir      string   `json:"dir"`      // working directory
	Build    string   `json:"build"`    // size and modification time of the program's file
	Settings string   `json:"settings"` // digest of the tracker's settings
}

// Find looks up the program on the PATH. dir is the project's folder; settings is the content of
// the tracker's settings, all of which can change the program's behaviour; a program inside one
// of the folders in inside is rejected, because it came with the project.
func Find(dir string, settings []byte, inside ...string) (Request, error) {
	program, err := exec.LookPath(Name)
	switch {
	case errors.Is(err, exec.ErrDot):
		return Request{}, fmt.Errorf("the bd on the PATH depends on the current folder; use an absolute path for its folder on the PATH")
	case errors.Is(err, exec.ErrNotFound):
		return Request{}, ErrNoProgram
	case err != nil:
		return Request{}, fmt.Errorf("look for bd: %w", err)
	}
	if program, err = filepath.Abs(program); err != nil {
		return Request{}, fmt.Errorf("look for bd: %w", err)
	}
	target, err := filepath.EvalSymlinks(program)
	if err != nil {
		return Request{}, fmt.Errorf("look for bd: %w", err)
	}
	for _, folder := range append(inside, dir) {
		if within(folder, program) || within(folder, target) {
			return Request{}, fmt.Errorf("the bd on the PATH, %s, is in the project itself and is not run: put another one before it", program)
		}
	}
	info, err := os.Stat(target)
	if err != nil {
		return Request{}, fmt.Errorf("look for bd: %w", err)
	}
	sum := sha256.Sum256(settings)
	return Request{
		Program: program, Args: []string{"list", "--all", "--json"}, Dir: dir,
		Build:    fmt.Sprintf("%s %d %d", target, info.Size(), info.ModTime().UnixNano()),
		Settings: hex.EncodeToString(sum[:]),
	}, nil
}

func within(folder, name string) bool {
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	rel, err := filepath.Rel(folder, name)
	return err == nil && filepath.IsLocal(rel)
}

// Key returns a key for everything that consent to r covers.
func (r Request) Key() string {
	data, err := json.Marshal(r)
	if err != nil {
		panic(err) // only strings
	}
	sum := sha256.Sum256(data)
	return "bd:" + hex.EncodeToString(sum[:])
}

// Command returns the command as typed in a shell.
func (r Request) Command() string {
	words := []string{quoted(r.Program)}
	for _, arg := range r.Args {
		words = append(words, quoted(arg))
	}
	return strings.Join(words, " ")
}

// quoted returns a word quoted for a shell.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:+@%", r)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// environment returns the program's environment: the user's folders, and variables that disable
// side effects.
func environment() []string {
	var env []string
	keep := []string{"PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"}
	if runtime.GOOS == "windows" {
		keep = append(keep, "SystemRoot", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP", "TMP", "PATHEXT")
	}
	for _, name := range keep {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return append(env,
		// No daemon, no files written as a side effect.
		"BD_NO_DAEMON=true", "BEADS_NO_DAEMON=1", "BEADS_AUTO_START_DAEMON=false", "BD_NO_AUTO_FLUSH=true", "BD_READONLY=true",
		"BD_NO_PAGER=1", "NO_COLOR=1",
		// The git that bd calls runs no command configured by the repository.
		"GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_CONFIG_COUNT=2",
		"GIT_CONFIG_KEY_0=core.fsmonitor", "GIT_CONFIG_VALUE_0=false", "GIT_CONFIG_KEY_1=core.hooksPath", "GIT_CONFIG_VALUE_1="+os.DevNull)
}
