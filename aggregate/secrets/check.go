package secrets

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"dossier/aggregate/cachefile"
)

// Deadline is how long the scan of one text may take.
const Deadline = 2 * time.Second

// maxChecked bounds the texts of which a checker remembers what it found.
const maxChecked = 20_000

// Check is what was found in a text.
type Check struct {
	Findings []Finding // in the order of the text
	Late     bool      // the scan took longer than [Deadline]; the findings are those until then
	of       checked
}

// Unchecked is a text that was not checked to the end, as it is said of a document. It does not
// show the text.
type Unchecked struct {
	Where string // the path of a file, or the title of another part
	Row   int    // of the document's items; -1: none
	check func(context.Context) error
}

// Unchecked says of a text that its check is late.
func (c *Checker) Unchecked(late Check, where string, row int, text string) Unchecked {
	return Unchecked{where, row, func(ctx context.Context) error { return c.finish(ctx, late.of, text) }}
}

// And returns the text with another one of the same place: both are checked.
func (u Unchecked) And(other Unchecked) Unchecked {
	first := u.check
	u.check = func(ctx context.Context) error {
		if err := first(ctx); err != nil {
			return err
		}
		return other.check(ctx)
	}
	return u
}

// Check checks it to the end, however long that takes. Whoever asks the checker from then on
// is told all that was found. The error is the context's.
func (u Unchecked) Check(ctx context.Context) error { return u.check(ctx) }

// Checker scans texts, each within a deadline, and remembers by content what it found.
// It may be used by several goroutines; nil finds nothing.
type Checker struct {
	// Deadline is how long the scan of one text may take. It is set before the first one.
	Deadline time.Duration
	// Kept remembers between sessions what was found in files; nil: they are scanned again. It is
	// set before the first one.
	Kept    *Kept
	scanner *Scanner

	mu       sync.Mutex
	known    map[checked]Check
	finished int
}

// checked names a text without holding it: it may be a secret.
type checked struct {
	path string
	sum  [sha256.Size]byte
}

// NewChecker returns a checker that has seen nothing yet.
func NewChecker(s *Scanner) *Checker {
	return &Checker{Deadline: Deadline, scanner: s, known: map[checked]Check{}}
}

// Check returns what stands in a text; path is that of its file, empty is none. The error is
// the context's.
func (c *Checker) Check(ctx context.Context, path, text string) (Check, error) {
	if c == nil || text == "" {
		return Check{}, ctx.Err()
	}
	return c.CheckSum(ctx, path, text, sha256.Sum256([]byte(text)))
}

// CheckName does as [Checker.Check] with a name or another short text, which is scanned to the end however long
// that takes. The error is the context's.
func (c *Checker) CheckName(ctx context.Context, name string) ([]Finding, error) {
	found, err := c.Check(ctx, "", name)
	if err != nil || !found.Late {
		return found.Findings, err
	}
	return c.scanner.Scan(ctx, "", name)
}

// CheckSum does as [Checker.Check] with a text of which the SHA-256, or that of what it was
// decoded from, is known.
func (c *Checker) CheckSum(ctx context.Context, path, text string, sum [sha256.Size]byte) (Check, error) {
	if c == nil || text == "" {
		return Check{}, ctx.Err()
	}
	key := checked{path, sum}
	if was, ok := c.was(key); ok {
		return was, nil
	}
	if c.keeps(key) {
		if found, ok := c.Kept.get(c.keptKey(key), text); ok {
			return Check{Findings: found, of: key}, nil
		}
	}
	limited, cancel := context.WithTimeout(ctx, c.Deadline)
	defer cancel()
	found, err := c.scanner.Scan(limited, path, text)
	if ended := ctx.Err(); ended != nil {
		return Check{}, ended
	}
	made := Check{Findings: found, Late: err != nil, of: key}
	c.mu.Lock()
	defer c.mu.Unlock()
	if was, ok := c.known[key]; ok && !was.Late {
		return was, nil // it was finished meanwhile
	}
	c.keep(key, made)
	return made, nil
}

func (c *Checker) was(key checked) (Check, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	was, ok := c.known[key]
	return was, ok
}

// keep remembers what was found; under the lock.
func (c *Checker) keep(key checked, made Check) {
	if len(c.known) >= maxChecked {
		clear(c.known)
	}
	c.known[key] = made
	if c.keeps(key) && !made.Late {
		c.Kept.put(c.keptKey(key), made.Findings)
	}
}

// keeps reports whether what is found in a text is kept: it has to be a file's.
func (c *Checker) keeps(key checked) bool { return c.Kept != nil && key.path != "" }

// keptKey names a text by all that its scan depends on beside the program: the rules, the path
// and the content.
func (c *Checker) keptKey(key checked) cachefile.Key {
	of := sha256.New()
	of.Write(c.scanner.own[:])
	of.Write(key.sum[:])
	of.Write([]byte(key.path))
	return cachefile.Key(of.Sum(nil))
}

// finish checks a text without a deadline, unless that is done. The error is the context's.
func (c *Checker) finish(ctx context.Context, key checked, text string) error {
	if was, ok := c.was(key); ok && !was.Late {
		return ctx.Err()
	}
	found, err := c.scanner.Scan(ctx, key.path, text)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keep(key, Check{Findings: found, of: key})
	c.finished++
	return nil
}

// Finished counts the texts that were late and were checked to the end since: what was made of
// a late check holds no longer when it has grown.
func (c *Checker) Finished() int {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.finished
}
