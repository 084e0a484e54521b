package secrets

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
)

// NameRule is the rule of files that are secret by their names.
const NameRule = "file-name"

// ID names a value that a rule finds, so that it can be remembered: by the rule and a hash,
// "github-pat:" and 32 hexadecimal digits.
func ID(rule, value string) string {
	sum := sha256.Sum256([]byte(rule + "\x00" + value))
	return rule + ":" + hex.EncodeToString(sum[:16])
}

// FileID names a file that is secret by its name, with what stands in it.
func FileID(path, text string) string { return ID(NameRule, path+"\x00"+text) }

// State is what becomes of something that is found.
type State string

// The states of findings.
const (
	Redacted State = "redacted" // a placeholder stands in its place
	Withheld State = "withheld" // the file stands in the document without its content
	Readable State = "readable" // nothing is done: it is only likely, or nothing is redacted
	Allowed  State = "allowed"  // a person says that it is none
)

// Policy says what is done with what is found. The zero value redacts what is certain, warns
// of what is likely, and withholds files that are secret by their names. It never changes.
type Policy struct {
	Off    bool     // nothing is redacted or withheld
	Blind  bool     // with Off: nothing is looked for either
	Allow  []string // [ID]s of values that are none, and [FileID]s
	Redact []string // [ID]s, or rules alone, of which what is likely is redacted too
	All    bool     // what is likely is redacted too
	Show   []string // paths of files that are shown although their names are secret
}

// State says what becomes of a value that was found in a text.
func (p Policy) State(f Finding, src string) State {
	if f.Allowed {
		return Allowed
	}
	if _, allowed := listed(p.Allow, f, src); allowed {
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
	if _, redacted := listed(p.Redact, f, src); redacted {
		return Redacted
	}
	return Readable
}

// ID names a value that was found in a text, as [ID] does, or as it was named when it was allowed, so that the
// allowance can be taken back.
func (p Policy) ID(f Finding, src string) string {
	if id, ok := listed(p.Allow, f, src); ok {
		return id
	}
	return ID(f.Rule, f.Secret(src))
}

// Cuts returns what is cut out of a text by what was found in it.
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

// File says what becomes of a file by its name; empty where that is not secret.
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
