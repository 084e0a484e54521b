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

// GlobalExcludes is the user's list of patterns for all repositories.
type GlobalExcludes struct {
	Path string // empty when there is no place for one
	Text []byte // nil when the file does not exist
}

// Home returns the user's folder, in which git's configuration is; false when the environment names neither it
// nor another place of the configuration. Here and below a nil getenv is os.Getenv.
func Home(getenv func(string) string) (home string, ok bool) {
	getenv = environment(getenv)
	home = homeOf(runtime.GOOS, getenv, func(dir string) bool {
		info, err := os.Stat(dir)
		return err == nil && info.IsDir()
	})
	return home, home != "" || getenv("XDG_CONFIG_HOME") != "" || getenv("GIT_CONFIG_GLOBAL") != ""
}

// homeOf returns the user's folder on a system. On Windows that is also where HOME says, as for git.
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

// ReadGlobalExcludes reads the list that core.excludesFile of the user's git
// configuration names, or else the one at git's usual place, of at most 1 MiB. getenv
// is os.Getenv, home the user's folder.
//
// The configuration is the file that GIT_CONFIG_GLOBAL names, or else git/config in
// XDG_CONFIG_HOME (~/.config when not set) and ~/.gitconfig, which has the last word.
// Files that it includes and the system's configuration are not read. A list is named
// by an absolute path or one that begins with "~/": any other depends on where git
// runs, and gives an error that names it.
func ReadGlobalExcludes(getenv func(string) string, home string) (GlobalExcludes, error) {
	config, files := globalFiles(getenv, home)
	var g GlobalExcludes
	if filepath.IsAbs(config) {
		g.Path = filepath.Join(config, "git", "ignore")
	}
	for _, file := range files {
		if !filepath.IsAbs(file) {
			continue // it would lie in whatever folder the program was started in
		}
		data, err := optionalFile(file, configLimit)
		if err != nil {
			return g, err
		}
		named, ok := coreValue(data, "excludesfile")
		if !ok {
			continue
		}
		g.Path = named
		if rest, ok := strings.CutPrefix(named, "~/"); ok {
			g.Path = filepath.Join(home, rest)
		}
		if named != "" && !filepath.IsAbs(g.Path) {
			return GlobalExcludes{}, fmt.Errorf(`core.excludesFile in %s is %q, which is read only with an absolute path or one that begins with "~/"`, file, named)
		}
	}
	if g.Path == "" {
		return g, nil
	}
	var err error
	g.Text, err = optionalFile(g.Path, listLimit)
	return g, err
}

// globalFiles returns the folder of the user's configuration, and the files of git's in their order.
func globalFiles(getenv func(string) string, home string) (config string, files []string) {
	getenv = environment(getenv)
	config = getenv("XDG_CONFIG_HOME")
	if config == "" && home != "" {
		config = filepath.Join(home, ".config")
	}
	if global := getenv("GIT_CONFIG_GLOBAL"); global != "" {
		return config, []string{global}
	}
	return config, []string{filepath.Join(config, "git", "config"), filepath.Join(home, ".gitconfig")}
}

// GlobalValue returns the last value that the user's configuration gives a key, in lower case, of
// its section core; empty when it gives none. The files are those of [ReadGlobalExcludes].
func GlobalValue(getenv func(string) string, home, key string) (value string) {
	_, files := globalFiles(getenv, home)
	for _, file := range files {
		if !filepath.IsAbs(file) {
			continue // it would be in whatever folder the program was started in
		}
		if data, err := optionalFile(file, configLimit); err == nil {
			if v, ok := coreValue(data, key); ok {
				value = v
			}
		}
	}
	return value
}

// optionalFile reads a file of the user's own that may be missing.
func optionalFile(path string, limit int64) ([]byte, error) {
	data, err := read(path, limit)
	if isMissing(err) {
		return nil, nil
	}
	return data, err
}

// coreValue returns the last value that a configuration file gives a key, in lower case,
// of its section core; false when it gives none.
func coreValue(config []byte, wanted string) (value string, ok bool) {
	for _, v := range parseConfig(config) {
		if v.has && v.Section == "core" && v.Sub == "" && v.Key == wanted {
			value, ok = v.Value, true
		}
	}
	return value, ok
}

// Variable is one line of a configuration.
type Variable struct {
	Section string // in lower case
	Sub     string // the name of the sub-section; empty: none
	Key     string // in lower case
	Value   string

	has bool // a key alone has no value, and means true
}

// IsTrue reports whether a value is one of those that mean true.
func IsTrue(value string) bool {
	return slices.Contains([]string{"true", "yes", "on", "1"}, strings.ToLower(value))
}

// True reports whether the value is one of those that mean true.
func (v Variable) True() bool {
	return !v.has || IsTrue(v.Value)
}

// Config is what a repository's own configuration says, in its order. Nothing that it names is
// run, and only what the format of the repository and the comparison of files depend on is used.
type Config []Variable

// Config reads the configuration of the repository and of this work tree. Files that it
// includes are not read. What cannot be read says nothing.
func (r Repository) Config() Config {
	data, _ := optional(r.CommonDir, "config", configLimit)
	config := parseConfig(data)
	if Config(config).Bool("extensions", "worktreeconfig", false) {
		data, _ = optional(r.GitDir, "config.worktree", configLimit)
		config = append(config, parseConfig(data)...)
	}
	return config
}

// Last returns the last value of a key; empty when there is none.
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

// Bool returns the last value of a key without a sub-section as a truth value.
func (c Config) Bool(section, key string, absent bool) bool {
	if v, ok := c.last(section, "", key); ok {
		return v.True()
	}
	return absent
}

// maxVariables bounds what is taken of one configuration file.
const maxVariables = 20_000

// parseConfig reads a configuration file.
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
// sub-section, which is in quotes or behind a dot.
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

// configReader reads git's configuration syntax: sections, comments, and values with
// quotes, escapes and continued lines.
type configReader struct{ rest []byte }

// line takes the rest of a line.
func (c *configReader) line() {
	_, c.rest, _ = bytes.Cut(c.rest, []byte("\n"))
}

// section takes a header and returns what is in its brackets. A quoted name of a
// sub-section, which may hold brackets, is part of it.
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

// variable takes a key, in lower case, and its value; false when it has none.
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

// value takes the rest of a line, and of those that it is continued on.
func (c *configReader) value() string {
	var out []byte
	quoted, kept := false, 0 // kept: how much of out is not white space at the end
	for len(c.rest) > 0 {
		b := c.rest[0]
		c.rest = c.rest[1:]
		switch {
		case b == '\n':
			return string(out[:kept])
		case b == '"':
			quoted = !quoted
			kept = len(out)
			continue
		case !quoted && (b == '#' || b == ';'):
			c.line()
			return string(out[:kept])
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
		kept = len(out)
	}
	return string(out[:kept])
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }
