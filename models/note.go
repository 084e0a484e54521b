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
	Time     time.Time      // when it was made, in whole seconds; never changes
	Extra    map[string]any // unknown keys of the stored form, kept; the schema of JSON has none
}

// NoteMetadata says where a note came from. All of it is optional.
type NoteMetadata struct {
	Filename  string
	StartLine int // 1-based; 0 is unknown
	EndLine   int // 1-based, inclusive; 0 is unknown
	Package   string
	// ContentHash and AnchorLines find the lines in the file again, as those of a [Slice]
	// do. They are empty for what no file is followed for.
	ContentHash string
	AnchorLines []string
	Extra       map[string]any // unknown keys, kept
}

// CheckLines returns a [*FieldError] when the lines are none that a file can have: the
// schema of JSON does not say that the end comes behind the start.
func (m NoteMetadata) CheckLines() error {
	if m.StartLine > 0 && m.EndLine > 0 && m.EndLine < m.StartLine {
		return &FieldError{"end_line", fmt.Sprintf("is %d, before start_line, which is %d", m.EndLine, m.StartLine)}
	}
	return nil
}

// Slice returns the lines that the note was taken from, as a slice of its file; false when
// it is not known how to find them again.
func (m NoteMetadata) Slice() (Slice, bool) {
	s := Slice{StartLine: m.StartLine, EndLine: m.EndLine, ContentHash: m.ContentHash, AnchorLines: m.AnchorLines}
	return s, m.Filename != "" && m.ContentHash != "" && m.StartLine > 0 && m.EndLine >= m.StartLine
}

// At returns the metadata with the lines of a slice of its file, which is followed from
// then on. A slice without a hash is not followed.
func (m NoteMetadata) At(s Slice) NoteMetadata {
	m.StartLine, m.EndLine, m.ContentHash, m.AnchorLines = s.StartLine, s.EndLine, s.ContentHash, s.AnchorLines
	return m
}

// Equal reports whether two notes are stored in the same form.
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

// Clone returns a note whose unknown keys can be changed.
func (n Note) Clone() Note {
	n.Extra, n.Metadata.Extra = maps.Clone(n.Extra), maps.Clone(n.Metadata.Extra)
	return n
}

// universalEpoch is the Unix time 0 in Universal Time, which counts from 1900.
const universalEpoch = 2208988800

// notePrefix begins the ids of notes.
const notePrefix = "ctx-"

var noteID = regexp.MustCompile(`^` + notePrefix + `[0-9]+$`)

// NoteID returns the id of a number.
func NoteID(n int64) string { return notePrefix + strconv.FormatInt(n, 10) }

// number returns the number of an id, or 0 for one that is beyond all that are given out.
func (n Note) number() int64 {
	number, err := strconv.ParseInt(strings.TrimPrefix(n.ID, notePrefix), 10, 64)
	if err != nil || number > math.MaxInt64/2 {
		return 0
	}
	return number
}

// ParseNote reads the JSON form of a note by the seed's schema: timestamps are
// Universal Time, and keys beside the five are errors.
func ParseNote(key string, v any) (Note, error) {
	var found report
	f := newForm(key, v, &found)
	n := parseNote(f)
	for extra := range f.rest() {
		f.fail(extra, "is not a key of a note")
	}
	return n, found.err()
}

// parseNote reads the keys that both forms of a note have.
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
			meta.fail(key, "must not be null; leave it out")
		}
	}
	m := NoteMetadata{
		Filename:  meta.str("filename", ""),
		StartLine: int(meta.integer("start_line", 1, 0)),
		EndLine:   int(meta.integer("end_line", 1, 0)),
		Package:   meta.str("package", ""),
	}
	// What the schema does not know may be anything.
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

// The keys of what finds a slice again.
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

// Fields returns the JSON form of the seed's schema.
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

// MarshalJSON writes the seed's schema.
func (n Note) MarshalJSON() ([]byte, error) { return n.Fields().MarshalJSON() }

// UnmarshalJSON reads the seed's schema.
func (n *Note) UnmarshalJSON(data []byte) error {
	return readJSON(n, data, "note", ParseNote)
}

// ParseNoteList reads a JSON array of notes, or a single one, by the seed's schema. The
// error has a [*FieldError] for each key that does not fit, [2].metadata.start_line; the
// notes are then none.
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

// checkJSON says in which line a text stops being JSON.
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
