package worker

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

const (
	// MaxFrame is the max size of a request or an answer in bytes: sixteen times the largest file
	// that is parsed.
	MaxFrame = 16 << 20

	// greeting is what each side sends first; its last byte is the protocol version.
	greeting = "dossier\x01"

	headerSize = 4 + 4 + 1

	// trusted is how much memory is allocated for a body because of its header alone. More is
	// only allocated once as much has arrived.
	trusted = 256 << 10
)

// kind is the kind of a frame. The zero kind is invalid, so that zeros are not a frame.
type kind byte

const (
	requestKind kind = iota + 1
	answerKind
	failureKind // the text of an error returned by the function
	panicKind   // the text of a panic
	kinds       // the last kind plus one
)

// frame is one message.
type frame struct {
	kind   kind
	number uint32 // of the request, repeated in its answer
	body   []byte
}

// appendFrame appends the bytes of f to dst, so that they can be written at once.
func appendFrame(dst []byte, f frame) []byte {
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(f.body)))
	dst = binary.BigEndian.AppendUint32(dst, f.number)
	dst = append(dst, byte(f.kind))
	return append(dst, f.body...)
}

// readFrame reads one frame, reusing buf for its body. It returns [io.EOF] only if r ends between
// two frames.
func readFrame(r *bufio.Reader, buf []byte) (frame, error) {
	header, err := r.Peek(headerSize)
	if err != nil {
		if errors.Is(err, io.EOF) && len(header) > 0 {
			err = io.ErrUnexpectedEOF
		}
		return frame{}, err
	}
	length := binary.BigEndian.Uint32(header)
	f := frame{number: binary.BigEndian.Uint32(header[4:]), kind: kind(header[8])}
	switch {
	case length > MaxFrame:
		return frame{}, fmt.Errorf("a frame of %d bytes, the limit is %d", length, MaxFrame)
	case f.kind == 0 || f.kind >= kinds:
		return frame{}, fmt.Errorf("a frame of the unknown kind %d", f.kind)
	}
	_, _ = r.Discard(headerSize) // it is buffered
	f.body, err = readBody(r, buf[:0], int(length))
	return f, err
}

// readBody appends n bytes of r to buf. It allocates as much as has arrived, or [trusted] bytes,
// never more because of n alone.
func readBody(r io.Reader, buf []byte, n int) ([]byte, error) {
	for len(buf) < n {
		have := len(buf)
		step := min(n-have, max(trusted, have, cap(buf)-have))
		if cap(buf)-have < step {
			buf = append(make([]byte, 0, have+step), buf...)
		}
		buf = buf[:have+step]
		if _, err := io.ReadFull(r, buf[have:]); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
	}
	return buf, nil
}

// readGreeting reads the other side's greeting.
func readGreeting(r io.Reader) error {
	var got [len(greeting)]byte
	if _, err := io.ReadFull(r, got[:]); err != nil {
		return err
	}
	if string(got[:]) != greeting {
		return fmt.Errorf("the other side is no part of this program: it begins with %q and not with %q", got, greeting)
	}
	return nil
}
