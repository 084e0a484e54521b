package models

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// NoteType says what a note holds.
type NoteType string

// The note types of the seed.
const (
	NoteCode        NoteType = "code"
	NoteText        NoteType = "text"
	NoteFile        NoteType = "file"
	NoteREPLHistory NoteType = "repl-history"
	NoteError       NoteType = "error"
	NoteCustom      NoteType = "custom"
)

// NoteTypes lists the note types in the order of menus.
func NoteTypes() []NoteType {
	return []NoteType{NoteCode, NoteText, NoteFile, NoteREPLHistory, NoteError, NoteCustom}
}

// Note is a piece of text that stands beside the files.
type Note struct {
	ID       string // "ctx-" and a number, never used twice
	Type     NoteType
	Content  string
	Metadata NoteMetadata
	Time     time.Time // when it was made; never changes
}

// NoteMetadata says where a note came from. All of it is optional.
type NoteMetadata struct {
	Filename  string
	StartLine int // 1-based; 0 is unknown
	EndLine   int // 1-based, inclusive; 0 is unknown
	Package   string
	Extra     map[string]any
}

// universalEpoch is the Unix time 0 in Universal Time, which counts from 1900.
const universalEpoch = 2208988800

var noteID = regexp.MustCompile(`^ctx-[0-9]+$`)

// ParseNote reads the JSON form of a note by the seed's schema: timestamps are
// Universal Time, and keys beside the five are errors.
func ParseNote(key string, v any) (Note, error) {
	var found report
	f := newForm(key, v, &found)
	for _, needed := range []string{"id", "type", "content", "timestamp"} {
		switch v, ok := f.table[needed]; {
		case !ok:
			f.fail(needed, "is missing")
		case v == nil:
			f.fail(needed, "must not be null")
		}
	}
	n := Note{ID: f.str("id", "ctx-0"), Content: f.str("content", "")}
	if !noteID.MatchString(n.ID) || strings.ContainsRune(n.ID, '\n') {
		f.fail("id", fmt.Sprintf("%q must be ctx- and a number", n.ID))
	}
	n.Type = choice(f, "type", NoteCode, NoteTypes())
	n.Time = time.Unix(f.integer("timestamp", 0, universalEpoch)-universalEpoch, 0).UTC()
	meta := f.sub("metadata")
	for _, key := range []string{"filename", "start_line", "end_line", "package"} {
		if v, ok := meta.table[key]; ok && v == nil {
			meta.fail(key, "must not be null; leave it out")
		}
	}
	n.Metadata = NoteMetadata{
		Filename:  meta.str("filename", ""),
		StartLine: int(meta.integer("start_line", 1, 0)),
		EndLine:   int(meta.integer("end_line", 1, 0)),
		Package:   meta.str("package", ""),
		Extra:     meta.rest(),
	}
	for extra := range f.rest() {
		f.fail(extra, "is not a key of a note")
	}
	return n, found.err()
}

// Fields returns the JSON form of the seed's schema.
func (n Note) Fields() Fields {
	var meta writer
	meta.addIf(n.Metadata.Filename != "", "filename", n.Metadata.Filename)
	meta.addIf(n.Metadata.StartLine > 0, "start_line", int64(n.Metadata.StartLine))
	meta.addIf(n.Metadata.EndLine > 0, "end_line", int64(n.Metadata.EndLine))
	meta.addIf(n.Metadata.Package != "", "package", n.Metadata.Package)
	fields := meta.rest(n.Metadata.Extra)
	var w writer
	w.add("id", n.ID)
	w.add("type", string(n.Type))
	w.add("content", n.Content)
	w.addIf(len(fields) > 0, "metadata", fields)
	w.add("timestamp", n.Time.Unix()+universalEpoch)
	return w.fields
}

// MarshalJSON writes the seed's schema.
func (n Note) MarshalJSON() ([]byte, error) { return n.Fields().MarshalJSON() }

// UnmarshalJSON reads the seed's schema.
func (n *Note) UnmarshalJSON(data []byte) error {
	v, err := fromJSON(data)
	if err != nil {
		return err
	}
	*n, err = ParseNote("note", v)
	return err
}
