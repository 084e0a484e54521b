package models

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// NoteType is the type of a note's content.
type NoteType string

// Note types.
const (
	NoteCode        NoteType = "code"
	NoteText        NoteType = "text"
	NoteFile        NoteType = "file"
	NoteREPLHistory NoteType = "repl-history"
	NoteError       NoteType = "error"
	NoteCustom      NoteType = "custom"
)

// NoteTypes returns the note types in menu order.
func NoteTypes() []NoteType {
	return []NoteType{NoteCode, NoteText, NoteFile, NoteREPLHistory, NoteError, NoteCustom}
}

// Note is a piece of text that accompanies the files.
type Note struct {
	ID       string // "ctx-" and a number, never reused
	Type     NoteType
	Content  string
	Metadata NoteMetadata
	Time     time.Time      // creation time in whole seconds; immutable
	Extra    map[string]any // unknown keys of the stored form, preserved; the JSON schema allows none
}

// NoteMetadata is the origin of a note. All fields are optional.
type NoteMetadata struct {
	Filename  string
	StartLine int // 1-based; 0 if unknown
	EndLine   int // 1-based, inclusive; 0 if unknown
	Package   string
	// ContentHash and AnchorLines locate the lines in the changed file, as in a [Slice]. They are
	// empty for a note that is not linked to a file.
	ContentHash string
	AnchorLines []string
	Extra       map[string]any // unknown keys, preserved
}

// CheckLines returns a [*FieldError] for an invalid range of lines: the JSON schema does not
// require that the end is not before the start.
func (m NoteMetadata) CheckLines() error {
	if m.StartLine > 0 && m.EndLine > 0 && m.EndLine < m.StartLine {
		return &FieldError{"end_line", fmt.Sprintf("is %d, before start_line, which is %d", m.EndLine, m.StartLine)}
	}
	return nil
}

// Slice returns the lines that the note was taken from, as a slice of its file; false if the note
// has no data for locating them.
func (m NoteMetadata) Slice() (Slice, bool) {
	s := Slice{StartLine: m.StartLine, EndLine: m.EndLine, ContentHash: m.ContentHash, AnchorLines: m.AnchorLines}
	return s, m.Filename != "" && m.ContentHash != "" && m.StartLine > 0 && m.EndLine >= m.StartLine
}

// At returns the metadata with the lines of a slice of its file, to which the note is then
// linked. A slice without a hash is not linked.
func (m NoteMetadata) At(s Slice) NoteMetadata {
	m.StartLine, m.EndLine, m.ContentHash, m.AnchorLines = s.StartLine, s.EndLine, s.ContentHash, s.AnchorLines
	return m
}

// Equal reports whether two notes have the same stored form.
func (n Note) Equal(other Note) bool {
	return n.ID == other.ID && n.Type == other.Type && n.Content == other.Content && n.Time.Equal(other.Time) &&
		n.Metadata.equal(other.Metadata) && sameExtra(n.Extra, other.Extra)
}

func (m NoteMetadata) equal(other NoteMetadata) bool {
	same := sameExtra(m.Extra, other.Extra)
	m.Extra, other.Extra = nil, nil
	return same && reflect.DeepEqual(m, other)
}

func sameExtra(a, b map[string]any) bool { return len(a)+len(b) == 0 || reflect.DeepEqual(a, b) }

// Clone returns a note whose unknown keys can be modified.
func (n Note) Clone() Note {
	n.Extra, n.Metadata.Extra = maps.Clone(n.Extra), maps.Clone(n.Metadata.Extra)
	return n
}

// universalEpoch is the Unix epoch in Universal Time, which counts from 1900.
const universalEpoch = 2208988800

// notePrefix is the prefix of note ids.
const notePrefix = "ctx-"

var noteID = regexp.MustCompile(`^` + notePrefix + `[0-9]+$`)

// NoteID returns the id for a number.
func NoteID(n int64) string { return notePrefix + strconv.FormatInt(n, 10) }

// number returns the number in an id, or 0 for a number beyond all that are assigned.
func (n Note) number() int64 {
	number, err := strconv.ParseInt(strings.TrimPrefix(n.ID, notePrefix), 10, 64)
	if err != nil || number > math.MaxInt64/2 {
		return 0
	}
	return number
}

// ParseNote parses the JSON form of a note: timestamps are Universal Time, and keys other than
// the five of the schema are errors.
func ParseNote(key string, v any) (Note, error) {
	var found report
	f := newForm(key, v, &found)
	n := parseNote(f)
	for extra := range f.rest() {
		f.fail(extra, "is not a key of a note")
	}
	return n, found.err()
}

// parseNote parses the keys common to both forms of a note.
func parseNote(f form) Note {
	for _, needed := range []string{"id", "type", "content", "timestamp"} {
		switch v, ok := f.table[needed]; {
		case !ok:
			f.fail(needed, "is missing")
		case v == nil:
			f.fail(needed, "must not be null")
		}
	}
	n := Note{ID: f.str("id", ""), Content: f.str("content", "")}
	if _, ok := f.table["id"].(string); ok && (!noteID.MatchString(n.ID) || strings.ContainsRune(n.ID, '\n')) {
		f.fail("id", fmt.Sprintf("%q must be %s and a number", n.ID, notePrefix))
		n.ID = ""
	}
	n.Type = choice(f, "type", NoteCode, NoteTypes())
	n.Time = time.Unix(f.integer("timestamp", 0, universalEpoch)-universalEpoch, 0).UTC()
	n.Metadata = parseNoteMetadata(f.sub("metadata"))
	return n
}

func parseNoteMetadata(meta form) NoteMetadata {
	for _, key := range []string{"filename", "start_line", "end_line", "package"} {
		if v, ok := meta.table[key]; ok && v == nil {
			meta.fail(key, "must not be null; omit it")
		}
	}
	m := NoteMetadata{
		Filename:  meta.str("filename", ""),
		StartLine: int(meta.integer("start_line", 1, 0)),
		EndLine:   int(meta.integer("end_line", 1, 0)),
		Package:   meta.str("package", ""),
	}
	// Fields unknown to the schema can have any value.
	if hash, ok := meta.table[contentHash].(string); ok && hash != "" {
		m.ContentHash = meta.str(contentHash, "")
	}
	if lines, ok := stringList(meta.table[anchorLines]); ok && len(lines) > 0 {
		m.AnchorLines = lines
		meta.known[anchorLines] = true
	}
	m.Extra = meta.rest()
	return m
}

// Keys of the location data.
const (
	contentHash = "content_hash"
	anchorLines = "anchor_lines"
)

func stringList(v any) ([]string, bool) {
	list, ok := v.([]any)
	out := make([]string, len(list))
	for i, v := range list {
		s, is := v.(string)
		out[i], ok = s, ok && is
	}
	return out, ok
}

func (m NoteMetadata) fields() Fields {
	var meta writer
	meta.addIf(m.Filename != "", "filename", m.Filename)
	meta.addIf(m.StartLine > 0, "start_line", int64(m.StartLine))
	meta.addIf(m.EndLine > 0, "end_line", int64(m.EndLine))
	meta.addIf(m.Package != "", "package", m.Package)
	meta.addIf(m.ContentHash != "", contentHash, m.ContentHash)
	meta.addIf(len(m.AnchorLines) > 0, anchorLines, anyList(m.AnchorLines))
	return meta.rest(m.Extra)
}

// Fields returns the JSON form.
func (n Note) Fields() Fields {
	fields := n.Metadata.fields()
	var w writer
	w.add("id", n.ID)
	w.add("type", string(n.Type))
	w.add("content", n.Content)
	w.addIf(len(fields) > 0, "metadata", fields)
	w.add("timestamp", n.Time.Unix()+universalEpoch)
	return w.fields
}

// MarshalJSON encodes the JSON form.
func (n Note) MarshalJSON() ([]byte, error) { return n.Fields().MarshalJSON() }

// UnmarshalJSON decodes the JSON form.
func (n *Note) UnmarshalJSON(data []byte) error {
	return readJSON(n, data, "note", ParseNote)
}

// ParseNoteList parses a JSON array of notes, or a single one. The error contains a [*FieldError]
// for each invalid key, [2].metadata.start_line; no notes are returned then.
func ParseNoteList(data []byte) ([]Note, error) {
	if err := checkJSON(data); err != nil {
		return nil, err
	}
	v, err := fromJSON(data)
	if err != nil {
		return nil, err
	}
	list, ok := v.([]any)
	if _, one := v.(map[string]any); one {
		list, ok = []any{v}, true
	}
	if !ok {
		return nil, fmt.Errorf("a JSON array of notes is wanted, not %s", kindOf(v))
	}
	notes := make([]Note, len(list))
	var found report
	for i, v := range list {
		if v == nil {
			found.errs = append(found.errs, &FieldError{ElementKey("", i), "must be a table, not nothing"})
			continue
		}
		var err error
		if notes[i], err = ParseNote(ElementKey("", i), v); err != nil {
			found.errs = append(found.errs, err)
		}
	}
	if len(found.errs) > 0 {
		return nil, found.err()
	}
	return notes, nil
}

// checkJSON returns an error with the line of a syntax error.
func checkJSON(data []byte) error {
	var raw json.RawMessage
	err := json.Unmarshal(data, &raw)
	syntax, ok := err.(*json.SyntaxError)
	switch {
	case ok:
		before := string(data[:min(int(syntax.Offset), len(data))])
		return fmt.Errorf("it is not JSON: line %d: %w", strings.Count(before, "\n")+1, err)
	case err != nil:
		return fmt.Errorf("it is not JSON: %w", err)
	}
	return nil
}
