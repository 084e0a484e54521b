package git

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// GlobalExcludes is the user's list of ignore patterns for all repositories.
type GlobalExcludes struct {
	Path string // empty if there is no place for one
	Text []byte // nil if the file does not exist
}

// Home returns the folder that contains the user's git configuration. It returns false if the environment defines
// neither it nor another location of the configuration. Here and below, a nil getenv means os.Getenv.
func Home(getenv func(string) string) (home string, ok bool) {
	getenv = environment(getenv)
	home = homeOf(runtime.GOOS, getenv, func(dir string) bool {
		info, err := os.Stat(dir)
		return err == nil && info.IsDir()
	})
	return home, home != "" || getenv("XDG_CONFIG_HOME") != "" || getenv("GIT_CONFIG_GLOBAL") != ""
}

// homeOf returns the user's folder on a system. On Windows, HOME takes precedence, as in git.
func homeOf(system string, getenv func(string) string, isFolder func(string) bool) string {
	home := getenv("HOME")
	if home != "" || system != "windows" {
		return home
	}
	if drive, dir := getenv("HOMEDRIVE"), getenv("HOMEPATH"); drive != "" && dir != "" && isFolder(drive+dir) {
		return drive + dir
	}
	return getenv("USERPROFILE")
}

func environment(getenv func(string) string) func(string) string {
	if getenv == nil {
		return os.Getenv
	}
	return getenv
}

// ReadGlobalExcludes reads the list that core.excludesFile in the user's git
// configuration names, or the one at git's default location, up to 1 MiB. A nil
// getenv means os.Getenv; home is the user's folder.
//
// The configuration is the system's, then the file that GIT_CONFIG_GLOBAL names, or else
// git/config in XDG_CONFIG_HOME (~/.config if unset) and ~/.gitconfig; later values take
// precedence. Files that they include by [include] are read if they are in the user's
// folder or next to the system's file; conditional includes are not. The list must be named
// by an absolute path or one that begins with "~/": any other depends on where git
// runs, and causes an error that names it.
func ReadGlobalExcludes(getenv func(string) string, home string) (GlobalExcludes, error) {
	var g GlobalExcludes
	if config := configFolder(environment(getenv), home); filepath.IsAbs(config) {
		g.Path = filepath.Join(config, "git", "ignore")
	}
	variables, err := globalVariables(getenv, home)
	if err != nil {
		return g, err
	}
	for _, v := range variables {
		if !v.isCore("excludesfile") {
			continue
		}
		g.Path = inHome(v.Value, home)
		if v.Value != "" && !filepath.IsAbs(g.Path) {
			return GlobalExcludes{}, fmt.Errorf(`core.excludesFile in %s is %q, which is read only with an absolute path or one that begins with "~/"`, v.file, v.Value)
		}
	}
	if g.Path == "" {
		return g, nil
	}
	g.Text, err = optionalFile(g.Path, listLimit)
	return g, err
}

// inHome returns a path of a configuration file with the user's folder in place of "~/".
func inHome(path, home string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return filepath.Join(home, rest)
	}
	return path
}

// configFolder returns the folder of the user's configuration; empty if unknown.
func configFolder(getenv func(string) string, home string) string {
	config := getenv("XDG_CONFIG_HOME")
	if config == "" && home != "" {
		config = filepath.Join(home, ".config")
	}
	return config
}

// globalFiles returns git's configuration files of the user in reading order.
func globalFiles(getenv func(string) string, home string) []string {
	if global := getenv("GIT_CONFIG_GLOBAL"); global != "" {
		return []string{global}
	}
	return []string{filepath.Join(configFolder(getenv, home), "git", "config"), filepath.Join(home, ".gitconfig")}
}

// systemFiles returns the possible locations of git's configuration of the system, which depends on how git was
// installed. The first that exists counts.
func systemFiles(system string, getenv func(string) string) []string {
	if no := getenv("GIT_CONFIG_NOSYSTEM"); no != "" && no != "0" && !strings.EqualFold(no, "false") {
		return nil
	}
	if named := getenv("GIT_CONFIG_SYSTEM"); named != "" {
		return []string{named}
	}
	switch system {
	case "windows":
		if programs := getenv("ProgramFiles"); programs != "" {
			return []string{filepath.Join(programs, "Git", "etc", "gitconfig")}
		}
		return nil
	case "darwin":
		return []string{"/opt/homebrew/etc/gitconfig", "/usr/local/etc/gitconfig", "/etc/gitconfig"}
	}
	return []string{"/etc/gitconfig"}
}

// globalVariable is a variable of the user's or the system's configuration.
type globalVariable struct {
	Variable
	file string
}

// isCore reports whether v is a key (in lower case) of the section core with a value.
func (v Variable) isCore(key string) bool {
	return v.has && v.Section == "core" && v.Sub == "" && v.Key == key
}

// maxIncludes is the maximum number of files that a configuration includes.
const maxIncludes = 64

// globalVariables reads the configuration of the system and the user, in order of precedence. It returns an error if a
// file exists but cannot be read.
func globalVariables(getenv func(string) string, home string) ([]globalVariable, error) {
	getenv = environment(getenv)
	r := globalReader{home: home}
	for _, file := range systemFiles(runtime.GOOS, getenv) {
		if _, err := os.Lstat(file); err == nil && filepath.IsAbs(file) {
			r.folder = filepath.Dir(file)
			r.read(file, 0)
			break
		}
	}
	r.err = nil // the user can do nothing about the system's file
	for _, file := range globalFiles(getenv, home) {
		r.read(file, 0)
	}
	return r.variables, r.err
}

// globalReader reads configuration files with those that they include.
type globalReader struct {
	home, folder string // included files must be in one of these folders
	variables    []globalVariable
	included     int
	err          error
}

// maxIncludeDepth is the maximum number of nested includes, as in git.
const maxIncludeDepth = 10

func (r *globalReader) read(file string, depth int) {
	if !filepath.IsAbs(file) || r.err != nil {
		return // it would be relative to the folder that the program was started in
	}
	data, err := optionalFile(file, configLimit)
	if err != nil {
		r.err = err
		return
	}
	for _, v := range parseConfig(data) {
		if v.Section != "include" || v.Sub != "" || v.Key != "path" || !v.has {
			r.variables = append(r.variables, globalVariable{v, file})
			continue
		}
		path := inHome(v.Value, r.home)
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(file), path)
		}
		if r.included < maxIncludes && depth < maxIncludeDepth && (isInside(path, r.home) || isInside(path, r.folder)) {
			r.included++
			r.read(path, depth+1)
		}
	}
}

// isInside reports whether a path is in a folder.
func isInside(path, folder string) bool {
	rest, err := filepath.Rel(folder, path)
	return folder != "" && err == nil && filepath.IsLocal(rest)
}

// GlobalValue returns the last value of a key (in lower case) in the section core of the
// user's and the system's configuration; empty if unset. The files are those of [ReadGlobalExcludes].
func GlobalValue(getenv func(string) string, home, key string) (value string) {
	variables, _ := globalVariables(getenv, home)
	for _, v := range variables {
		if v.isCore(key) {
			value = v.Value
		}
	}
	return value
}

// optionalFile reads one of the user's files, which may be missing.
func optionalFile(path string, limit int64) ([]byte, error) {
	data, err := read(path, limit)
	if isMissing(err) {
		return nil, nil
	}
	return data, err
}

// coreValue returns the last value of a key (in lower case) in the section core of a
// configuration file, or false if it is unset.
func coreValue(config []byte, wanted string) (value string, ok bool) {
	for _, v := range parseConfig(config) {
		if v.isCore(wanted) {
			value, ok = v.Value, true
		}
	}
	return value, ok
}

// Variable is one line of a configuration file.
type Variable struct {
	Section string // in lower case
	Sub     string // name of the subsection; empty if none
	Key     string // in lower case
	Value   string

	has bool // false for a key without a value, which means true
}

// IsTrue reports whether a value means true.
func IsTrue(value string) bool {
	return slices.Contains([]string{"true", "yes", "on", "1"}, strings.ToLower(value))
}

// True reports whether the variable's value means true.
func (v Variable) True() bool {
	return !v.has || IsTrue(v.Value)
}

// Config is a repository's own configuration, in order. Nothing that it names is run, and
// only values that affect the repository's format and the comparison of files are used.
type Config []Variable

// Config reads the configuration of the repository and of this work tree. It does
// not read included files. Unreadable files count as empty.
func (r Repository) Config() Config {
	data, _ := readOptional(r.CommonDir, "config", configLimit)
	config := parseConfig(data)
	if Config(config).Bool("extensions", "worktreeconfig", false) {
		data, _ = readOptional(r.GitDir, "config.worktree", configLimit)
		config = append(config, parseConfig(data)...)
	}
	return config
}

// Last returns the last value of a key; empty if unset.
func (c Config) Last(section, sub, key string) string {
	v, _ := c.last(section, sub, key)
	return v.Value
}

func (c Config) last(section, sub, key string) (Variable, bool) {
	for _, v := range slices.Backward(c) {
		if v.Section == section && v.Sub == sub && v.Key == key {
			return v, true
		}
	}
	return Variable{}, false
}

// Bool returns the last value of a key without a subsection as a boolean, or absent if unset.
func (c Config) Bool(section, key string, absent bool) bool {
	if v, ok := c.last(section, "", key); ok {
		return v.True()
	}
	return absent
}

// maxVariables is the maximum number of variables read from one configuration file.
const maxVariables = 20_000

// parseConfig parses a configuration file.
func parseConfig(config []byte) []Variable {
	c := configReader{rest: bytes.ReplaceAll(bytes.TrimPrefix(config, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))}
	section, sub := "", ""
	var out []Variable
	for len(c.rest) > 0 && len(out) < maxVariables {
		switch b := c.rest[0]; {
		case b == '[':
			section, sub = splitSection(c.section())
		case b == '#' || b == ';':
			c.line()
		case isLetter(b):
			key, text, has := c.variable()
			out = append(out, Variable{section, sub, key, text, has})
		default:
			c.rest = c.rest[1:]
		}
	}
	return out
}

// splitSection splits a header into the section, in lower case, and the name of the
// subsection, which is quoted or follows a dot.
func splitSection(header string) (section, sub string) {
	section, quoted, ok := strings.Cut(header, `"`)
	if !ok {
		section, sub, _ = strings.Cut(strings.TrimSpace(header), ".")
		return strings.ToLower(section), strings.ToLower(sub)
	}
	var name strings.Builder
	for i := 0; i < len(quoted) && quoted[i] != '"'; i++ {
		if quoted[i] == '\\' && i+1 < len(quoted) {
			i++
		}
		name.WriteByte(quoted[i])
	}
	return strings.ToLower(strings.TrimSpace(section)), name.String()
}

// configReader parses git's configuration syntax: sections, comments, and values
// with quotes, escapes and continuation lines.
type configReader struct{ rest []byte }

// line consumes the rest of a line.
func (c *configReader) line() {
	_, c.rest, _ = bytes.Cut(c.rest, []byte("\n"))
}

// section consumes a header and returns the text between its brackets, including the
// quoted name of a subsection, which may contain brackets.
func (c *configReader) section() string {
	quoted := false
	for i := 1; i < len(c.rest) && c.rest[i] != '\n'; i++ {
		switch b := c.rest[i]; {
		case b == '"':
			quoted = !quoted
		case b == '\\' && quoted:
			i++
		case b == ']' && !quoted:
			name := string(c.rest[1:i])
			c.rest = c.rest[i+1:]
			return name
		}
	}
	c.line()
	return ""
}

// variable consumes a key, which it returns in lower case, and its value. It returns false if there is no value.
func (c *configReader) variable() (key, value string, ok bool) {
	n := 0
	for n < len(c.rest) && (isLetter(c.rest[n]) || c.rest[n] == '-' || c.rest[n] >= '0' && c.rest[n] <= '9') {
		n++
	}
	key = strings.ToLower(string(c.rest[:n]))
	c.rest = bytes.TrimLeft(c.rest[n:], " \t")
	if len(c.rest) == 0 || c.rest[0] != '=' {
		c.line()
		return key, "", false
	}
	c.rest = c.rest[1:]
	return key, c.value(), true
}

// value consumes the rest of a line and its continuation lines.
func (c *configReader) value() string {
	var out []byte
	quoted, trimmed := false, 0 // kept: length of out without trailing white space
	for len(c.rest) > 0 {
		b := c.rest[0]
		c.rest = c.rest[1:]
		switch {
		case b == '\n':
			return string(out[:trimmed])
		case b == '"':
			quoted = !quoted
			trimmed = len(out)
			continue
		case !quoted && (b == '#' || b == ';'):
			c.line()
			return string(out[:trimmed])
		case !quoted && isSpace(b):
			if len(out) > 0 {
				out = append(out, b)
			}
			continue
		case b == '\\' && len(c.rest) > 0:
			b = c.rest[0]
			c.rest = c.rest[1:]
			switch b {
			case '\n':
				continue
			case 'n':
				b = '\n'
			case 't':
				b = '\t'
			case 'b':
				b = '\b'
			}
		}
		out = append(out, b)
		trimmed = len(out)
	}
	return string(out[:trimmed])
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }
