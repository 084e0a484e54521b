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

// schema is the newest version of records that this program reads.
const schema = 1

// maxRecord bounds a record: one of a hundred thousand files takes half of it.
const maxRecord = 64 << 20

// maxHead bounds the part of a record before its first table.
const maxHead = 64 << 10

// bounds are those of a record. A file has up to fifteen values in it.
var bounds = tomledit.Bounds{Bytes: maxRecord, Values: 1_500_000}

// note is what a person reads who opens a record.
const note = "# What made the dossier beside this file. The first line vouches for all others, so that\n" +
	"# a change by hand shows as damage: dossier snapshots describe and pin change it properly.\n"

// encode spells a record: a line with the hash of all others, then the head, then tables.
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

// seal puts the line before rest that vouches for it.
func seal(rest []byte) []byte {
	sum := sha256.Sum256(rest)
	out := make([]byte, 0, sealLen+len(rest))
	out = append(out, sealStart...)
	out = hex.AppendEncode(out, sum[:])
	out = append(out, sealEnd...)
	return append(out, rest...)
}

// sealed reports whether a record is as it was written.
func sealed(data []byte) bool {
	return len(data) >= sealLen && bytes.Equal(data[:sealLen], seal(data[sealLen:])[:sealLen])
}

var (
	errNewer  = errors.New("was written by a newer version of this program")
	errBroken = errors.New("is not the record of a snapshot")
)

// decode reads a record whatever its seal says.
func decode(data []byte) (models.Snapshot, error) {
	values, err := bounds.Decode(data)
	if err != nil {
		return models.Snapshot{}, spoken(err)
	}
	if err := ours(values); err != nil {
		return models.Snapshot{}, err
	}
	s, err := models.ParseSnapshot(values)
	return s, spoken(err)
}

// spoken says what is wrong as the end of a sentence about the file.
func spoken(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.As(err, new(*tomledit.SyntaxError)):
		return fmt.Errorf("has %w", err)
	case errors.As(err, new(*tomledit.LimitError)):
		return fmt.Errorf("was not read: %w", err)
	}
	return fmt.Errorf("holds what makes no sense: %w", err)
}

// decodeHead reads the head of a record from its first bytes.
func decodeHead(start []byte) (models.Snapshot, error) {
	_, values, err := cutHead(start)
	if err != nil {
		return models.Snapshot{}, err
	}
	if err := ours(values); err != nil {
		return models.Snapshot{}, err
	}
	s, err := models.ParseSnapshotHead(values)
	return s, spoken(err)
}

// cutHead finds where the first table begins, and decodes what stands before it. A line
// that begins with a bracket may belong to a text of several lines; who has many of these
// in a head has not got it from here.
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

// ours checks the keys that are of the file and not of the snapshot, and removes them.
func ours(values map[string]any) error {
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

// edited returns a record with other values in its head: a nil one is removed. What is
// damaged is not changed, for the new seal would hide it.
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

// DamageError is a snapshot that is not as it was written. Name is that of the file.
type DamageError struct {
	Name string
	Err  error
}

func (e *DamageError) Unwrap() error { return e.Err }

func (e *DamageError) Error() string {
	return fmt.Sprintf("%s is damaged and cannot be replayed exactly: it %v", e.Name, e.Err)
}
