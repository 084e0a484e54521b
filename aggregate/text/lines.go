package text

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// CountChars returns the number of code points in s, which must be valid UTF-8: the bytes that
// are not continuation bytes. It processes ASCII 32 bytes and other text 8 bytes at a time.
func CountChars(s string) int {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	data := []byte(s)
	n := len(data)
	for len(data) >= 8 {
		for len(data) >= 32 {
			a, b := binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])
			c, d := binary.LittleEndian.Uint64(data[16:]), binary.LittleEndian.Uint64(data[24:])
			if (a|b|c|d)&highs != 0 {
				break
			}
			data = data[32:]
		}
		if len(data) < 8 {
			break
		}
		v := binary.LittleEndian.Uint64(data)
		n -= bits.OnesCount64(v >> 7 &^ (v >> 6) & ones)
		data = data[8:]
	}
	for _, c := range data {
		n -= int(c >> 7 &^ (c >> 6) & 1)
	}
	return n
}

// CountLines returns the number of lines of s. A newline ends its line, so "a" and "a\n" have
// one, and the empty string has none.
func CountLines(s string) int {
	n := strings.Count(s, "\n")
	if s != "" && s[len(s)-1] != '\n' {
		n++
	}
	return n
}

// NthLine returns a line of s, counted from 0, without its newline; "" after the last.
func NthLine(s string, k int) string {
	for ; k > 0; k-- {
		at := strings.IndexByte(s, '\n')
		if at < 0 {
			return ""
		}
		s = s[at+1:]
	}
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// CommonStart returns the longest common prefix of two texts, in whole characters.
func CommonStart(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && !utf8.RuneStart(a[n]) {
		n--
	}
	return a[:n]
}

// LineStarts returns the byte offsets of the lines of s, and finally that of the line after the
// last. That one is beyond the end of s if s ends without a newline.
func LineStarts(s string) []int {
	starts := make([]int, 1, 2+strings.Count(s, "\n"))
	for at := 0; at < len(s); {
		n := strings.IndexByte(s[at:], '\n')
		if n < 0 {
			n = len(s) - at
		}
		at += n + 1
		starts = append(starts, at)
	}
	return starts
}

// Lines returns the lines start to end of s, counted from 1, inclusive, without the newline of
// the last one. Numbers beyond s are clamped; an empty range, or one entirely outside, gives the
// empty string.
func Lines(s string, start, end int) string {
	start = max(start, 1)
	for line := 1; line < start; line++ {
		i := strings.IndexByte(s, '\n')
		if i < 0 {
			return ""
		}
		s = s[i+1:]
	}
	stop := 0
	for line := start; line <= end && stop < len(s); line++ {
		i := strings.IndexByte(s[stop:], '\n')
		if i < 0 {
			return s
		}
		stop += i + 1
	}
	return strings.TrimSuffix(s[:stop], "\n")
}
