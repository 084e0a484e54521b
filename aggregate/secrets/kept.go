package secrets

import (
	"encoding/binary"
	"errors"

	"dossier/aggregate/cachefile"
)

// The limits of what is kept between sessions.
const (
	maxKeptClean = 200_000 // files in which nothing was found, at 36 bytes
	maxKeptFound = 4 << 20 // bytes, of what was found in the others
)

// Kept is what checkers have found in files in other sessions. Of a secret it says where it stands
// and by which rule, and holds nothing of the secret itself. It is safe for concurrent use.
type Kept struct {
	clean *cachefile.Numbers // files in which nothing was found, which are most
	found *cachefile.Blobs   // what was found in the others
}

// OpenKept returns what is kept in two files, as [cachefile.OpenNumbers] says it; version says what
// program found it.
func OpenKept(clean, found, version string) *Kept {
	return &Kept{
		clean: cachefile.OpenNumbers(clean, "dossier clean 2 "+version+"\n", maxKeptClean),
		found: cachefile.OpenBlobs(found, "dossier findings 2 "+version+"\n", maxKeptFound),
	}
}

// Close saves it and lets go of what it holds, as [cachefile.Numbers.Close] does.
func (k *Kept) Close() error { return errors.Join(k.clean.Close(), k.found.Close()) }

// get returns what was found in a text, which may be nothing; false when that is not known.
func (k *Kept) get(key cachefile.Key, text string) ([]Finding, bool) {
	if _, ok := k.clean.Get(key); ok {
		return nil, true
	}
	data, ok := k.found.Get(key)
	if !ok {
		return nil, false
	}
	return readFindings(data, len(text))
}

// put keeps what was found in a text.
func (k *Kept) put(key cachefile.Key, found []Finding) {
	if len(found) == 0 {
		k.clean.Put(key, 0)
	} else {
		k.found.Put(key, appendFindings(nil, found))
	}
}

// What a stored finding says of itself, as bits.
const (
	storedLikely = 1 << iota
	storedAllowed
	storedExcused
	storedBits = storedLikely | storedAllowed | storedExcused
)

// appendFindings appends the stored form of findings to b.
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

// readFindings reads the stored form of findings in a text of so many bytes; false when it is none.
func readFindings(b []byte, size int) ([]Finding, bool) {
	const least = 5 // bytes of a finding
	r := cachefile.NewReader(b)
	found := make([]Finding, r.Count(least))
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
