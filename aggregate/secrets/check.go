package secrets

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"
	"unsafe"

	"dossier/aggregate/cachefile"
)

// Deadline is the max duration of the scan of one text.
const Deadline = 2 * time.Second

// maxChecked is the max number of texts whose results a checker caches.
const maxChecked = 20_000

// Check is the result of scanning a text.
type Check struct {
	Findings []Finding // in text order
	Late     bool      // the scan exceeded [Deadline]; the findings are incomplete
	key      cacheKey
}

// Unchecked is a text that was not checked completely, for display with a document. It does not
// expose the text.
type Unchecked struct {
	Where string // the path of a file, or the title of another block
	Row   int    // of the document's items; -1 for none
	check func(context.Context) error
}

// Unchecked returns the record of a late check of a text.
func (c *Checker) Unchecked(late Check, where string, row int, text string) Unchecked {
	return Unchecked{where, row, func(ctx context.Context) error { return c.finish(ctx, late.key, text) }}
}

// And combines two texts of the same place; checking the result checks both.
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

// Check completes the check without a deadline. The checker then returns all findings for the
// text. It returns only the context's error.
func (u Unchecked) Check(ctx context.Context) error { return u.check(ctx) }

// Checker scans texts, each within a deadline, and caches the results by content. It is safe for
// concurrent use. A nil Checker finds nothing.
type Checker struct {
	// Deadline is the max duration of the scan of one text. Set it before the first scan.
	Deadline time.Duration
	// Results persists the results for files; nil means that they are scanned again in each session.
	// Set it before the first scan.
	Results     *ResultStore
	scanner     func() *Scanner
	projectHash [sha256.Size]byte // [Scanner.projectHash]

	mu       sync.Mutex
	cache    map[cacheKey]Check
	finished int
}

// cacheKey is a cache key that does not contain the text, which may be a secret.
type cacheKey struct {
	path string
	sum  [sha256.Size]byte
}

// NewChecker returns a checker with an empty cache.
func NewChecker(s *Scanner) *Checker {
	c := newChecker(func() *Scanner { return s })
	c.projectHash = s.projectHash
	return c
}

// DefaultChecker returns a checker with the embedded rules and an empty cache. It reads the rules in the background,
// which takes some milliseconds of the start of every command.
func DefaultChecker() *Checker {
	go Default()
	return newChecker(Default)
}

func newChecker(scanner func() *Scanner) *Checker {
	return &Checker{Deadline: Deadline, scanner: scanner, cache: map[cacheKey]Check{}}
}

// Check returns the findings in a text; path is that of its file, or empty. It returns only the
// context's error.
func (c *Checker) Check(ctx context.Context, path, text string) (Check, error) {
	if c == nil || text == "" {
		return Check{}, ctx.Err()
	}
	return c.CheckSum(ctx, path, text, sha256.Sum256(unsafe.Slice(unsafe.StringData(text), len(text)))) // without a copy
}

// CheckName returns the findings in a name or another short text, without a deadline and without the
// cache, which would take longer than the scan. It returns only the context's error.
func (c *Checker) CheckName(ctx context.Context, name string) ([]Finding, error) {
	if c == nil || name == "" {
		return nil, ctx.Err()
	}
	return c.scanner().Scan(ctx, "", name)
}

// CheckSum is [Checker.Check] for a text whose SHA-256, or that of the bytes it was decoded from,
// is known.
func (c *Checker) CheckSum(ctx context.Context, path, text string, sum [sha256.Size]byte) (Check, error) {
	if c == nil || text == "" {
		return Check{}, ctx.Err()
	}
	key := cacheKey{path, sum}
	if cached, ok := c.cached(key); ok {
		return cached, nil
	}
	if c.isPersisted(key) {
		if found, ok := c.Results.get(c.persistedKey(key), text); ok {
			return Check{Findings: found, key: key}, nil
		}
	}
	limited, cancel := context.WithTimeout(ctx, c.Deadline)
	defer cancel()
	found, err := c.scanner().Scan(limited, path, text)
	if ended := ctx.Err(); ended != nil {
		return Check{}, ended
	}
	check := Check{Findings: found, Late: err != nil, key: key}
	c.mu.Lock()
	defer c.mu.Unlock()
	if cached, ok := c.cache[key]; ok && !cached.Late {
		return cached, nil // completed in the meantime
	}
	c.store(key, check)
	return check, nil
}

func (c *Checker) cached(key cacheKey) (Check, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	cached, ok := c.cache[key]
	return cached, ok
}

// store caches a result. c.mu must be held.
func (c *Checker) store(key cacheKey, check Check) {
	if len(c.cache) >= maxChecked {
		clear(c.cache)
	}
	c.cache[key] = check
	if c.isPersisted(key) && !check.Late {
		c.Results.put(c.persistedKey(key), check.Findings)
	}
}

// isPersisted reports whether the result for a text is persisted: only those of files are.
func (c *Checker) isPersisted(key cacheKey) bool { return c.Results != nil && key.path != "" }

// persistedKey returns a key for everything that determines the result of a scan except the program:
// the rules, the path and the content.
func (c *Checker) persistedKey(key cacheKey) cachefile.Key {
	hash := sha256.New()
	hash.Write(c.projectHash[:])
	hash.Write(key.sum[:])
	hash.Write([]byte(key.path))
	return cachefile.Key(hash.Sum(nil))
}

// finish completes the check of a text without a deadline, unless it is complete. It returns only
// the context's error.
func (c *Checker) finish(ctx context.Context, key cacheKey, text string) error {
	if cached, ok := c.cached(key); ok && !cached.Late {
		return ctx.Err()
	}
	found, err := c.scanner().Scan(ctx, key.path, text)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.store(key, Check{Findings: found, key: key})
	c.finished++
	return nil
}

// Finished returns the number of late texts that have been checked completely since. If it has
// increased, results based on late checks are outdated.
func (c *Checker) Finished() int {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.finished
}
