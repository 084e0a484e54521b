// Package openwith opens files in the user's editor, at a line where the editor can.
//
// A program is started with the path as an argument of its own, never by a shell, and Dossier does not
// wait for it. Which program that is the user says in the settings or by VISUAL; no project can.
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

// The words of a command that are replaced by the file and by the line.
const (
	fileWord = "{file}"
	lineWord = "{line}"
)

// Editor is a command that opens a file: the program and its arguments, in which {file} is the
// absolute path and {line} the line, from 1.
type Editor struct {
	Name  string // as the user knows it
	Words []string
}

// known lists editors with windows of their own that open a file at a line, in the order in which they
// are looked for.
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

// ErrNone reports that there is no editor to open a file with.
var ErrNone = errors.New("no editor was found: name one in the settings, such as code --goto {file}:{line}")

// System is what is asked of the system: [os.Getenv] and [exec.LookPath].
type System struct {
	Getenv   func(string) string
	LookPath func(string) (string, error)
}

// OfSystem returns the system that the program runs on.
func OfSystem() System { return System{os.Getenv, exec.LookPath} }

// Find returns the editor of a command as the user has written it; without a command the program of
// VISUAL, if it is a known one, and otherwise the first known one that is installed. The error is one
// of the command, or [ErrNone].
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

// Parse reads a command as the user has written it: words with quotes as in a shell, but nothing is
// executed or expanded. A known program alone has its own arguments; another one without {file} gets
// the path behind them.
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

// Command returns the program and its arguments for a file, an absolute path, and a line; 0 is no
// particular one, which opens the file at its start.
func (e Editor) Command(file string, line int) []string {
	line = max(line, 1)
	out := make([]string, len(e.Words))
	for i, w := range e.Words {
		if i > 0 { // in one pass: a path may contain {line}
			w = strings.NewReplacer(fileWord, file, lineWord, strconv.Itoa(line)).Replace(w)
		}
		out[i] = w
	}
	return out
}

// Start starts the editor on a file and does not wait for it. What it prints is dropped. exited is
// called on another goroutine when it has ended; it may be nil.
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
		_ = cmd.Wait() // its end is its own affair
		if exited != nil {
			exited()
		}
	}()
	return nil
}
