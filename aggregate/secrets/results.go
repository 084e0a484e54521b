package secrets

import (
	"encoding/binary"
	"errors"

	"dossier/aggregate/cachefile"
)

// Limits of the persisted results.
const (
	maxClean        = 200_000 // files without findings, at 36 bytes each
	maxFindingBytes = 4 << 20 // bytes, for the other files
)

// ResultStore are the persisted results of checks of files. For a secret it stores the position and the
// rule, but no part of the secret itself. It is safe for concurrent use.
type ResultStore struct {
	clean    *cachefile.Numbers // files without findings, the majority
	findings *cachefile.Blobs   // findings in the others
}

// OpenResults opens the results stored in two files, as [cachefile.OpenNumbers] does; version
// identifies the program that found them.
func OpenResults(clean, found, version string) *ResultStore {
	return &ResultStore{
		clean:    cachefile.OpenNumbers(clean, "dossier clean 2 "+version+"\n", maxClean),
		findings: cachefile.OpenBlobs(found, "dossier findings 2 "+version+"\n", maxFindingBytes),
	}
}

// Close saves the results and releases their memory, as [cachefile.Numbers.Close] does.
func (k *ResultStore) Close() error { return errors.Join(k.clean.Close(), k.findings.Close()) }

// get returns the stored findings in a text, possibly none, and whether a result is stored.
func (k *ResultStore) get(key cachefile.Key, text string) ([]Finding, bool) {
	if _, ok := k.clean.Get(key); ok {
		return nil, true
	}
	data, ok := k.findings.Get(key)
	if !ok {
		return nil, false
	}
	return readFindings(data, len(text))
}

// put stores the findings in a text.
func (k *ResultStore) put(key cachefile.Key, found []Finding) {
	if len(found) == 0 {
		k.clean.Put(key, 0)
	} else {
		k.findings.Put(key, appendFindings(nil, found))
	}
}

// Flags of a stored finding.
const (
	storedLikely = 1 << iota
	storedAllowed
	storedExcused
	storedBits = storedLikely | storedAllowed | storedExcused
)

// appendFindings appends the encoding of findings to b.
func appendFindings(b []byte, found []Finding) []byte {
	b = binary.AppendUvarint(b, uint64(len(found)))
	for _, f := range found {
		bits := 0
		if f.Class == Likely {
			bits |= storedLikely
		}
		if f.Allowed {
			bits |= storedAllowed
		}
		if f.Excused {
			bits |= storedExcused
		}
		b = binary.AppendUvarint(b, uint64(len(f.Rule)))
		b = append(b, f.Rule...)
		for _, n := range []int{bits, f.Start, f.End - f.Start, f.Line} {
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	return b
}

// readFindings decodes findings in a text of size bytes; false if they are invalid.
func readFindings(b []byte, size int) ([]Finding, bool) {
	const minSize = 5 // bytes per finding
	r := cachefile.NewReader(b)
	found := make([]Finding, r.Count(minSize))
	for i := range found {
		f := Finding{Rule: string(r.Bytes()), Class: Certain}
		bits := r.Below(storedBits + 1)
		if bits&storedLikely != 0 {
			f.Class = Likely
		}
		f.Allowed, f.Excused = bits&storedAllowed != 0, bits&storedExcused != 0
		f.Start = r.Below(size + 1)
		f.End = f.Start + r.Below(size-f.Start+1)
		f.Line = r.Below(size + 2)
		found[i] = f
	}
	return found, r.Done()
}
