package relocate

import (
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fingerprint identifies a text after it was edited, by MinHash: it holds the smallest hashes of
// its lines, which are a fair sample, so that the share of a fingerprint found in another text
// estimates the share of common lines. It takes at most 258 bytes and is deterministic. A text
// with few lines is identified by its words. The empty Fingerprint identifies nothing.
type Fingerprint string

// maxFingerprint is the max number of hashes in a fingerprint. The standard error of the
// estimated share is at most 7 %, at one half.
const maxFingerprint = 48

// minLines is the number of distinctive lines below which words are included.
const minLines = 8

// The first byte of a fingerprint, before its encoding.
const (
	fingerprintOfLines = 1
	fingerprintOfWords = 2 // words and lines
)

// FingerprintOf returns the fingerprint of a text.
func FingerprintOf(text string) Fingerprint {
	kind := byte(fingerprintOfLines)
	var least minHashes
	lines := 0
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); isDistinctive(line) {
			lines++
			least.add(lineHash(line))
		}
	}
	if lines < minLines {
		kind = fingerprintOfWords
		for word := range words(text) {
			least.add(lineHash(word))
		}
	}
	if len(least) == 0 {
		return ""
	}
	data := []byte{kind}
	for _, h := range least {
		data = binary.BigEndian.AppendUint32(data, h)
	}
	return Fingerprint(base64.RawStdEncoding.EncodeToString(data))
}

// hashes decodes a fingerprint, and returns whether it includes words. An invalid one is empty.
func (s Fingerprint) hashes() (list []uint32, ofWords bool) {
	data, err := base64.RawStdEncoding.DecodeString(string(s))
	if err != nil || len(data)%4 != 1 || len(data) > 1+4*maxFingerprint || data[0] != fingerprintOfLines && data[0] != fingerprintOfWords {
		return nil, false
	}
	for at := 1; at < len(data); at += 4 {
		list = append(list, binary.BigEndian.Uint32(data[at:]))
	}
	return list, data[0] == fingerprintOfWords
}

// minHashes are the smallest hashes added so far, sorted.
type minHashes []uint32

func (s *minHashes) add(h uint32) {
	if len(*s) == maxFingerprint && h >= (*s)[maxFingerprint-1] {
		return
	}
	at, found := slices.BinarySearch(*s, h)
	if found {
		return
	}
	*s = slices.Insert(*s, at, h)
	*s = (*s)[:min(len(*s), maxFingerprint)]
}

// mix mixes the bits of h (the finalizer of SplitMix64).
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// lineHash returns the hash of a line or a word, which is the same on all machines.
func lineHash(s string) uint32 {
	const prime = 0x9e3779b97f4a7c15
	h := uint64(len(s)) * prime
	for ; len(s) >= 8; s = s[8:] {
		h = mix(h ^ (uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56))
	}
	for i := range len(s) {
		h ^= uint64(s[i]) << (8 * i)
	}
	return uint32(mix(h) >> 32)
}

// words yields the names and numbers in a text that have at least two letters.
func words(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		start := -1
		for i, r := range text {
			if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' {
				if start < 0 {
					start = i
				}
				continue
			}
			if start >= 0 && utf8.RuneCountInString(text[start:i]) > 1 && !yield(text[start:i]) {
				return
			}
			start = -1
		}
		if start >= 0 && utf8.RuneCountInString(text[start:]) > 1 {
			yield(text[start:])
		}
	}
}
