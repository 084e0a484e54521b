package code

import (
	"sort"

	"fyne.io/fyne/v2"

	"dossier/ui/kit"
)

// Mark is a range of lines that a [View] shows as a bar in its margin. Bars of overlapping ranges
// are shown next to each other, as far as there is space.
type Mark struct {
	First, Last int // inclusive
	Tone        fyne.ThemeColorName
	Strong      bool // broader: the one being edited
	Tip         string
}

const (
	markLanes         = 3
	laneWidth float32 = 8
	markWidth float32 = 3
	markBroad float32 = 5
	markEnd   float32 = 2 // height of the handle at each end
)

// margin holds the marks of a document, and the drag of a mark's end.
type margin struct {
	marks []Mark
	lanes []int // lane of each mark, from the left

	over    int      // the mark under the pointer, or -1
	overEnd markPart // the end under the pointer

	dragged int // the mark whose end is being dragged, or -1
	part    markPart
	now     Mark // its current state
}

// markPart is a part of a mark's bar.
type markPart int

const (
	noPart markPart = iota
	firstLine
	lastLine
	between
)

// set replaces the marks. A drag continues if its mark still exists.
func (m *margin) set(marks []Mark) {
	if m.dragged >= 0 {
		before := m.marks[m.dragged]
		if m.dragged >= len(marks) || marks[m.dragged].First != before.First || marks[m.dragged].Last != before.Last {
			m.dragged = -1
		}
	}
	m.marks, m.over, m.overEnd = marks, -1, noPart
	m.lanes = lanesOf(marks)
}

// lanesOf assigns each mark, in line order, to the first lane that is free at its first line, or
// else to the last lane.
func lanesOf(marks []Mark) []int {
	order := make([]int, len(marks))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool {
		a, b := order[i], order[j]
		if marks[a].First != marks[b].First {
			return marks[a].First < marks[b].First
		}
		return marks[a].Last > marks[b].Last // the outer one to the left
	})
	lanes := make([]int, len(marks))
	var ends [markLanes]int // the line after the last mark of each lane
	for _, i := range order {
		lane := 0
		for lane < markLanes-1 && ends[lane] > marks[i].First {
			lane++
		}
		lanes[i] = lane
		ends[lane] = max(ends[lane], marks[i].Last+1)
	}
	return lanes
}

// shown returns mark i as drawn, including the current drag.
func (m *margin) shown(i int) Mark {
	if i == m.dragged {
		return m.now
	}
	return m.marks[i]
}

// at returns the mark whose bar is at x and at a fraction of a line's height, and the part of it.
// Strong marks have precedence.
func (m *margin) at(line int, x, share float32) (mark int, part markPart) {
	mark = -1
	for i := range m.marks {
		k := m.shown(i)
		left := laneX(m.lanes[i])
		if line < k.First || line > k.Last || x < left-1 || x >= left+laneWidth-1 || mark >= 0 && !k.Strong {
			continue
		}
		mark, part = i, between
		switch {
		case k.First == k.Last && share >= 0.5, k.First != k.Last && line == k.Last:
			part = lastLine
		case line == k.First:
			part = firstLine
		}
	}
	return mark, part
}

func laneX(lane int) float32 { return 2 + float32(lane)*laneWidth }

// beginDrag begins the drag of an end.
func (m *margin) beginDrag(mark int, part markPart) {
	m.dragged, m.part, m.now = mark, part, m.marks[mark]
}

// drag moves the dragged end to a line, at most to the other end.
func (m *margin) drag(line int) {
	if m.part == firstLine {
		m.now.First = min(line, m.now.Last)
	} else {
		m.now.Last = max(line, m.now.First)
	}
}

// draw draws the marks on a row of a line.
func (m *margin) draw(s *kit.Drawing, p part, height float32) {
	for i := range m.marks {
		k := m.shown(i)
		if p.line < k.First || p.line > k.Last {
			continue
		}
		x, w := laneX(m.lanes[i]), markWidth
		if k.Strong || i == m.dragged {
			w = markBroad
		}
		top, bottom := float32(0), height
		if p.line == k.First && p.first {
			top = 1
			s.Box(x, top, laneWidth-2, m.endHeight(i, firstLine), 0, k.Tone, "")
		}
		if p.line == k.Last && p.last {
			bottom = height - 1
			h := m.endHeight(i, lastLine)
			s.Box(x, bottom-h, laneWidth-2, h, 0, k.Tone, "")
		}
		s.Box(x, top, w, bottom-top, 0, k.Tone, "")
	}
}

// endHeight returns the height of a handle, which is larger under the pointer.
func (m *margin) endHeight(mark int, part markPart) float32 {
	if m.dragged == mark && m.part == part || m.dragged < 0 && m.over == mark && m.overEnd == part {
		return 2 * markEnd
	}
	return markEnd
}

// SetMarks replaces the marks in the margin, which exists if [View.Margin] is set.
func (c *View) SetMarks(marks []Mark) {
	c.margin.set(marks)
	c.Refresh()
}

// pressMark handles a press on a mark, and reports whether there is one.
func (c *View) pressMark(x, y float32) bool {
	mark, part := c.markUnder(x, y)
	if mark < 0 {
		return false
	}
	kit.HideTip(c)
	if part != between && c.OnMarkMove != nil {
		c.margin.beginDrag(mark, part)
	}
	if c.OnMark != nil {
		c.OnMark(mark)
	}
	return true
}

// dragMark moves the dragged end to the line under the pointer.
func (c *View) dragMark() {
	before := c.margin.now
	c.margin.drag(c.lineUnder())
	if k := c.margin.now; k != before && c.OnMarkMove != nil {
		c.OnMarkMove(c.margin.dragged, k.First, k.Last, false)
	}
	c.Refresh()
}

// dropMark ends the drag of an end; keep is false if it is cancelled.
func (c *View) dropMark(keep bool) {
	mark, new := c.margin.dragged, c.margin.now
	if mark < 0 {
		return
	}
	old := c.margin.marks[mark]
	c.margin.dragged, c.dragging = -1, false
	c.edge.Stop()
	if c.OnMarkMove != nil {
		if !keep {
			new = old
		}
		c.OnMarkMove(mark, new.First, new.Last, true)
	}
	c.Refresh()
}

// hoverMark highlights the handle under the pointer and shows the mark's tooltip.
func (c *View) hoverMark(x, y float32) {
	mark, part := c.markUnder(x, y)
	if mark == c.margin.over && part == c.margin.overEnd {
		return
	}
	c.margin.over, c.margin.overEnd = mark, part
	if mark >= 0 {
		line := c.lineAtY(y)
		kit.ShowTip(c, c.margin.marks[mark].Tip, fyne.NewPos(0, c.y(line)), fyne.NewSize(c.marginWidth(), c.view.Row))
	} else {
		kit.HideTip(c)
	}
	c.Refresh()
}
