package object

import (
	"bytes"
	"fmt"
	"strings"

	"dossier/aggregate/git"
)

const (
	// maxParents is far beyond the largest known merge, which has 66 parents.
	maxParents    = 4096
	maxHeaderSize = 512 << 10 // of a commit before its message, in bytes
)

// errTooManyParents reports a commit with more than [maxParents] parents; it is wrapped with the commit's ID.
var errTooManyParents = fmt.Errorf("the commit has more than %d parents and is not read", maxParents)

// Commit is one commit.
type Commit struct {
	ID        git.ID
	Tree      git.ID
	Parents   []git.ID // without those beyond the boundary of a shallow clone; max 4096
	Author    Signature
	Committer Signature
	Message   string // decoded by the encoding that the commit names
}

// Subject returns the first paragraph of the message on one line.
func (c Commit) Subject() string {
	first, _, _ := strings.Cut(strings.TrimLeft(c.Message, "\n"), "\n\n")
	return strings.Join(strings.Fields(strings.ReplaceAll(first, "\n", " ")), " ")
}

// Body returns the message after the subject, without blank lines at its start and end.
func (c Commit) Body() string {
	_, body, _ := strings.Cut(strings.TrimLeft(c.Message, "\n"), "\n\n")
	return strings.Trim(body, "\n")
}

// Signature is who did something and when.
type Signature struct {
	Name, Email string
	Time        int64 // Unix seconds; at most the end of the year 9999
	Zone        string
}

// Commit reads and parses a commit.
func (s *Store) Commit(id git.ID) (Commit, error) {
	data, err := s.Read(id, CommitKind)
	if err != nil {
		return Commit{}, err
	}
	c, err := parseCommit(data)
	if err != nil {
		return Commit{}, fmt.Errorf("%s: %w", id.Short(), err)
	}
	c.ID = id
	if s.shallow[id] {
		c.Parents = nil
	}
	return c, nil
}

// parseCommit parses the content of a commit.
func parseCommit(data []byte) (c Commit, err error) {
	ok := false
	header, message, _ := bytes.Cut(data, []byte("\n\n"))
	header = header[:min(len(header), maxHeaderSize)]
	encoding := encodingOf(header)
	c.Message = decodeText(encoding, message)
	for line := range bytes.Lines(header) {
		key, value, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte{' '})
		switch string(key) {
		case "tree":
			c.Tree, ok = git.ParseID(string(value))
		case "parent":
			if len(c.Parents) == maxParents {
				return c, errTooManyParents
			}
			if id, valid := git.ParseID(string(value)); valid {
				c.Parents = append(c.Parents, id)
			}
		case "author":
			c.Author = parseSignature(decodeText(encoding, value))
		case "committer":
			c.Committer = parseSignature(decodeText(encoding, value))
			if !ok {
				return c, errDamaged
			}
			return c, nil
		}
	}
	return c, errDamaged
}

// maxTime is the end of the year 9999, the last that a time in JSON can have.
const maxTime = 253_402_300_799

// parseSignature parses "name <email> seconds zone". The email ends at the last bracket.
func parseSignature(s string) Signature {
	end := strings.LastIndexByte(s, '>')
	who, when := s[:max(end, 0)], strings.TrimLeft(s[end+1:], " ")
	name, email, _ := strings.Cut(who, "<")
	out := Signature{Name: strings.TrimSpace(name), Email: strings.TrimSpace(email)}
	digits, zone, _ := strings.Cut(when, " ")
	for _, d := range digits {
		if d < '0' || d > '9' {
			break
		}
		out.Time = min(10*out.Time+int64(d-'0'), maxTime)
	}
	out.Zone = zone
	return out
}

// Tag reads the object that a tag object refers to.
func (s *Store) Tag(id git.ID) (of git.ID, kind Kind, err error) {
	data, err := s.Read(id, TagKind)
	if err != nil {
		return git.ID{}, 0, err
	}
	for line := range bytes.Lines(data[:min(len(data), maxHeaderSize)]) {
		key, value, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte{' '})
		switch string(key) {
		case "object":
			of, _ = git.ParseID(string(value))
		case "type":
			kind = kindOf(string(value))
		}
		if !of.IsZero() && kind != 0 {
			return of, kind, nil
		}
	}
	return git.ID{}, 0, fmt.Errorf("%s: %w", id.Short(), errDamaged)
}

// Modes of entries. Of the permissions, only the executable bit is included.
const (
	ModeFolder     uint32 = 0o040000
	ModeFile       uint32 = 0o100644
	ModeExecutable uint32 = 0o100755
	ModeSymlink    uint32 = 0o120000
	ModeSubmodule  uint32 = 0o160000
)

// Entry is an entry of a tree. Name shares the memory of the tree.
type Entry struct {
	Name []byte
	Mode uint32 // one of the modes above, normalized
	ID   git.ID
}

// IsFolder reports whether the entry is a tree.
func (e Entry) IsFolder() bool { return e.Mode == ModeFolder }

// Tree iterates over the entries of a tree.
type Tree struct {
	data   []byte
	hash   int
	Broken bool // the tree ended within an entry
}

// Tree returns the entries of a tree. The zero ID and the empty tree have no entries.
func (s *Store) Tree(id git.ID) (*Tree, error) {
	if id.IsZero() || id == s.hash.Object("tree", nil) {
		return &Tree{}, nil
	}
	data, err := s.Read(id, TreeKind)
	if err != nil {
		return nil, err
	}
	return &Tree{data: data, hash: s.hash.Size()}, nil
}

// Next parses the next entry: a mode in octal, a space, the name, a zero byte and the ID.
func (t *Tree) Next() (Entry, bool) {
	if len(t.data) == 0 {
		return Entry{}, false
	}
	mode, rest, ok := bytes.Cut(t.data, []byte{' '})
	name, rest, ok2 := bytes.Cut(rest, []byte{0})
	if !ok || !ok2 || len(name) == 0 || len(rest) < t.hash || len(mode) > 7 {
		t.data, t.Broken = nil, true
		return Entry{}, false
	}
	e := Entry{Name: name, ID: git.IDOf(rest[:t.hash])}
	for _, d := range mode {
		e.Mode = e.Mode<<3 | uint32(d&7)
	}
	e.Mode = Normal(e.Mode)
	t.data = rest[t.hash:]
	return e, true
}

// Normal normalizes a mode for comparison, as git does: of the permissions, only the executable bit is retained.
func Normal(mode uint32) uint32 {
	switch mode & 0o170000 {
	case ModeFolder, ModeSymlink, ModeSubmodule:
		return mode & 0o170000
	}
	if mode&0o100 != 0 {
		return ModeExecutable
	}
	return ModeFile
}

// Order compares two entries in tree order: a folder's name is compared with a trailing slash.
func Order(x, y Entry) int {
	n := min(len(x.Name), len(y.Name))
	if c := bytes.Compare(x.Name[:n], y.Name[:n]); c != 0 {
		return c
	}
	return int(x.at(n)) - int(y.at(n))
}

func (e Entry) at(i int) byte {
	switch {
	case i < len(e.Name):
		return e.Name[i]
	case e.IsFolder():
		return '/'
	}
	return 0
}
