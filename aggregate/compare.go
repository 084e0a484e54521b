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
	WasMode models.ViewMode `json:"was_view_mode,omitempty"`
	NowMode models.ViewMode `json:"now_view_mode,omitempty"`

	// The texts and the differences between their lines. They are empty for missing and for
	// identical blocks; see [BlockDifference.Texts].
	Was, Now string        `json:"-"`
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
func Compare(was, now *Document) Difference { return compareKinds(was, now, nil, nil) }

// compared caches the differences of pairs of blocks.
type compared map[[2]*rendered]BlockDifference

// compareKinds is [Compare] without the sections that skip selects; a nil skip selects none.
// Pairs of blocks found in known are taken from it, and new results are added to it; known may be
// nil. A built document is compared in the format of the other one. If both are replayed and
// their formats differ, only the bodies of their blocks are compared.
func compareKinds(was, now *Document, skip func(SectionKind) bool, known compared) Difference {
	more := now.Tokens.Less(was.Tokens)
	if was.Format != now.Format {
		if now = now.in(was.Format); was.Format != now.Format {
			was = was.in(now.Format)
		}
	}
	d := Difference{Tokens: more.N, Exact: more.Exact, Vocabulary: more.Vocabulary}
	if was.whole() || now.whole() {
		b := compareTexts("", was.Text(), now.Text())
		b.Tokens = d.Tokens
		d.Sections = []SectionDifference{{State: b.State, Tokens: d.Tokens, Blocks: []BlockDifference{b}}}
		return d
	}
	kind := func(s Section) SectionKind { return s.Kind }
	for _, p := range merged(pairUp(was.Sections, now.Sections, kind)) {
		s := SectionDifference{State: Same}
		if skip != nil && (p.was >= 0 && skip(was.Sections[p.was].Kind) || p.now >= 0 && skip(now.Sections[p.now].Kind)) {
			continue
		}
		var old, next []int
		numbered := false
		if p.was >= 0 {
			section := was.Sections[p.was]
			s.Kind, s.Title, s.Tokens = section.Kind, section.Title, -section.Tokens.In(d.Vocabulary).N
			old, numbered = was.blocksBelow(section), section.Numbered
		}
		if p.now >= 0 {
			section := now.Sections[p.now]
			s.Kind, s.Title, s.Tokens = section.Kind, section.Title, s.Tokens+section.Tokens.In(d.Vocabulary).N
			next, numbered = now.blocksBelow(section), section.Numbered
		}
		switch {
		case p.was < 0:
			s.State = Added
		case p.now < 0:
			s.State = Removed
		case was.Sections[p.was].Title != now.Sections[p.now].Title:
			s.State = Changed
		}
		s.Blocks = compareBlocks(was, now, numbered, old, next, d.Vocabulary, known)
		if s.State == Same && slices.ContainsFunc(s.Blocks, func(b BlockDifference) bool { return b.State != Same || b.Moved }) {
			s.State = Changed
		}
		d.Sections = append(d.Sections, s)
	}
	return d
}

// whole reports whether only the document's text is known, not its structure.
func (d *Document) whole() bool { return len(d.Sections) == 1 && d.Sections[0].Kind == "" }

// blocksBelow returns the blocks of a section without its heading.
func (d *Document) blocksBelow(s Section) []int {
	var out []int
	for i := s.Blocks.Start + 1; i < s.Blocks.End; i++ {
		out = append(out, i)
	}
	return out
}

func compareBlocks(was, now *Document, numbered bool, old, next []int, v tokens.Vocabulary, known compared) []BlockDifference {
	var pairs []paired
	if numbered {
		pairs = byText(was, now, old, next)
	} else {
		a, b := titles(was, old), titles(now, next)
		pairs = pairUp(a, b, func(title string) string { return title })
	}
	apart := was.Format != now.Format
	text := (*Document).unnumberedText
	if apart {
		text = (*Document).bodyText
	}
	moved := displaced(pairs)
	out := make([]BlockDifference, 0, len(pairs))
	for _, p := range merged(pairs) {
		b := BlockDifference{}
		switch {
		case p.was < 0:
			b = compareTexts(now.blocks[next[p.now]].says.Title, "", now.unnumberedText(next[p.now]))
			b.pair[1] = now.blocks[next[p.now]].rendered
			b.State, b.Tokens = Added, now.blocks[next[p.now]].tokens.In(v).N
		case p.now < 0:
			b = compareTexts(was.blocks[old[p.was]].says.Title, was.unnumberedText(old[p.was]), "")
			b.pair[0] = was.blocks[old[p.was]].rendered
			b.State, b.Tokens = Removed, -was.blocks[old[p.was]].tokens.In(v).N
		case now.sameBlock(next[p.now], was, old[p.was]), apart && was.bodyText(old[p.was]) == now.bodyText(next[p.now]):
			b = BlockDifference{Title: now.blocks[next[p.now]].says.Title, State: Same, pair: [2]*rendered{1: now.blocks[next[p.now]].rendered}}
			b.Tokens = now.blocks[next[p.now]].tokens.In(v).N - was.blocks[old[p.was]].tokens.In(v).N // the separator after it
		default:
			pair := [2]*rendered{was.blocks[old[p.was]].rendered, now.blocks[next[p.now]].rendered}
			found, ok := known[pair]
			if !ok {
				found = compareTexts(now.blocks[next[p.now]].says.Title, text(was, old[p.was]), text(now, next[p.now]))
				if known != nil {
					known[pair] = found
				}
			}
			b = found
			b.pair = pair
			b.Tokens = now.blocks[next[p.now]].tokens.In(v).N - was.blocks[old[p.was]].tokens.In(v).N
		}
		if p.was >= 0 {
			b.WasMode = was.modeOf(old[p.was])
		}
		if p.now >= 0 {
			b.NowMode = now.modeOf(next[p.now])
			b.Moved = moved[p.now]
		}
		out = append(out, b)
	}
	return out
}

func titles(d *Document, blocks []int) []string {
	out := make([]string, len(blocks))
	for i, b := range blocks {
		out[i] = d.blocks[b].says.Title
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
func (d *Document) bodyText(i int) string { return d.blocks[i].said() }

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
func compareTexts(title, was, now string) BlockDifference {
	b := BlockDifference{Title: title, State: Same}
	if was != now {
		b.State, b.Was, b.Now = Changed, was, now
		b.Changes = diff.Lines(diff.Split(was), diff.Split(now))
		b.Removed, b.Added = diff.Count(b.Changes)
	}
	return b
}

// paired is a pair of indices into two lists; -1 means missing.
type paired struct{ was, now int }

// pairUp pairs elements with the same key in order of occurrence.
func pairUp[T any, K comparable](was, now []T, key func(T) K) []paired {
	at := make(map[K][]int, len(was))
	for i, v := range was {
		at[key(v)] = append(at[key(v)], i)
	}
	taken := make([]bool, len(was))
	var out []paired
	for j, v := range now {
		p := paired{-1, j}
		if list := at[key(v)]; len(list) > 0 {
			p.was, at[key(v)] = list[0], list[1:]
			taken[p.was] = true
		}
		out = append(out, p)
	}
	for i := range was {
		if !taken[i] {
			out = append(out, paired{i, -1})
		}
	}
	return out
}

// byText pairs excerpts with the same content, and those between such pairs by position: excerpts
// are renumbered whenever one is excluded.
func byText(was, now *Document, old, next []int) []paired {
	says := func(d *Document, blocks []int) []string {
		out := make([]string, len(blocks))
		for i, b := range blocks {
			out[i] = d.blocks[b].said()
		}
		return out
	}
	var out []paired
	a, b := 0, 0
	upTo := func(i, j int) {
		for a < i && b < j { // equal texts
			out = append(out, paired{a, b})
			a++
			b++
		}
	}
	for _, c := range diff.Lines(says(was, old), says(now, next)) {
		upTo(c.Was.Start, c.Now.Start)
		upTo(c.Was.End, c.Now.End)
		for ; a < c.Was.End; a++ {
			out = append(out, paired{a, -1})
		}
		for ; b < c.Now.End; b++ {
			out = append(out, paired{-1, b})
		}
	}
	upTo(len(old), len(next))
	return out
}

// merged returns the pairs in the order of now. Elements that only was has follow the element
// that preceded them there.
func merged(pairs []paired) []paired {
	byWas := make(map[int]int, len(pairs)) // index in was to position in pairs
	last := -1
	for _, p := range pairs {
		if p.was >= 0 {
			byWas[p.was] = p.now
			last = max(last, p.was)
		}
	}
	behind := map[int][]paired{} // by the index in now; -1 for the beginning
	at := -1
	for i := 0; i <= last; i++ {
		switch now, ok := byWas[i]; {
		case ok && now < 0:
			behind[at] = append(behind[at], paired{i, -1})
		case ok:
			at = now
		}
	}
	out := slices.Clone(behind[-1])
	ordered := slices.DeleteFunc(slices.Clone(pairs), func(p paired) bool { return p.now < 0 })
	slices.SortFunc(ordered, func(a, b paired) int { return a.now - b.now })
	for _, p := range ordered {
		out = append(append(out, p), behind[p.now]...)
	}
	return out
}

// displaced returns the indices in now of moved elements: all except a longest common
// subsequence.
func displaced(pairs []paired) map[int]bool {
	both := slices.DeleteFunc(slices.Clone(pairs), func(p paired) bool { return p.was < 0 || p.now < 0 })
	slices.SortFunc(both, func(a, b paired) int { return a.now - b.now })
	positions := make([]int, len(both))
	for i, p := range both {
		positions[i] = p.was
	}
	stays := make([]bool, len(both))
	for _, i := range order.Rising(positions) {
		stays[i] = true
	}
	moved := map[int]bool{}
	for i, p := range both {
		if !stays[i] {
			moved[p.now] = true
		}
	}
	return moved
}
