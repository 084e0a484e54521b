package snapshots

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"dossier/models"
	"dossier/presets/tomledit"
)

// schema is the latest version of records that this program reads.
const schema = 1

// maxRecord is the max size of a record: one of a hundred thousand files takes half of it.
const maxRecord = 64 << 20

// maxHead is the max size of the part of a record before its first table.
const maxHead = 64 << 10

// bounds are the limits of a record. A file has up to fifteen values in it.
var bounds = tomledit.Bounds{Bytes: maxRecord, Values: 1_500_000}

// note is a comment for users who open a record.
const note = "# The inputs of the document next to this file. The first line is a checksum of all others: a record edited\n" +
	"# by hand counts as damaged. To change it, use dossier snapshots describe and dossier snapshots pin.\n"

// encode formats a record: a line with the hash of all other lines, then the head, then tables.
func encode(s models.Snapshot) ([]byte, error) {
	fields := models.Fields{{Key: "schema", Value: int64(schema)}}
	for _, f := range s.Fields() {
		if table, ok := f.Value.(models.Fields); ok {
			f.Value = tomledit.Block(table)
		}
		fields = append(fields, f)
	}
	valid(fields)
	data, err := tomledit.Format(fields)
	if err != nil {
		return nil, err
	}
	return seal(append([]byte(note), data...)), nil
}

// valid replaces what cannot be stored: bytes of names that are not UTF-8.
func valid(v any) any {
	switch v := v.(type) {
	case string:
		return strings.ToValidUTF8(v, "\ufffd")
	case models.Fields:
		for i := range v {
			v[i].Key = strings.ToValidUTF8(v[i].Key, "\ufffd")
			v[i].Value = valid(v[i].Value)
		}
	case tomledit.Block:
		valid(models.Fields(v))
	case []any:
		for i := range v {
			v[i] = valid(v[i])
		}
	}
	return v
}

const (
	sealStart = `digest = "sha256:`
	sealEnd   = "\"\n"
	sealLen   = len(sealStart) + 2*sha256.Size + len(sealEnd)
)

// seal prepends the line with the hash of rest.
func seal(rest []byte) []byte {
	sum := sha256.Sum256(rest)
	out := make([]byte, 0, sealLen+len(rest))
	out = append(out, sealStart...)
	out = hex.AppendEncode(out, sum[:])
	out = append(out, sealEnd...)
	return append(out, rest...)
}

// sealed reports whether a record is unchanged.
func sealed(data []byte) bool {
	return len(data) >= sealLen && bytes.Equal(data[:sealLen], seal(data[sealLen:])[:sealLen])
}

var (
	errNewer  = errors.New("was written by a newer version of this program")
	errBroken = errors.New("is not the record of a snapshot")
)

// decode parses a record, ignoring its seal.
func decode(data []byte) (models.Snapshot, error) {
	values, err := bounds.Decode(data)
	if err != nil {
		return models.Snapshot{}, spoken(err)
	}
	if err := checkFileKeys(values); err != nil {
		return models.Snapshot{}, err
	}
	s, err := models.ParseSnapshot(values)
	return s, spoken(err)
}

// spoken formats an error as the end of a sentence about the file.
func spoken(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.As(err, new(*tomledit.SyntaxError)):
		return fmt.Errorf("has %w", err)
	case errors.As(err, new(*tomledit.LimitError)):
		return fmt.Errorf("was not read: %w", err)
	}
	return fmt.Errorf("is invalid: %w", err)
}

// decodeHead parses the head of a record from its first bytes.
func decodeHead(start []byte) (models.Snapshot, error) {
	_, values, err := cutHead(start)
	if err != nil {
		return models.Snapshot{}, err
	}
	if err := checkFileKeys(values); err != nil {
		return models.Snapshot{}, err
	}
	s, err := models.ParseSnapshotHead(values)
	return s, spoken(err)
}

// cutHead finds the start of the first table, and decodes the text before it. A line that begins
// with a bracket may be part of a multi-line string; heads with many such lines are not written
// by this program.
func cutHead(data []byte) (end int, values map[string]any, err error) {
	const tries = 16
	err = errBroken
	for range tries {
		next := bytes.Index(data[end:], []byte("\n["))
		if next < 0 {
			break
		}
		end += next + 1
		if values, err = tomledit.Decode(data[:end]); err == nil {
			return end, values, nil
		}
		err = spoken(err)
	}
	return 0, nil, err
}

// checkFileKeys checks and removes the keys that belong to the file rather than the snapshot.
func checkFileKeys(values map[string]any) error {
	if _, ok := values["digest"].(string); !ok {
		return errBroken
	}
	version, ok := values["schema"].(int64)
	switch {
	case !ok:
		return errBroken
	case version > schema:
		return errNewer
	}
	delete(values, "digest")
	delete(values, "schema")
	return nil
}

// edited returns a record with values set in its head; nil removes one. It rejects a damaged
// record, because the new seal would hide the damage.
func edited(data []byte, set models.Fields) ([]byte, error) {
	if !sealed(data) {
		return nil, errSeal
	}
	rest := data[sealLen:]
	end, _, err := cutHead(rest)
	if err != nil {
		return nil, err
	}
	var edits []tomledit.Edit
	for _, f := range set {
		edits = append(edits, tomledit.Set(f.Value, f.Key))
	}
	head, err := tomledit.Apply(rest[:end], edits...)
	if err != nil {
		return nil, err
	}
	if !bytes.HasSuffix(head, []byte("\n\n")) {
		head = append(head, '\n')
	}
	return seal(append(head, rest[end:]...)), nil
}

var errSeal = errors.New("was changed since it was written")

// DamageError reports a snapshot that is not as it was written. Name is that of the file.
type DamageError struct {
	Name string
	Err  error
}

func (e *DamageError) Unwrap() error { return e.Err }

func (e *DamageError) Error() string {
	return fmt.Sprintf("%s is damaged and cannot be replayed exactly: it %v", e.Name, e.Err)
}
