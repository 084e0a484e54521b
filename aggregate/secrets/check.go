package secrets

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"
)

// Deadline is how long the scan of one text may take.
const Deadline = 2 * time.Second

// maxChecked bounds the texts of which a checker remembers what it found.
const maxChecked = 20_000

// Check is what was found in a text.
type Check struct {
	Findings []Finding // in the order of the text
	Late     bool      // the scan took longer than [Deadline]; the findings are those until then
}

// Checker scans texts, each for as long as [Deadline], and remembers by content what it found.
// It may be used by several goroutines; nil finds nothing.
type Checker struct {
	scanner  *Scanner
	deadline time.Duration

	mu    sync.Mutex
	known map[checked]Check
}

// checked names a text without holding it: it may be a secret.
type checked struct {
	path string
	sum  [sha256.Size]byte
}

// NewChecker returns a checker that has seen nothing yet.
func NewChecker(s *Scanner) *Checker {
	return &Checker{scanner: s, deadline: Deadline, known: map[checked]Check{}}
}

// Check returns what stands in a text; path is that of its file, empty is none. The error is
// the context's.
func (c *Checker) Check(ctx context.Context, path, text string) (Check, error) {
	if c == nil || text == "" {
		return Check{}, ctx.Err()
	}
	return c.CheckSum(ctx, path, text, sha256.Sum256([]byte(text)))
}

// CheckSum does as [Checker.Check] with a text of which the SHA-256, or that of what it was
// decoded from, is known.
func (c *Checker) CheckSum(ctx context.Context, path, text string, sum [sha256.Size]byte) (Check, error) {
	if c == nil || text == "" {
		return Check{}, ctx.Err()
	}
	key := checked{path, sum}
	c.mu.Lock()
	was, ok := c.known[key]
	c.mu.Unlock()
	if ok {
		return was, nil
	}
	limited, cancel := context.WithTimeout(ctx, c.deadline)
	defer cancel()
	found, err := c.scanner.Scan(limited, path, text)
	if ended := ctx.Err(); ended != nil {
		return Check{}, ended
	}
	made := Check{Findings: found, Late: err != nil}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) >= maxChecked {
		clear(c.known)
	}
	c.known[key] = made
	return made, nil
}
