package smartcontext

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"dossier/aggregate/text"
	"dossier/models"
)

// Compiled is the text of a snapshot.
type Compiled struct {
	Context string `json:"context"`
	Stats   Stats  `json:"stats"`
}

// Stats are the statistics of a compiled snapshot.
type Stats struct {
	// CharCount is the length before trimming, plus 2 if there is a wrapper, for compatibility
	// with the stored format.
	CharCount  int      `json:"char_count"`
	DepthCount int      `json:"depth_count"`
	Truncated  []string `json:"truncated_items"`
	Skipped    []string `json:"skipped_items"`
}

// Unfit returns the items that were skipped because their templates do not fit.
func (s Stats) Unfit(of Snapshot) []string {
	before := newSet(of.Skipped).has
	return slices.DeleteFunc(slices.Clone(s.Skipped), func(p string) bool { return before[p] })
}

// maxOutput is the max size of the text in bytes: templates can repeat their input any number of
// times. An item that would exceed it is skipped.
const maxOutput = MaxBytes + 64<<20

// wrapCount is added to the count for a wrapper.
const wrapCount = 2

// Part is a part of a compiled snapshot: an item with its templates, or one half of the wrapper.
type Part struct {
	Path  string // of the item; empty for the wrapper
	Depth int    // of the item; [models.WrapDepth] for the wrapper
	// Before and After are the filled templates of the item, and Content is as much of the item
	// as fits. The wrapper has only Content.
	Before, Content, After string
}

// Text returns the text of the part.
func (p Part) Text() string { return p.Before + p.Content + p.After }

// Compile compiles a snapshot: the items by depth, without separators, each with the templates of
// its depth. An item whose templates exceed a limit is skipped, and a content that does is
// truncated. The wrapper is added if the whole fits.
func Compile(s Snapshot, opts models.LinkOptions) Compiled { return compile(s, opts, maxOutput) }

// Parts returns the parts of the compiled snapshot in order. [Compile] returns their
// concatenation, trimmed.
func Parts(s Snapshot, opts models.LinkOptions) ([]Part, Stats) { return parts(s, opts, maxOutput) }

// Join concatenates and trims parts.
func Join(list []Part) string {
	var b strings.Builder
	for _, p := range list {
		b.WriteString(p.Before)
		b.WriteString(p.Content)
		b.WriteString(p.After)
	}
	return strings.TrimSpace(b.String())
}

// compile is Compile with a limit in bytes.
func compile(s Snapshot, opts models.LinkOptions, maxSize int) Compiled {
	list, stats := parts(s, opts, maxSize)
	return Compiled{Context: Join(list), Stats: stats}
}

func parts(s Snapshot, opts models.LinkOptions, maxSize int) ([]Part, Stats) {
	c := compilation{opts: opts, maxSize: maxSize, remaining: math.MaxInt, truncated: newSet(s.Truncated), skipped: newSet(s.Skipped)}
	each, total := opts.Limits()
	if c.maxItemLength = each; each == 0 {
		c.maxItemLength = math.MaxInt
	}
	if total > 0 {
		c.remaining = total
	}
	depths := slices.Clone(s.Depths)
	slices.SortStableFunc(depths, func(a, b Depth) int { return a.Depth - b.Depth })
	var paths []string
	for _, d := range depths {
		for _, item := range d.Items {
			paths = append(paths, item.Path)
			c.add(item, d.Depth)
		}
	}
	count := c.wrap(paths)
	return c.parts, Stats{CharCount: count, DepthCount: len(depths), Truncated: c.truncated.list, Skipped: c.skipped.list}
}

// compilation is the state of a compilation.
type compilation struct {
	opts               models.LinkOptions
	parts              []Part
	maxSize            int // max size of all parts in bytes
	size               int // size of the parts in bytes
	length             int // length of the parts in code points
	maxItemLength      int // max length of one item
	remaining          int // remaining length of all items
	truncated, skipped set
}

// add adds an item at a depth.
func (c *compilation) add(item Item, depth int) {
	template := c.opts.Templates[depth]
	if c.size+len(template.Before)+len(item.Content)+len(template.After) > c.maxSize {
		c.skipped.add(item.Path) // before filling it
		return
	}
	fill := itemFiller(item.Path, depth)
	part := Part{Path: item.Path, Depth: depth, Before: fill(template.Before), Content: item.Content, After: fill(template.After)}
	around := text.CountChars(part.Before) + text.CountChars(part.After)
	room := min(c.maxItemLength, c.remaining) - around
	if room < 0 || c.size+len(part.Before)+len(item.Content)+len(part.After) > c.maxSize {
		c.skipped.add(item.Path)
		return
	}
	n := text.CountChars(part.Content)
	if n > room {
		part.Content, n = firstChars(part.Content, room), room
		c.truncated.add(item.Path)
	}
	c.parts = append(c.parts, part)
	c.size += len(part.Before) + len(part.Content) + len(part.After)
	c.length += around + n
	c.remaining -= around + n
}

// wrap adds the wrapper if it fits, and returns the total count.
func (c *compilation) wrap(paths []string) int {
	wrap := c.opts.Templates[models.WrapDepth]
	if wrap == (models.LinkTemplate{}) {
		return c.length
	}
	before, after, ok := c.fillTree(wrap, paths)
	if !ok {
		return c.length
	}
	length := text.CountChars(before) + text.CountChars(after)
	if length == 0 || length > c.remaining || length > c.maxItemLength-c.length {
		return c.length
	}
	if before != "" {
		c.parts = slices.Insert(c.parts, 0, Part{Depth: models.WrapDepth, Content: before})
	}
	if after != "" {
		c.parts = append(c.parts, Part{Depth: models.WrapDepth, Content: after})
	}
	return c.length + length + wrapCount
}

// itemFiller returns a function that fills the templates of an item. It makes one pass, so that
// placeholders in a path are not replaced.
func itemFiller(p string, depth int) func(string) string {
	p = text.Escape(p)
	name := p[strings.LastIndexByte(p, '/')+1:]
	ext := ""
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		ext = name[dot+1:]
	}
	return strings.NewReplacer("{{ITEM_PATH}}", p, "{{ITEM_NAME}}", name, "{{ITEM_EXT}}", ext, "{{ITEM_DEPTH}}", strconv.Itoa(depth)).Replace
}

// fillTree fills the wrapper template; false if the result would be too long.
func (c *compilation) fillTree(wrap models.LinkTemplate, paths []string) (before, after string, ok bool) {
	const mark = "{{FILE_TREE}}"
	n := strings.Count(wrap.Before, mark) + strings.Count(wrap.After, mark)
	if n == 0 {
		return wrap.Before, wrap.After, true
	}
	tree := FileTree(paths)
	if tree != "" {
		tree += "\n"
	}
	if n*len(tree)+len(wrap.Before)+len(wrap.After)+c.size > c.maxSize {
		return "", "", false
	}
	return strings.ReplaceAll(wrap.Before, mark, tree), strings.ReplaceAll(wrap.After, mark, tree), true
}

// firstChars returns the first n code points of s.
func firstChars(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// set is an ordered list without duplicates.
type set struct {
	list []string
	has  map[string]bool
}

func newSet(list []string) set {
	s := set{list: []string{}, has: map[string]bool{}}
	for _, p := range list {
		s.add(p)
	}
	return s
}

func (s *set) add(p string) {
	if !s.has[p] {
		s.has[p] = true
		s.list = append(s.list, p)
	}
}
