package secrets

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
)

// NameRule is the rule for files whose names are secret.
const NameRule = "file-name"

// ID returns a persistent identifier of a value found by a rule: the rule and a hash,
// "github-pat:" and 32 hexadecimal digits.
func ID(rule, value string) string {
	sum := sha256.Sum256([]byte(rule + "\x00" + value))
	return rule + ":" + hex.EncodeToString(sum[:16])
}

// FileID returns an identifier of a file whose name is secret, including its content.
func FileID(path, text string) string { return ID(NameRule, path+"\x00"+text) }

// State is how a finding is handled.
type State string

// States of findings.
const (
	Redacted State = "redacted" // replaced by a placeholder
	Withheld State = "withheld" // the file is in the document without its content
	Readable State = "readable" // unchanged: it is only likely, or redaction is off
	Allowed  State = "allowed"  // the user says that it is not a secret
)

// Policy determines how findings are handled. The zero value redacts certain ones, warns of
// likely ones, and withholds files whose names are secret. It is immutable.
type Policy struct {
	Off    bool     // nothing is redacted or withheld
	Blind  bool     // with Off: do not scan either
	Allow  []string // [ID]s of values that are not secrets, and [FileID]s
	Redact []string // [ID]s or rules whose likely findings are also redacted
	All    bool     // redact all likely findings
	Show   []string // paths of files that are shown although their names are secret
}

// State returns how a finding in a text is handled.
func (p Policy) State(f Finding, src string) State {
	if f.Allowed {
		return Allowed
	}
	if _, allowed := matchingID(p.Allow, f, src); allowed {
		return Allowed
	}
	switch {
	case p.Off:
		return Readable
	case f.Class == Certain || p.All:
		return Redacted
	case slices.Contains(p.Redact, f.Rule):
		return Redacted
	}
	if _, redacted := matchingID(p.Redact, f, src); redacted {
		return Redacted
	}
	return Readable
}

// ID returns the identifier of a finding in a text: [ID], or the one under which it was allowed,
// so that this can be undone.
func (p Policy) ID(f Finding, src string) string {
	if id, ok := matchingID(p.Allow, f, src); ok {
		return id
	}
	return ID(f.Rule, f.Secret(src))
}

// Cuts returns the redactions of a text for its findings.
func (p Policy) Cuts(numbers *Numbers, src string, found []Finding) []Cut {
	var cut, keep []Finding
	for _, f := range found {
		switch p.State(f, src) {
		case Redacted:
			cut = append(cut, f)
		case Allowed:
			keep = append(keep, f)
		}
	}
	return numbers.Cuts(src, cut, keep)
}

// File returns how a file is handled because of its name; empty if the name is not secret.
func (p Policy) File(path, text string) State {
	switch {
	case !Name(path):
		return ""
	case slices.Contains(p.Show, path) || len(p.Allow) > 0 && slices.Contains(p.Allow, FileID(path, text)):
		return Allowed
	case p.Off:
		return Readable
	}
	return Withheld
}
