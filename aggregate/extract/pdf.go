package extract

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"

	"dossier/aggregate/lazyregexp"
)

const (
	maxObjects  = 1 << 20  // unpacked bytes of one object stream
	maxUnpacked = 32 << 20 // unpacked bytes in total
)

// pdfPage matches the type entry of a page object.
var pdfPage = lazyregexp.New(`/Type\s*/Page[^A-Za-z]`)

// pdfError returns why the text of a PDF is not extracted. A PDF positions glyphs, so
// order, spaces and characters would have to be guessed.
func pdfError(data []byte) error {
	pages := ""
	if n := pdfPages(data); n > 1 {
		pages = fmt.Sprintf(" of its about %d pages", n)
	}
	return fmt.Errorf("the text%s is not extracted from a PDF; make a text file of it, for example with pdftotext -layout", pages)
}

// pdfPages returns the number of page objects, including those that an editor has
// replaced; 0 if it is unknown, as in an encrypted document.
func pdfPages(data []byte) int {
	pages := len(pdfPage().FindAllIndex(data, -1))
	budget := maxUnpacked
	for rest := data; budget > 0; {
		at := bytes.Index(rest, []byte("/ObjStm"))
		if at < 0 {
			break
		}
		rest = rest[at+len("/ObjStm"):]
		start := bytes.Index(rest[:min(len(rest), 1000)], []byte("stream"))
		if start < 0 {
			continue
		}
		z, err := zlib.NewReader(bytes.NewReader(bytes.TrimLeft(rest[start+len("stream"):], "\r\n")))
		if err != nil {
			budget -= 1000
			continue
		}
		objects, _ := io.ReadAll(io.LimitReader(z, maxObjects)) // use what can be unpacked
		budget -= len(objects) + 1000
		pages += len(pdfPage().FindAllIndex(objects, -1))
	}
	return pages
}
