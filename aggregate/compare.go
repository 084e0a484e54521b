package aggregate

import (
	"slices"

	"dossier/aggregate/diff"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/models/order"
)

// Difference is the difference between two documents, by section, in the order of the second
// document. Sections and blocks that only the first has keep their relative position.
type Difference struct {
	Sections []SectionDifference `json:"sections"`
	Tokens   int                 `json:"tokens"` // tokens of the second minus those of the first
	Exact    bool                `json:"exact"`  // both were counted exactly, in the same vocabulary

	Vocabulary tokens.Vocabulary `json:"-"` // of all counts
}

// SectionDifference is the difference of a section that is in either document.
type SectionDifference struct {
	Kind   SectionKind       `json:"kind"`
	Title  string            `json:"title"`
	State  State             `json:"state"`
	Tokens int               `json:"tokens"`
	Blocks []BlockDifference `json:"blocks"` // without the section heading
}

// BlockDifference is the difference of a block (a file, a screenshot, an excerpt) that is in
// either document.
type BlockDifference struct {
	Title  string `json:"title"`
	State  State  `json:"state"`
	Moved  bool   `json:"moved"` // its position among the common blocks differs
	Tokens int    `json:"tokens"`
	// Lines removed and added in the block's full text, including headings and fences.
	Removed int `json:"removed_lines"`
	Added   int `json:"added_lines"`
	// View modes of a file; empty if the document does not contain it.
	OldMode models.ViewMode `json:"was_view_mode,omitempty"`
	NewMode models.ViewMode `json:"now_view_mode,omitempty"`

	// The texts and the differences between their lines. They are empty for missing and for
	// identical blocks; see [BlockDifference.Texts].
	Old, New string        `json:"-"`
	Changes  []diff.Change `json:"-"`

	pair [2]*rendered // nil if missing
}

// State is the kind of change to a part of a document.
type State string

// Kinds of changes.
const (
	Same    State = "same"
	Changed State = "changed"
	Added   State = "added"
	Removed State = "removed"
)

// Same reports whether both documents are byte-identical.
func (d Difference) Same() bool {
	return !slices.ContainsFunc(d.Sections, func(s SectionDifference) bool {
		return s.State != Same || slices.ContainsFunc(s.Blocks, func(b BlockDifference) bool { return b.Moved })
	})
}

// Count returns the numbers of changed, added and removed blocks.
func (d Difference) Count() (changed, added, removed int) {
	for _, s := range d.Sections {
		for _, b := range s.Blocks {
			switch b.State {
			case Changed:
				changed++
			case Added:
				added++
			case Removed:
				removed++
			}
		}
	}
	return changed, added, removed
}

// Compare returns the difference between two documents. Files and screenshots are matched by
// name, discussion excerpts by content. A document of unknown structure is compared as a whole.
func Compare(old, new *Document) Difference { return compareKinds(old, new, nil, nil) }

// differenceCache caches the differences of pairs of blocks.
type differenceCache map[[2]*rendered]BlockDifference

// compareKinds is [Compare] without the sections that skip selects; a nil skip selects none.
// Pairs of blocks found in cache are taken from it, and new results are added to it; cache may be
// nil. A built document is compared in the format of the other one. If both are replayed and
// their formats differ, only the bodies of their blocks are compared.
func compareKinds(old, new *Document, skip func(SectionKind) bool, cache differenceCache) Difference {
	delta := new.Tokens.Less(old.Tokens)
	if old.Format != new.Format {
		if new = new.inFormat(old.Format); old.Format != new.Format {
			old = old.inFormat(new.Format)
		}
	}
	d := Difference{Tokens: delta.N, Exact: delta.Exact, Vocabulary: delta.Vocabulary}
	if old.isUnstructured() || new.isUnstructured() {
		b := compareTexts("", old.Text(), new.Text())
		b.Tokens = d.Tokens
		d.Sections = []SectionDifference{{State: b.State, Tokens: d.Tokens, Blocks: []BlockDifference{b}}}
		return d
	}
	kind := func(s Section) SectionKind { return s.Kind }
	for _, p := range inOrder(pairUp(old.Sections, new.Sections, kind)) {
		s := SectionDifference{State: Same}
		if skip != nil && (p.old >= 0 && skip(old.Sections[p.old].Kind) || p.new >= 0 && skip(new.Sections[p.new].Kind)) {
			continue
		}
		var oldBlocks, newBlocks []int
		numbered := false
		if p.old >= 0 {
			section := old.Sections[p.old]
			s.Kind, s.Title, s.Tokens = section.Kind, section.Title, -section.Tokens.In(d.Vocabulary).N
			oldBlocks, numbered = old.blocksBelow(section), section.Numbered
		}
		if p.new >= 0 {
			section := new.Sections[p.new]
			s.Kind, s.Title, s.Tokens = section.Kind, section.Title, s.Tokens+section.Tokens.In(d.Vocabulary).N
			newBlocks, numbered = new.blocksBelow(section), section.Numbered
		}
		switch {
		case p.old < 0:
			s.State = Added
		case p.new < 0:
			s.State = Removed
		case old.Sections[p.old].Title != new.Sections[p.new].Title:
			s.State = Changed
		}
		s.Blocks = compareBlocks(old, new, numbered, oldBlocks, newBlocks, d.Vocabulary, cache)
		if s.State == Same && slices.ContainsFunc(s.Blocks, func(b BlockDifference) bool { return b.State != Same || b.Moved }) {
			s.State = Changed
		}
		d.Sections = append(d.Sections, s)
	}
	return d
}

// isUnstructured reports whether only the document's text is known, not its structure.
func (d *Document) isUnstructured() bool { return len(d.Sections) == 1 && d.Sections[0].Kind == "" }

// blocksBelow returns the blocks of a section without its heading.
func (d *Document) blocksBelow(s Section) []int {
	var out []int
	for i := s.Blocks.Start + 1; i < s.Blocks.End; i++ {
		out = append(out, i)
	}
	return out
}

func compareBlocks(old, new *Document, numbered bool, oldBlocks, newBlocks []int, v tokens.Vocabulary, cache differenceCache) []BlockDifference {
	var pairs []indexPair
	if numbered {
		pairs = pairByText(old, new, oldBlocks, newBlocks)
	} else {
		a, b := titles(old, oldBlocks), titles(new, newBlocks)
		pairs = pairUp(a, b, func(title string) string { return title })
	}
	differentFormats := old.Format != new.Format
	text := (*Document).unnumberedText
	if differentFormats {
		text = (*Document).bodyText
	}
	moved := movedIndices(pairs)
	out := make([]BlockDifference, 0, len(pairs))
	for _, p := range inOrder(pairs) {
		b := BlockDifference{}
		switch {
		case p.old < 0:
			b = compareTexts(new.blocks[newBlocks[p.new]].block.Title, "", new.unnumberedText(newBlocks[p.new]))
			b.pair[1] = new.blocks[newBlocks[p.new]].rendered
			b.State, b.Tokens = Added, new.blocks[newBlocks[p.new]].tokens.In(v).N
		case p.new < 0:
			b = compareTexts(old.blocks[oldBlocks[p.old]].block.Title, old.unnumberedText(oldBlocks[p.old]), "")
			b.pair[0] = old.blocks[oldBlocks[p.old]].rendered
			b.State, b.Tokens = Removed, -old.blocks[oldBlocks[p.old]].tokens.In(v).N
		case new.sameBlock(newBlocks[p.new], old, oldBlocks[p.old]), differentFormats && old.bodyText(oldBlocks[p.old]) == new.bodyText(newBlocks[p.new]):
			b = BlockDifference{Title: new.blocks[newBlocks[p.new]].block.Title, State: Same, pair: [2]*rendered{1: new.blocks[newBlocks[p.new]].rendered}}
			b.Tokens = new.blocks[newBlocks[p.new]].tokens.In(v).N - old.blocks[oldBlocks[p.old]].tokens.In(v).N // the separator after it
		default:
			pair := [2]*rendered{old.blocks[oldBlocks[p.old]].rendered, new.blocks[newBlocks[p.new]].rendered}
			difference, ok := cache[pair]
			if !ok {
				difference = compareTexts(new.blocks[newBlocks[p.new]].block.Title, text(old, oldBlocks[p.old]), text(new, newBlocks[p.new]))
				if cache != nil {
					cache[pair] = difference
				}
			}
			b = difference
			b.pair = pair
			b.Tokens = new.blocks[newBlocks[p.new]].tokens.In(v).N - old.blocks[oldBlocks[p.old]].tokens.In(v).N
		}
		if p.old >= 0 {
			b.OldMode = old.modeOf(oldBlocks[p.old])
		}
		if p.new >= 0 {
			b.NewMode = new.modeOf(newBlocks[p.new])
			b.Moved = moved[p.new]
		}
		out = append(out, b)
	}
	return out
}

func titles(d *Document, blocks []int) []string {
	out := make([]string, len(blocks))
	for i, b := range blocks {
		out[i] = d.blocks[b].block.Title
	}
	return out
}

func (d *Document) modeOf(block int) models.ViewMode {
	if !d.showsFile(block) {
		return ""
	}
	return d.Items[d.blocks[block].row].Shown
}

// blockText returns the text of a block without the separator after it.
func (d *Document) blockText(i int) string {
	b := d.blocks[i]
	return b.head + b.body + b.tail
}

// unnumberedText is [Document.BlockText] without line numbers, which change with every line above.
func (d *Document) unnumberedText(i int) string {
	b := d.blocks[i]
	return b.head + b.plain() + b.tail + "\n"
}

// bodyText returns the content of a block without the markup of its format, as far as the
// structure is known.
func (d *Document) bodyText(i int) string { return d.blocks[i].comparedBody() }

// sameBlock reports whether two blocks have the same text. Two renderings of one text are nearly
// always split into parts at the same positions.
func (d *Document) sameBlock(i int, other *Document, j int) bool {
	a, b := &d.blocks[i], &other.blocks[j]
	if a.size() != b.size() {
		return false
	}
	if a.rendered == b.rendered || a.head == b.head && a.body == b.body && a.tail == b.tail {
		return true
	}
	return d.blockText(i) == other.blockText(j)
}

// compareTexts compares two texts line by line.
func compareTexts(title, old, new string) BlockDifference {
	b := BlockDifference{Title: title, State: Same}
	if old != new {
		b.State, b.Old, b.New = Changed, old, new
		b.Changes = diff.Lines(diff.Split(old), diff.Split(new))
		b.Removed, b.Added = diff.Count(b.Changes)
	}
	return b
}

// indexPair is a pair of indices into two lists; -1 means missing.
type indexPair struct{ old, new int }

// pairUp pairs elements with the same key in order of occurrence.
func pairUp[T any, K comparable](old, new []T, key func(T) K) []indexPair {
	at := make(map[K][]int, len(old))
	for i, v := range old {
		at[key(v)] = append(at[key(v)], i)
	}
	paired := make([]bool, len(old))
	var out []indexPair
	for j, v := range new {
		p := indexPair{-1, j}
		if list := at[key(v)]; len(list) > 0 {
			p.old, at[key(v)] = list[0], list[1:]
			paired[p.old] = true
		}
		out = append(out, p)
	}
	for i := range old {
		if !paired[i] {
			out = append(out, indexPair{i, -1})
		}
	}
	return out
}

// pairByText pairs excerpts with the same content, and those between such pairs by position: excerpts
// are renumbered whenever one is excluded.
func pairByText(old, new *Document, oldBlocks, newBlocks []int) []indexPair {
	bodies := func(d *Document, blocks []int) []string {
		out := make([]string, len(blocks))
		for i, b := range blocks {
			out[i] = d.blocks[b].comparedBody()
		}
		return out
	}
	var out []indexPair
	a, b := 0, 0
	upTo := func(i, j int) {
		for a < i && b < j { // equal texts
			out = append(out, indexPair{a, b})
			a++
			b++
		}
	}
	for _, c := range diff.Lines(bodies(old, oldBlocks), bodies(new, newBlocks)) {
		upTo(c.Old.Start, c.New.Start)
		upTo(c.Old.End, c.New.End)
		for ; a < c.Old.End; a++ {
			out = append(out, indexPair{a, -1})
		}
		for ; b < c.New.End; b++ {
			out = append(out, indexPair{-1, b})
		}
	}
	upTo(len(oldBlocks), len(newBlocks))
	return out
}

// inOrder returns the pairs in the order of the new list. Elements that only the old list has follow the element
// that preceded them there.
func inOrder(pairs []indexPair) []indexPair {
	newIndex := make(map[int]int, len(pairs)) // by old index
	last := -1
	for _, p := range pairs {
		if p.old >= 0 {
			newIndex[p.old] = p.new
			last = max(last, p.old)
		}
	}
	removedAfter := map[int][]indexPair{} // by the new index; -1 for the beginning
	at := -1
	for i := 0; i <= last; i++ {
		switch new, ok := newIndex[i]; {
		case ok && new < 0:
			removedAfter[at] = append(removedAfter[at], indexPair{i, -1})
		case ok:
			at = new
		}
	}
	out := slices.Clone(removedAfter[-1])
	ordered := slices.DeleteFunc(slices.Clone(pairs), func(p indexPair) bool { return p.new < 0 })
	slices.SortFunc(ordered, func(a, b indexPair) int { return a.new - b.new })
	for _, p := range ordered {
		out = append(append(out, p), removedAfter[p.new]...)
	}
	return out
}

// movedIndices returns the new indices of moved elements: all except a longest common
// subsequence.
func movedIndices(pairs []indexPair) map[int]bool {
	both := slices.DeleteFunc(slices.Clone(pairs), func(p indexPair) bool { return p.old < 0 || p.new < 0 })
	slices.SortFunc(both, func(a, b indexPair) int { return a.new - b.new })
	positions := make([]int, len(both))
	for i, p := range both {
		positions[i] = p.old
	}
	stays := make([]bool, len(both))
	for _, i := range order.Rising(positions) {
		stays[i] = true
	}
	moved := map[int]bool{}
	for i, p := range both {
		if !stays[i] {
			moved[p.new] = true
		}
	}
	return moved
}
