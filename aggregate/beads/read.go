package beads

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"dossier/aggregate/text"
	"dossier/models"
)

// Limits. A line of the tracker is rarely over a kilobyte.
const (
	MaxLine  = 4 << 20 // bytes; a longer line is invalid
	MaxBeads = 100_000
	maxBad   = 1000      // invalid lines that are listed
	maxArray = 256 << 20 // bytes of a JSON array, whose elements are not bounded by lines
)

// Result is the content of a tracker's file.
type Result struct {
	Beads []models.Bead // in file order
	// Bad holds the first thousand lines that could not be parsed; BadLines is the number of all
	// of them.
	Bad      []BadLine
	BadLines int
	Lines    int // all non-blank lines
	// Replaced is the number of lines whose id occurs again later; Again is the first line that
	// replaced one, from 1, and AgainID is its id.
	Replaced int
	Again    int
	AgainID  string
	// Omitted is the number of issues beyond [MaxBeads].
	Omitted int
}

// Note describes in one sentence which issues of the file are not in Beads; it is empty if all
// are.
func (r Result) Note() string {
	var parts []string
	switch {
	case r.Replaced == 1:
		parts = append(parts, fmt.Sprintf("line %d has the id %s, which an earlier line has too: the last one is used", r.Again, text.Escape(r.AgainID)))
	case r.Replaced > 1:
		parts = append(parts, fmt.Sprintf("%d lines have ids that earlier lines have too: the last one of each is used (first: line %d, %s)", r.Replaced, r.Again, text.Escape(r.AgainID)))
	}
	if r.BadLines == 0 && r.Omitted == 0 {
		return strings.Join(parts, "")
	}
	if r.BadLines > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d lines of beads could not be read (first: %v)", r.BadLines, r.Lines, r.Bad[0]))
	}
	if r.Omitted > 0 {
		parts = append(parts, fmt.Sprintf("%d beads beyond the first %d are excluded", r.Omitted, MaxBeads))
	}
	return strings.Join(parts, "; ") + "; the others are included"
}

// BadLine is a line that was skipped, and why.
type BadLine struct {
	Line int    // from 1
	Text string // its first [MaxExcerpt] bytes; empty if it is too long
	Err  error
}

// MaxExcerpt is the max length of the stored beginning of an invalid line, enough to identify it.
const MaxExcerpt = 200

func (b BadLine) Error() string { return fmt.Sprintf("line %d: %v", b.Line, b.Err) }

func (b BadLine) Unwrap() error { return b.Err }

// Read parses issues from JSON lines, or from a JSON array as printed by bd list --json. Lines
// that cannot be parsed are skipped and reported. Blank lines, headers and lines with data other
// than issues are skipped silently.
//
// If an id occurs more than once, for example after merging two branches, the last line replaces
// the first one at its position, as an import by the newer tracker does. It returns the error of
// r with the result up to there.
func Read(r io.Reader) (Result, error) {
	var c collector
	in := bufio.NewReaderSize(r, 64<<10)
	start, err := in.Peek(3)
	if bytes.Equal(start, []byte("\ufeff")) {
		_, err = in.Discard(len(start))
	}
	if err != nil && err != io.EOF {
		return c.Result, fmt.Errorf("read beads: %w", err)
	}
	for n := 1; ; n++ {
		line, err := readLine(in)
		if err != nil && err != io.EOF && !errors.Is(err, errLong) {
			return c.Result, fmt.Errorf("read beads: %w", err)
		}
		trimmed := bytes.TrimSpace(line)
		if len(trimmed) > 0 || errors.Is(err, errLong) {
			c.Lines++
		}
		switch {
		case errors.Is(err, errLong):
			c.addBad(n, nil, err)
		case n == 1 && bytes.HasPrefix(trimmed, []byte("[")):
			return readArray(&c, io.MultiReader(bytes.NewReader(line), in))
		case len(trimmed) > 0:
			c.add(n, trimmed)
		}
		if err == io.EOF {
			return c.Result, nil
		}
	}
}

var errLong = fmt.Errorf("longer than %d MiB", MaxLine>>20)

// readLine returns the next line, with io.EOF for the last. A line over the limit is skipped.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if !long {
			line = append(line, part...)
			if len(line) > MaxLine+len("\r\n") {
				line, long = nil, true
			}
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if long && (err == nil || err == io.EOF) {
			err = errLong // the next call reports the end again
		}
		return line, err
	}
}

// Errors of an array whose end is wrong.
var (
	errCutOff  = errors.New("the array is cut off")
	errFollows = errors.New("text follows the array")
)

// readArray parses a JSON array; errors name an element by its number. What is wrong with its end is an
// element, too.
func readArray(c *collector, r io.Reader) (Result, error) {
	source := &source{r: io.LimitReader(r, maxArray)}
	d := json.NewDecoder(source)
	n, err := c.addElements(d)
	switch {
	case source.err != nil: // the decoder reports it as an end of the array
		return c.Result, fmt.Errorf("read beads: %w", source.err)
	case err != nil:
		c.Lines = n
		c.addBad(n, nil, err)
	}
	return c.Result, nil
}

// addElements adds the elements of an array. The error is that of the element n, from 1, behind which
// nothing can be read.
func (c *collector) addElements(d *json.Decoder) (n int, err error) {
	if _, err := d.Token(); err != nil {
		return 1, err
	}
	for n = 1; d.More(); n++ {
		c.Lines = n
		var element json.RawMessage
		if err := d.Decode(&element); err == io.EOF {
			return n, errCutOff
		} else if err != nil {
			return n, userError(err)
		}
		if len(element) > MaxLine {
			c.addBad(n, nil, errLong)
			continue
		}
		c.add(n, element)
	}
	if _, err := d.Token(); err == io.EOF {
		return n, errCutOff
	} else if err != nil {
		return n, userError(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return n, errFollows
	}
	return n, nil
}

// source stores the error of a reader other than io.EOF.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// collector collects beads by id.
type collector struct {
	Result
	positions map[string]int
}

func (c *collector) addBad(n int, line []byte, err error) {
	c.BadLines++
	if len(c.Bad) < maxBad {
		excerpt := strings.ToValidUTF8(string(line[:min(len(line), MaxExcerpt)]), "\ufffd")
		c.Bad = append(c.Bad, BadLine{n, excerpt, err})
	}
}

func (c *collector) add(n int, line []byte) {
	b, err := models.ParseBead(line)
	switch {
	case errors.Is(err, models.ErrNotIssue), err != nil && isHeader(line):
		return
	case err != nil:
		if bytes.HasPrefix(line, []byte("<<<<<<<")) || bytes.HasPrefix(line, []byte("=======")) || bytes.HasPrefix(line, []byte(">>>>>>>")) {
			err = errors.New("the mark of a merge conflict")
		}
		c.addBad(n, line, userError(err))
		return
	}
	if at, ok := c.positions[b.ID]; ok {
		c.Beads[at] = b
		if c.Replaced++; c.Replaced == 1 {
			c.Again, c.AgainID = n, b.ID
		}
		return
	}
	if len(c.Beads) == MaxBeads {
		c.Omitted++
		return
	}
	if c.positions == nil {
		c.positions = map[string]int{}
	}
	c.positions[b.ID] = len(c.Beads)
	c.Beads = append(c.Beads, b)
}

// isHeader reports whether a line is the header of a sorted export, which has a _schema and is
// not an issue.
func isHeader(line []byte) bool {
	var header struct {
		Schema *json.RawMessage `json:"_schema"`
	}
	return json.Unmarshal(line, &header) == nil && header.Schema != nil
}

// userError formats an error of the JSON decoder for the user.
func userError(err error) error {
	var wrongType *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrongType) && wrongType.Field == "":
		return fmt.Errorf("not an object but a %s", wrongType.Value)
	case errors.As(err, &wrongType):
		return fmt.Errorf("%s cannot be a %s", wrongType.Field, wrongType.Value)
	case errors.Is(err, io.ErrUnexpectedEOF), strings.Contains(err.Error(), "unexpected end of JSON input"):
		return fmt.Errorf("cut off: %w", err)
	}
	return err
}
