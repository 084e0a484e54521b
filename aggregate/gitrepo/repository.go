package gitrepo

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

const (
	pointerLimit = 4 << 10 // of a file that holds one path
	configLimit  = 1 << 20
	listLimit    = 1 << 20
	indexLimit   = 256 << 20
)

// Repository is where a project's repository lies.
type Repository struct {
	Root      string // the folder of the work tree, absolute
	GitDir    string // the folder of its index
	CommonDir string // the folder of its configuration and info/exclude; GitDir but for linked work trees
}

// Discover finds the repository that dir lies in, the nearest one above; false when
// there is none. Links in dir should be resolved by the caller.
//
// A .git file may point anywhere: at a linked work tree's folder in another
// repository, or at a file that a stranger chose. Only an index and a list of patterns
// are ever read there, both are of a fixed name, and of neither does anything but
// verdicts on this project's own paths come back.
func Discover(dir string) (Repository, bool) {
	for {
		if git, ok := gitDir(dir); ok {
			return Repository{Root: dir, GitDir: git, CommonDir: commonDir(git)}, true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return Repository{}, false
		}
		dir = up
	}
}

// Is reports whether a folder is the root of a repository or of a work tree.
func Is(dir string) bool {
	_, ok := gitDir(dir)
	return ok
}

func gitDir(dir string) (string, bool) {
	path := filepath.Join(dir, ".git")
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", false
	case info.IsDir():
		// A folder of that name without a HEAD is not git's.
		_, err := os.Lstat(filepath.Join(path, "HEAD"))
		return path, err == nil
	}
	return pointer(path, "gitdir: ", dir)
}

// pointer reads a file that holds a path behind a prefix.
func pointer(path, prefix, base string) (string, bool) {
	data, err := read(path, pointerLimit)
	if err != nil {
		return "", false
	}
	target, ok := strings.CutPrefix(strings.TrimRight(string(data), "\r\n"), prefix)
	if !ok || target == "" || strings.ContainsRune(target, 0) {
		return "", false
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(base, target)
	}
	return filepath.Clean(target), true
}

func commonDir(git string) string {
	if dir, ok := pointer(filepath.Join(git, "commondir"), "", git); ok {
		return dir
	}
	return git
}

// Info returns the text of info/exclude; nil when there is none.
func (r Repository) Info() ([]byte, error) {
	return optional(filepath.Join(r.CommonDir, "info", "exclude"), listLimit)
}

// Foreign returns the excludes file that the repository's own configuration names, in
// order to be reported; empty when it names none. It is not read: the repository may
// come from a stranger, and the file could be any of the person's.
func (r Repository) Foreign() string {
	data, err := read(filepath.Join(r.CommonDir, "config"), configLimit)
	if err != nil {
		return ""
	}
	return excludesFile(data)
}

// GlobalExcludes is the person's list of patterns for all repositories.
type GlobalExcludes struct {
	Path string
	Text []byte // nil when the file does not exist
}

// ReadGlobalExcludes reads the list that the person's git configuration names, or the
// one at git's usual place. getenv is os.Getenv, home the person's folder.
func ReadGlobalExcludes(getenv func(string) string, home string) (GlobalExcludes, error) {
	config := getenv("XDG_CONFIG_HOME")
	if config == "" && home != "" {
		config = filepath.Join(home, ".config")
	}
	files := []string{filepath.Join(config, "git", "config"), filepath.Join(home, ".gitconfig")}
	if global, ok := getenv("GIT_CONFIG_GLOBAL"), getenv("GIT_CONFIG_GLOBAL") != ""; ok {
		files = []string{global}
	}
	var g GlobalExcludes
	if config != "" {
		g.Path = filepath.Join(config, "git", "ignore")
	}
	for _, file := range files {
		data, err := read(file, configLimit)
		if err != nil {
			continue // a missing configuration names nothing
		}
		if named := excludesFile(data); named != "" {
			g.Path = expandHome(named, home)
		}
	}
	if g.Path == "" {
		return g, nil
	}
	var err error
	g.Text, err = optional(g.Path, listLimit)
	return g, err
}

func expandHome(path, home string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return filepath.Join(home, rest)
	}
	return path
}

// excludesFile returns the last core.excludesFile of a configuration file. It knows
// sections, quotes, escapes, comments and continued lines; includes are not followed.
func excludesFile(config []byte) string {
	config = bytes.TrimPrefix(config, []byte("\ufeff"))
	config = bytes.ReplaceAll(config, []byte("\r\n"), []byte("\n"))
	config = bytes.ReplaceAll(config, []byte("\\\n"), nil)
	core, found := false, ""
	for line := range strings.Lines(string(config)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			header, rest, _ := strings.Cut(line[1:], "]")
			core = strings.EqualFold(strings.TrimSpace(header), "core")
			line = strings.TrimSpace(rest)
		}
		key, value, ok := strings.Cut(line, "=")
		if core && ok && strings.EqualFold(strings.TrimSpace(key), "excludesfile") {
			found = configValue(value)
		}
	}
	return found
}

// configValue takes quotes, escapes and a comment off a value.
func configValue(raw string) string {
	raw = strings.TrimSpace(raw)
	var b strings.Builder
	quoted, kept := false, 0 // kept: how much of b is not white space at the end
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case c == '"':
			quoted = !quoted
			continue
		case c == '\\' && i+1 < len(raw):
			i++
			c = raw[i]
			switch c {
			case 'n':
				c = '\n'
			case 't':
				c = '\t'
			}
			b.WriteByte(c)
			kept = b.Len()
			continue
		case !quoted && (c == '#' || c == ';'):
			return b.String()[:kept]
		}
		b.WriteByte(c)
		if quoted || c != ' ' && c != '\t' {
			kept = b.Len()
		}
	}
	return b.String()[:kept]
}

// optional reads a file that may be missing.
func optional(path string, limit int64) ([]byte, error) {
	data, err := read(path, limit)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	return data, err
}

// read returns a regular file of at most limit bytes. It never waits for a pipe.
func read(path string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("look at %s: %w", path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s is larger than %d bytes and was not read", path, limit)
	}
	return data, nil
}
