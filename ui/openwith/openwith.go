// Package openwith opens files in the user's editor, at a line if the editor supports it.
//
// A program is started without a shell, with the path as a separate argument, and Dossier does
// not wait for it. The user selects the program in the settings or by VISUAL; a project cannot.
package openwith

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/shell"
)

// Placeholders in a command for the file and the line.
const (
	fileWord = "{file}"
	lineWord = "{line}"
)

// Editor is a command that opens a file: the program and its arguments, in which {file} is the
// absolute path and {line} the line, from 1.
type Editor struct {
	Name  string // for display
	Words []string
}

// known contains windowed editors that can open a file at a line, in search order.
var known = []Editor{
	{"Visual Studio Code", []string{"code", "--goto", "{file}:{line}"}},
	{"VSCodium", []string{"codium", "--goto", "{file}:{line}"}},
	{"Cursor", []string{"cursor", "--goto", "{file}:{line}"}},
	{"Windsurf", []string{"windsurf", "--goto", "{file}:{line}"}},
	{"Zed", []string{"zed", "{file}:{line}"}},
	{"Zed", []string{"zeditor", "{file}:{line}"}},
	{"Sublime Text", []string{"subl", "{file}:{line}"}},
	{"IntelliJ IDEA", []string{"idea", "--line", "{line}", "{file}"}},
	{"GoLand", []string{"goland", "--line", "{line}", "{file}"}},
	{"PyCharm", []string{"pycharm", "--line", "{line}", "{file}"}},
	{"WebStorm", []string{"webstorm", "--line", "{line}", "{file}"}},
	{"CLion", []string{"clion", "--line", "{line}", "{file}"}},
	{"RustRover", []string{"rustrover", "--line", "{line}", "{file}"}},
	{"Kate", []string{"kate", "--line", "{line}", "{file}"}},
	{"GNOME Text Editor", []string{"gnome-text-editor", "+{line}", "{file}"}},
	{"gedit", []string{"gedit", "+{line}", "{file}"}},
	{"GVim", []string{"gvim", "+{line}", "{file}"}},
	{"Emacs", []string{"emacsclient", "--no-wait", "+{line}", "{file}"}},
}

// ErrNone reports that no editor is available.
var ErrNone = errors.New("no editor was found: name one in the settings, such as code --goto {file}:{line}")

// System is the required part of the system: [os.Getenv] and [exec.LookPath].
type System struct {
	Getenv   func(string) string
	LookPath func(string) (string, error)
}

// CurrentSystem returns the system that the program is running on.
func CurrentSystem() System { return System{os.Getenv, exec.LookPath} }

// Find returns the editor for a command given by the user. Without a command it returns the
// program of VISUAL if it is known, and otherwise the first known one that is installed. It
// returns an error if the command is invalid, or [ErrNone].
func (s System) Find(command string) (Editor, error) {
	if strings.TrimSpace(command) != "" {
		return Parse(command)
	}
	if words, err := fields(s.Getenv("VISUAL")); err == nil && len(words) > 0 {
		name := strings.TrimSuffix(filepath.Base(words[0]), ".exe")
		if i := slices.IndexFunc(known, func(e Editor) bool { return e.Words[0] == name }); i >= 0 {
			return Editor{known[i].Name, append([]string{words[0]}, known[i].Words[1:]...)}, nil
		}
	}
	for _, e := range known {
		if _, err := s.LookPath(e.Words[0]); err == nil {
			return e, nil
		}
	}
	return Editor{}, ErrNone
}

// Parse parses a command given by the user: words with quotes as in a shell, but nothing is
// executed or expanded. A known program without arguments gets those in known; for any other
// without {file}, the path is appended.
func Parse(command string) (Editor, error) {
	words, err := fields(command)
	if err != nil {
		return Editor{}, fmt.Errorf("the editor %q: %w", command, err)
	}
	if len(words) == 0 {
		return Editor{}, ErrNone
	}
	name := filepath.Base(words[0])
	if i := slices.IndexFunc(known, func(e Editor) bool { return e.Words[0] == name }); i >= 0 && len(words) == 1 {
		return Editor{known[i].Name, append(words, known[i].Words[1:]...)}, nil
	}
	if !slices.ContainsFunc(words[1:], func(w string) bool { return strings.Contains(w, fileWord) }) {
		words = append(words, fileWord)
	}
	return Editor{name, words}, nil
}

// fields splits a command into words.
func fields(command string) ([]string, error) {
	words, err := shell.Fields(strings.ReplaceAll(command, "$", `\$`), func(string) string { return "" })
	if err != nil {
		return nil, errors.New("its quotes or brackets do not match, or it is more than one command")
	}
	return words, nil
}

// Command returns the program and its arguments for a file, an absolute path, and a line; 0
// opens the file at its start.
func (e Editor) Command(file string, line int) []string {
	line = max(line, 1)
	out := make([]string, len(e.Words))
	for i, w := range e.Words {
		if i > 0 { // in a single pass, because a path may contain {line}
			w = strings.NewReplacer(fileWord, file, lineWord, strconv.Itoa(line)).Replace(w)
		}
		out[i] = w
	}
	return out
}

// Start starts the editor on a file and does not wait for it. Its output is discarded. exited,
// which may be nil, is called on another goroutine when the editor ends.
func (e Editor) Start(file string, line int, exited func()) error {
	words := e.Command(file, line)
	program, err := exec.LookPath(words[0])
	if err != nil {
		return fmt.Errorf("the editor %s is not installed: %w", words[0], err)
	}
	cmd := exec.Command(program, words[1:]...)
	cmd.Dir = filepath.Dir(file)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start the editor %s: %w", words[0], err)
	}
	go func() {
		_ = cmd.Wait() // its exit status is irrelevant
		if exited != nil {
			exited()
		}
	}()
	return nil
}
