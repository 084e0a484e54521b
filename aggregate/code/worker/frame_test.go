package worker

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// wire returns the bytes of a frame as described in the package comment.
func wire(length, number uint32, kind byte, body string) string {
	var b bytes.Buffer
	for _, field := range []any{length, number, kind, []byte(body)} {
		_ = binary.Write(&b, binary.BigEndian, field)
	}
	return b.String()
}

// readFrames reads frames until an error, into one buffer.
func readFrames(r io.Reader) (frames []frame, err error) {
	in := bufio.NewReaderSize(r, 16)
	var buf []byte
	for {
		f, err := readFrame(in, buf)
		if err != nil {
			return frames, err
		}
		buf = f.body
		f.body = bytes.Clone(f.body)
		frames = append(frames, f)
	}
}

// diffFrames returns the difference between got and want.
func diffFrames(want, got []frame) string {
	return cmp.Diff(want, got, cmp.AllowUnexported(frame{}), cmp.Comparer(bytes.Equal))
}

func TestFrames(t *testing.T) {
	hello := frame{kind: requestKind, number: 7, body: []byte("hello")}
	empty := frame{kind: answerKind, number: 1<<32 - 1, body: []byte{}}
	tests := []struct {
		name  string
		bytes string
		want  []frame
		err   error  // the expected error
		text  string // or its text
	}{
		{name: "no frame", bytes: "", err: io.EOF},
		{name: "one frame", bytes: wire(5, 7, 1, "hello"), want: []frame{hello}, err: io.EOF},
		{name: "an empty body after another", bytes: wire(5, 7, 1, "hello") + wire(0, 1<<32-1, 2, ""), want: []frame{hello, empty}, err: io.EOF},
		{name: "half a header", bytes: wire(5, 7, 1, "")[:4], err: io.ErrUnexpectedEOF},
		{name: "a header alone", bytes: wire(5, 7, 1, ""), err: io.ErrUnexpectedEOF},
		{name: "half a body", bytes: wire(5, 7, 1, "hel"), err: io.ErrUnexpectedEOF},
		{name: "a length beyond the limit", bytes: wire(MaxFrame+1, 7, 1, "hello"), text: "a frame of 16777217 bytes"},
		{name: "the largest length", bytes: wire(1<<32-1, 7, 1, "hello"), text: "a frame of 4294967295 bytes"},
		{name: "no kind", bytes: wire(0, 0, 0, ""), text: "unknown kind 0"},
		{name: "an unknown kind", bytes: wire(0, 0, byte(kinds), ""), text: "unknown kind 5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := readFrames(strings.NewReader(tt.bytes))
			if tt.text == "" && !errors.Is(err, tt.err) || tt.text != "" && !strings.Contains(err.Error(), tt.text) {
				t.Errorf("error %v, want %v %s", err, tt.err, tt.text)
			}
			if diff := diffFrames(tt.want, got); diff != "" {
				t.Errorf("wrong frames (-want +got):\n%s", diff)
			}
		})
	}
}

// Written frames are read, regardless of how they are split.
func TestFramesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want []frame
		var sent []byte
		for range rapid.IntRange(0, 5).Draw(t, "frames") {
			f := frame{
				kind:   kind(rapid.IntRange(1, int(kinds)-1).Draw(t, "kind")),
				number: rapid.Uint32().Draw(t, "number"),
				body:   rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(t, "body"),
			}
			if rapid.Bool().Draw(t, "long") {
				f.body = append(f.body, make([]byte, rapid.IntRange(0, 3*trusted).Draw(t, "zeros"))...)
			}
			want = append(want, f)
			sent = appendFrame(sent, f)
		}
		var r io.Reader = bytes.NewReader(sent)
		if rapid.Bool().Draw(t, "halves") {
			r = iotest.HalfReader(r)
		}
		got, err := readFrames(r)
		if !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		if diff := diffFrames(want, got); diff != "" {
			t.Fatalf("wrong frames (-want +got):\n%s", diff)
		}
	})
}

// The oracle has all bytes and needs no state.
func FuzzReadFrame(f *testing.F) {
	f.Add([]byte(wire(5, 7, 1, "hello") + wire(0, 8, 2, "")))
	f.Add([]byte(wire(1<<24, 7, 1, "hello")))
	f.Add([]byte(wire(1<<24+1, 7, 1, "hello")))
	f.Add([]byte(wire(3, 7, 9, "abc")))
	f.Add([]byte("ELF\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var want []frame
		ended := false
		for rest := data; ; {
			if len(rest) == 0 {
				ended = true
				break
			}
			if len(rest) < 9 {
				break
			}
			n, k := uint64(binary.BigEndian.Uint32(rest)), rest[8]
			if n > 16*1024*1024 || k < 1 || k > 4 || n > uint64(len(rest)-9) {
				break
			}
			want = append(want, frame{kind: kind(k), number: binary.BigEndian.Uint32(rest[4:]), body: rest[9 : 9+n]})
			rest = rest[9+n:]
		}
		for _, r := range []io.Reader{bytes.NewReader(data), iotest.OneByteReader(bytes.NewReader(data)), iotest.DataErrReader(bytes.NewReader(data))} {
			got, err := readFrames(r)
			if err == nil || ended != errors.Is(err, io.EOF) {
				t.Fatalf("error %v, want io.EOF: %t", err, ended)
			}
			if diff := diffFrames(want, got); diff != "" {
				t.Fatalf("wrong frames (-want +got):\n%s", diff)
			}
		}
	})
}

// A header with a large length allocates no more than a fixed amount, or twice what follows it.
func TestPromisesCostNothing(t *testing.T) {
	tests := []struct {
		name string
		sent int
		most uint64
	}{
		{"nothing comes", 0, 1 << 20},
		{"a little comes", 1000, 1 << 20},
		{"a megabyte comes", 1 << 20, 8 << 20},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data := wire(MaxFrame, 1, 2, strings.Repeat("x", tt.sent))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := readFrame(bufio.NewReader(strings.NewReader(data)), nil)
			runtime.ReadMemStats(&after)
			if !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatal(err)
			}
			if took := after.TotalAlloc - before.TotalAlloc; took > tt.most {
				t.Errorf("%d bytes were set aside for %d that came, want at most %d", took, tt.sent, tt.most)
			}
		})
	}
}
