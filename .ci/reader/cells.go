package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"image"
	"slices"
)

// White that separates cells, in pixels: more than what is between the lines of a letter, and than
// what is between words that belong together.
const (
	gapBetweenLines   = 4
	gapBetweenColumns = 24
)

// faint is the gray from which on a pixel is white; border is what a cell keeps of it around its
// letters, which are smooth.
const (
	faint  = 224
	border = 2
)

// cells returns the parts of a picture that white separates, such as a label or a line of a text, without
// the white around them, from top to bottom.
func (g gray) cells() []image.Rectangle {
	cells := g.cut(image.Rect(0, 0, g.width, g.height), nil)
	slices.SortFunc(cells, func(a, b image.Rectangle) int {
		return cmp.Or(cmp.Compare(a.Min.Y, b.Min.Y), cmp.Compare(a.Min.X, b.Min.X))
	})
	return cells
}

// cut adds the cells in a part of a picture.
func (g gray) cut(r image.Rectangle, cells []image.Rectangle) []image.Rectangle {
	lines := runs(r.Min.Y, r.Max.Y, gapBetweenLines, func(y int) bool { return g.marked(image.Rect(r.Min.X, y, r.Max.X, y+1)) })
	for _, line := range lines {
		columns := runs(r.Min.X, r.Max.X, gapBetweenColumns, func(x int) bool { return g.marked(image.Rect(x, line[0], x+1, line[1])) })
		for _, column := range columns {
			part := image.Rect(column[0], line[0], column[1], line[1])
			if len(columns) > 1 {
				cells = g.cut(part, cells) // beside each other are lines of other heights
			} else {
				cells = append(cells, part.Inset(-border).Intersect(image.Rect(0, 0, g.width, g.height)))
			}
		}
	}
	return cells
}

// marked reports whether not all of a part is white.
func (g gray) marked(r image.Rectangle) bool {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for _, p := range g.pixels[y*g.width+r.Min.X : y*g.width+r.Max.X] {
			if p < faint {
				return true
			}
		}
	}
	return false
}

// runs returns the ranges from start to end in which something is marked, with at least gap that is not between them.
func runs(start, end, gap int, marked func(int) bool) [][2]int {
	var list [][2]int
	for at := start; at < end; at++ {
		if !marked(at) {
			continue
		}
		if n := len(list); n > 0 && at-list[n-1][1] < gap {
			list[n-1][1] = at + 1
		} else {
			list = append(list, [2]int{at, at + 1})
		}
	}
	return list
}

// key names what is read in a part of a picture that is enlarged to a percentage, wherever the part is.
func (g gray) key(r image.Rectangle, percent int) string {
	hash := sha256.New()
	hash.Write(binary.LittleEndian.AppendUint64(nil, uint64(percent)))
	hash.Write(binary.LittleEndian.AppendUint64(nil, uint64(r.Dx())))
	for y := r.Min.Y; y < r.Max.Y; y++ {
		hash.Write(g.pixels[y*g.width+r.Min.X : y*g.width+r.Max.X])
	}
	return fmt.Sprintf("%x", hash.Sum(nil))
}

// stacked returns a picture of some cells of another one in rows above each other, and where each of them is in it: as far
// from the left as before.
func (g gray) stacked(cells []image.Rectangle) (gray, []image.Rectangle) {
	const margin = 12 // between rows
	places := make([]image.Rectangle, len(cells))
	top, bottom, right := margin, 0, 0
	for i, cell := range cells {
		if i > 0 && cell.Min.X < right+gapBetweenColumns-2*border {
			top, bottom = bottom+margin, 0
		}
		places[i] = cell.Sub(image.Pt(0, cell.Min.Y-top))
		bottom, right = max(bottom, places[i].Max.Y), cell.Max.X
	}
	s := gray{g.width, bottom + margin, bytes.Repeat([]byte{255}, g.width*(bottom+margin))}
	for i, cell := range cells {
		for y := range cell.Dy() {
			from, to := (cell.Min.Y+y)*g.width, (places[i].Min.Y+y)*g.width
			copy(s.pixels[to+cell.Min.X:], g.pixels[from+cell.Min.X:from+cell.Max.X])
		}
	}
	return s, places
}
