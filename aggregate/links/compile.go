package links

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"dossier/aggregate/text"
	"dossier/models"
)

// Compiled is a snapshot put together.
type Compiled struct {
	Context string `json:"context"`
	Stats   Stats  `json:"stats"`
}

// Stats say what became of a snapshot.
type Stats struct {
	// CharCount is the length before white space at both ends is cut off, and 2 more when
	// the whole has a wrap: so the seed counts.
	CharCount  int      `json:"char_count"`
	DepthCount int      `json:"depth_count"`
	Truncated  []string `json:"truncated_items"`
	Skipped    []string `json:"skipped_items"`
}

// Unfit returns the items of a snapshot that were skipped when it was put together, because
// their templates do not fit.
func (s Stats) Unfit(of Snapshot) []string {
	before := newSet(of.Skipped).has
	return slices.DeleteFunc(slices.Clone(s.Skipped), func(p string) bool { return before[p] })
}

// maxOutput bounds the text, in bytes: templates can repeat what they hold without end. An
// item that would pass it is skipped.
const maxOutput = MaxBytes + 64<<20

// wrapCount is what a wrap adds to the count beside its length.
const wrapCount = 2

// Part is a piece of a snapshot put together: an item between its templates, or a half of
// the wrap around all.
type Part struct {
	Path  string // of the item; empty for the wrap
	Depth int    // of the item; [models.WrapDepth] for the wrap
	// Before, Content and After are the item, as much of it as fits, and what its templates
	// say of it; of the wrap it is Content alone.
	Before, Content, After string
}

// Text is the part as it stands in the whole.
func (p Part) Text() string { return p.Before + p.Content + p.After }

// Compile puts a snapshot together: the items by depth, nothing between them, each between
// the templates of its depth. An item whose templates are longer than a limit allows is
// skipped, and a content that is cut. The wrap is there when the whole fits with it.
func Compile(s Snapshot, opts models.LinkOptions) Compiled { return compile(s, opts, maxOutput) }

// Parts returns what [Compile] puts together, in order: the context is their texts one
// behind the other, without white space at both ends.
func Parts(s Snapshot, opts models.LinkOptions) ([]Part, Stats) { return parts(s, opts, maxOutput) }

// Join puts parts together.
func Join(list []Part) string {
	var b strings.Builder
	for _, p := range list {
		b.WriteString(p.Before)
		b.WriteString(p.Content)
		b.WriteString(p.After)
	}
	return strings.TrimSpace(b.String())
}

// compile puts a snapshot together in at most some bytes.
func compile(s Snapshot, opts models.LinkOptions, most int) Compiled {
	list, stats := parts(s, opts, most)
	return Compiled{Context: Join(list), Stats: stats}
}

func parts(s Snapshot, opts models.LinkOptions, most int) ([]Part, Stats) {
	c := compilation{opts: opts, most: most, left: math.MaxInt, truncated: newSet(s.Truncated), skipped: newSet(s.Skipped)}
	each, total := opts.Limits()
	if c.each = each; each == 0 {
		c.each = math.MaxInt
	}
	if total > 0 {
		c.left = total
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

// compilation is a text as it is put together.
type compilation struct {
	opts               models.LinkOptions
	parts              []Part
	most               int // bytes of all parts
	size               int // of the parts, in bytes
	length             int // of the parts, in code points
	each               int // the most of one item
	left               int // of all
	truncated, skipped set
}

// add adds an item at a depth.
func (c *compilation) add(item Item, depth int) {
	template := c.opts.Templates[depth]
	if c.size+len(template.Before)+len(item.Content)+len(template.After) > c.most {
		c.skipped.add(item.Path) // before it is filled
		return
	}
	fill := itemFiller(item.Path, depth)
	part := Part{Path: item.Path, Depth: depth, Before: fill(template.Before), Content: item.Content, After: fill(template.After)}
	around := text.CountChars(part.Before) + text.CountChars(part.After)
	room := min(c.each, c.left) - around
	if room < 0 || c.size+len(part.Before)+len(item.Content)+len(part.After) > c.most {
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
	c.left -= around + n
}

// wrap puts the wrap around the whole if it fits, and returns how long all counts.
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
	if length == 0 || length > c.left || length > c.each-c.length {
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

// itemFiller returns what fills the templates of an item: in one pass, so that what a path
// holds is never filled again.
func itemFiller(p string, depth int) func(string) string {
	p = text.Escape(p)
	name := p[strings.LastIndexByte(p, '/')+1:]
	ext := ""
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		ext = name[dot+1:]
	}
	return strings.NewReplacer("{{ITEM_PATH}}", p, "{{ITEM_NAME}}", name, "{{ITEM_EXT}}", ext, "{{ITEM_DEPTH}}", strconv.Itoa(depth)).Replace
}

// fillTree fills the template around all; false when it gets longer than a text can be.
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
	if n*len(tree)+len(wrap.Before)+len(wrap.After)+c.size > c.most {
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

// set is a list without anything twice.
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
