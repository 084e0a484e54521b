package images

import (
	"bytes"
	"encoding/binary"
)

// Parse parses the header of an image from the first bytes of its file. It returns [ErrTruncated]
// if it needs more bytes. Bytes and Identity of the result are zero.
func Parse(head []byte) (Info, error) {
	for _, f := range []struct {
		magic string
		at    int
		parse func([]byte) (Info, error)
	}{
		{"\x89PNG\r\n\x1a\n", 0, parsePNG},
		{"\xff\xd8\xff", 0, parseJPEG},
		{"GIF87a", 0, parseGIF},
		{"GIF89a", 0, parseGIF},
		{"WEBP", 8, parseWebP},
		{"BM", 0, parseBMP},
	} {
		if len(head) < f.at+len(f.magic) || string(head[f.at:f.at+len(f.magic)]) != f.magic {
			continue
		}
		info, err := f.parse(head)
		if err == nil && (info.Width <= 0 || info.Height <= 0) {
			err = ErrBroken
		}
		return info, err
	}
	return Info{}, ErrFormat
}

func parsePNG(b []byte) (Info, error) {
	info := Info{Format: PNG}
	if len(b) < 33 {
		return info, ErrTruncated
	}
	if binary.BigEndian.Uint32(b[8:]) != 13 || string(b[12:16]) != "IHDR" {
		return info, ErrBroken
	}
	w, h := binary.BigEndian.Uint32(b[16:]), binary.BigEndian.Uint32(b[20:])
	if w > maxSide || h > maxSide {
		return info, ErrBroken
	}
	info.Width, info.Height = int(w), int(h)
	for at := 33; at+8 <= len(b); { // the animation chunk precedes the first image
		size, kind := binary.BigEndian.Uint32(b[at:]), string(b[at+4:at+8])
		if kind == "acTL" {
			info.Animated = true
		}
		if kind == "IDAT" || kind == "acTL" || int64(size) > int64(len(b)) {
			break
		}
		at += 12 + int(size)
	}
	return info, nil
}

// maxSide is the max length of a side in PNG and BMP.
const maxSide = 1<<31 - 1

func parseGIF(b []byte) (Info, error) {
	info := Info{Format: GIF}
	if len(b) < 13 {
		return info, ErrTruncated
	}
	info.Width, info.Height = int(binary.LittleEndian.Uint16(b[6:])), int(binary.LittleEndian.Uint16(b[8:]))
	frames, _ := walkGIF(b)
	info.Animated = frames > 1 || bytes.Contains(b, []byte("NETSCAPE2.0"))
	return info, nil
}

// walkGIF counts the images of a GIF up to two, and reports whether the first is complete.
func walkGIF(b []byte) (frames int, whole bool) {
	at := 13
	if b[10]&0x80 != 0 {
		at += 3 << (b[10]&7 + 1)
	}
	blocks := func() bool { // skips a sequence of blocks and reports whether it is terminated
		for at < len(b) {
			size := int(b[at])
			if at += 1 + size; size == 0 {
				return true
			}
		}
		return false
	}
	for at < len(b) {
		switch b[at] {
		case 0x21: // an extension
			at += 2
			if !blocks() {
				return frames, whole
			}
		case 0x2c: // an image
			if frames++; frames == 2 || at+10 > len(b) {
				return frames, whole
			}
			if b[at+9]&0x80 != 0 {
				at += 3 << (b[at+9]&7 + 1)
			}
			at += 11 // descriptor and code size
			if whole = blocks(); !whole {
				return frames, false
			}
		default:
			return frames, whole
		}
	}
	return frames, whole
}

func parseBMP(b []byte) (Info, error) {
	info := Info{Format: BMP}
	if len(b) < 26 {
		return info, ErrTruncated
	}
	if binary.LittleEndian.Uint32(b[14:]) == 12 { // OS/2 header
		info.Width, info.Height = int(binary.LittleEndian.Uint16(b[18:])), int(binary.LittleEndian.Uint16(b[20:]))
		return info, nil
	}
	info.Width, info.Height = int(int32(binary.LittleEndian.Uint32(b[18:]))), int(int32(binary.LittleEndian.Uint32(b[22:])))
	if info.Height < 0 { // top-down rows
		info.Height = -info.Height
	}
	return info, nil
}

func parseWebP(b []byte) (Info, error) {
	info := Info{Format: WebP}
	if string(b[:4]) != "RIFF" {
		return info, ErrFormat
	}
	if len(b) < 30 {
		return info, ErrTruncated
	}
	if string(b[12:16]) == "VP8X" {
		info.Animated = b[20]&2 != 0
	}
	var ok bool
	if info.Width, info.Height, ok = webpSize(string(b[12:16]), b[20:]); !ok {
		return info, ErrBroken
	}
	return info, nil
}

// webpSize returns the size in a chunk of a WebP. It returns false if there is none, as in frames
// that only modify the previous one.
func webpSize(kind string, b []byte) (w, h int, ok bool) {
	switch {
	case kind == "VP8X" && len(b) >= 10:
		return 1 + uint24(b[4:]), 1 + uint24(b[7:]), true
	case kind == "VP8L" && len(b) >= 5 && b[0] == 0x2f:
		bits := binary.LittleEndian.Uint32(b[1:])
		return 1 + int(bits&0x3fff), 1 + int(bits>>14&0x3fff), true
	case kind == "VP8 " && len(b) >= 10 && b[0]&1 == 0 && string(b[3:6]) == "\x9d\x01\x2a":
		return int(binary.LittleEndian.Uint16(b[6:]) & 0x3fff), int(binary.LittleEndian.Uint16(b[8:]) & 0x3fff), true
	}
	return 0, 0, false
}

func uint24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

func parseJPEG(b []byte) (Info, error) {
	info := Info{Format: JPEG}
	for at := 2; ; {
		for at < len(b) && b[at] == 0xff && at+1 < len(b) && b[at+1] == 0xff {
			at++ // markers may be padded
		}
		if at+4 > len(b) {
			return info, ErrTruncated
		}
		if b[at] != 0xff {
			return info, ErrBroken
		}
		marker := b[at+1]
		if marker == 0x01 || marker >= 0xd0 && marker <= 0xd7 {
			at += 2
			continue
		}
		size := int(binary.BigEndian.Uint16(b[at+2:]))
		body := b[at+4 : min(len(b), at+2+max(size, 2))]
		switch {
		case marker == 0xd9 || marker == 0xda || size < 2: // the end, or image data without a size
			return info, ErrBroken
		case marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc:
			if len(body) < 5 {
				return info, ErrTruncated
			}
			info.Height, info.Width = int(binary.BigEndian.Uint16(body[1:])), int(binary.BigEndian.Uint16(body[3:]))
			if info.Turn >= 5 {
				info.Width, info.Height = info.Height, info.Width
			}
			return info, nil
		case marker == 0xe1 && info.Turn == 0:
			info.Turn = orientation(body)
		}
		at += 2 + size
	}
}

// orientation returns the orientation in an EXIF segment; 0 if it has none.
func orientation(segment []byte) int {
	tiff, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00"))
	if !ok || len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.LittleEndian
	if string(tiff[:2]) == "MM" {
		order = binary.BigEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 0
	}
	entries := int(order.Uint16(tiff[at:]))
	for i := range entries {
		entry := at + 2 + int64(i)*12
		if entry+12 > int64(len(tiff)) {
			return 0
		}
		if order.Uint16(tiff[entry:]) == 0x0112 {
			if turn := int(order.Uint16(tiff[entry+8:])); turn >= 1 && turn <= 8 {
				return turn
			}
			return 0
		}
	}
	return 0
}
