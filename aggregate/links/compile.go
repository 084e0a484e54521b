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

// maxOutput bounds the text, in bytes: templates can repeat what they hold without end. An
// item that would pass it is skipped.
const maxOutput = MaxBytes + 64<<20

// wrapCount is what a wrap adds to the count beside its length.
const wrapCount = 2

// Compile puts a snapshot together: the items by depth, nothing between them, each between
// the templates of its depth. An item whose templates are longer than a limit allows is
// skipped, and a content that is cut. The wrap is there when the whole fits with it.
func Compile(s Snapshot, opts models.LinkOptions) Compiled { return compile(s, opts, maxOutput) }

// compile puts a snapshot together in at most some bytes.
func compile(s Snapshot, opts models.LinkOptions, most int) Compiled {
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
	return Compiled{
		Context: strings.TrimSpace(c.out.String()),
		Stats:   Stats{CharCount: count, DepthCount: len(depths), Truncated: c.truncated.list, Skipped: c.skipped.list},
	}
}

// compilation is a text as it is put together.
type compilation struct {
	opts               models.LinkOptions
	out                strings.Builder
	most               int // bytes of out
	length             int // of out
	each               int // the most of one item
	left               int // of all
	truncated, skipped set
}

// add adds an item at a depth.
func (c *compilation) add(item Item, depth int) {
	template := c.opts.Templates[depth]
	if c.out.Len()+len(template.Before)+len(item.Content)+len(template.After) > c.most {
		c.skipped.add(item.Path) // before it is filled
		return
	}
	fill := itemFiller(item.Path, depth)
	before, after := fill(template.Before), fill(template.After)
	room := min(c.each, c.left) - text.CountChars(before) - text.CountChars(after)
	if room < 0 || c.out.Len()+len(before)+len(item.Content)+len(after) > c.most {
		c.skipped.add(item.Path)
		return
	}
	content := item.Content
	if text.CountChars(content) > room {
		content = firstChars(content, room)
		c.truncated.add(item.Path)
	}
	for _, part := range []string{before, content, after} {
		c.out.WriteString(part)
		n := text.CountChars(part)
		c.length += n
		c.left -= n
	}
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
	body := c.out.String()
	c.out.Reset()
	c.out.WriteString(before + body + after)
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
	if n*len(tree)+len(wrap.Before)+len(wrap.After)+c.out.Len() > c.most {
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
