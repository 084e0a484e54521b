package kit

// Glyph is a small icon on a button, in a row or in a menu. It is drawn with strokes in the
// colour of the adjacent text, so it is sharp at every scale and needs no font.
type Glyph int

// NoGlyph, the zero Glyph, draws nothing.
const (
	NoGlyph Glyph = iota
	GlyphUndo
	GlyphRedo
	GlyphDown  // a chevron: opens a menu, or an expanded item
	GlyphRight // a chevron: collapsed
	GlyphLeft
	GlyphUp
	GlyphMore // three dots
	GlyphClose
	GlyphCheck
	GlyphMinus
	GlyphPlus
	GlyphGrip // six dots: a drag handle
	GlyphRefresh
	GlyphSearch
	GlyphPin
	GlyphWrap // a line that continues on the next one
	GlyphTo   // an arrow: the new value
	GlyphLock
	GlyphUnlocked

	// Files and folders.
	GlyphFolder     // filled
	GlyphFolderOpen // an outline
	GlyphCode
	GlyphProse
	GlyphData
	GlyphImage
	GlyphFile // of another kind

	// The features of the rail.
	GlyphFiles
	GlyphNote
	GlyphLink
	GlyphGit
	GlyphBeads
	GlyphChat
	GlyphPresets
	GlyphSnapshots
	GlyphAnswers
	GlyphPreview
	GlyphSettings
	GlyphHelp
)

// point is a position in the 16 by 16 square of a glyph.
type point struct{ x, y float32 }

// strokes returns the polylines of a glyph. A polyline with one point is a dot.
func (g Glyph) strokes() [][]point {
	switch g {
	case GlyphUndo:
		return [][]point{
			{{6, 3}, {3, 6}, {6, 9}},
			{{3, 6}, {10, 6}, {13, 9}, {10, 12.5}, {6, 12.5}},
		}
	case GlyphRedo:
		return [][]point{
			{{10, 3}, {13, 6}, {10, 9}},
			{{13, 6}, {6, 6}, {3, 9}, {6, 12.5}, {10, 12.5}},
		}
	case GlyphDown:
		return [][]point{{{4.5, 6.5}, {8, 10}, {11.5, 6.5}}}
	case GlyphRight:
		return [][]point{{{6.5, 4.5}, {10, 8}, {6.5, 11.5}}}
	case GlyphLeft:
		return [][]point{{{9.5, 4.5}, {6, 8}, {9.5, 11.5}}}
	case GlyphUp:
		return [][]point{{{4.5, 9.5}, {8, 6}, {11.5, 9.5}}}
	case GlyphMore:
		return [][]point{{{3.5, 8}}, {{8, 8}}, {{12.5, 8}}}
	case GlyphClose:
		return [][]point{{{4, 4}, {12, 12}}, {{12, 4}, {4, 12}}}
	case GlyphCheck:
		return [][]point{{{3.5, 8.5}, {6.5, 11.5}, {12.5, 4.5}}}
	case GlyphMinus:
		return [][]point{{{3.5, 8}, {12.5, 8}}}
	case GlyphPlus:
		return [][]point{{{3.5, 8}, {12.5, 8}}, {{8, 3.5}, {8, 12.5}}}
	case GlyphGrip:
		return [][]point{{{6, 4}}, {{10, 4}}, {{6, 8}}, {{10, 8}}, {{6, 12}}, {{10, 12}}}
	case GlyphRefresh:
		return [][]point{
			{{12.5, 6}, {10, 3.2}, {6, 3.2}, {3.2, 6}, {3.2, 10}, {6, 12.8}, {10, 12.8}, {12.5, 10.5}},
			{{13, 2.8}, {13, 6.2}, {9.6, 6.2}},
		}
	case GlyphSearch:
		return [][]point{
			{{11, 7}, {9.5, 10}, {6, 11}, {3, 8.5}, {3, 5.5}, {5.5, 3}, {8.5, 3}, {11, 7}},
			{{10, 10}, {13.2, 13.2}},
		}
	case GlyphWrap:
		return [][]point{
			{{2.5, 4}, {13.5, 4}},
			{{2.5, 8}, {11, 8}, {13, 9.2}, {13, 10.8}, {11, 12}, {7.5, 12}},
			{{9.5, 10}, {7.5, 12}, {9.5, 14}},
			{{2.5, 12}, {5, 12}},
		}
	case GlyphPin:
		return [][]point{{{5, 3}, {11, 3}}, {{6, 3}, {6, 8}, {4.5, 10}, {11.5, 10}, {10, 8}, {10, 3}}, {{8, 10}, {8, 14}}}
	case GlyphTo:
		return [][]point{{{2, 8}, {14, 8}}, {{10, 4}, {14, 8}, {10, 12}}}
	case GlyphLock:
		return [][]point{lockBody(), {{5.5, 7.5}, {5.5, 5}, {6.5, 3.2}, {8, 2.7}, {9.5, 3.2}, {10.5, 5}, {10.5, 7.5}}}
	case GlyphUnlocked:
		return [][]point{lockBody(), {{5.5, 7.5}, {5.5, 4}, {6.5, 2.2}, {8, 1.7}, {9.5, 2.2}, {10.5, 4}}}
	case GlyphFolderOpen:
		return [][]point{
			{{2, 12.5}, {2, 3.5}, {6.3, 3.5}, {7.6, 5.2}, {13, 5.2}, {13, 7}},
			{{2, 12.5}, {4, 7}, {15, 7}, {13, 12.5}, {2, 12.5}},
		}
	case GlyphCode:
		return [][]point{{{5.5, 4.5}, {2, 8}, {5.5, 11.5}}, {{10.5, 4.5}, {14, 8}, {10.5, 11.5}}}
	case GlyphProse:
		return [][]point{{{3, 4}, {13, 4}}, {{3, 8}, {13, 8}}, {{3, 12}, {9, 12}}}
	case GlyphData:
		return [][]point{
			{{6.5, 3}, {4.8, 3.5}, {4.8, 6.8}, {3.2, 8}, {4.8, 9.2}, {4.8, 12.5}, {6.5, 13}},
			{{9.5, 3}, {11.2, 3.5}, {11.2, 6.8}, {12.8, 8}, {11.2, 9.2}, {11.2, 12.5}, {9.5, 13}},
		}
	case GlyphImage:
		return [][]point{
			{{2, 3.5}, {14, 3.5}, {14, 12.5}, {2, 12.5}, {2, 3.5}},
			{{2, 11}, {6, 7.5}, {9, 10.5}, {11, 9}, {14, 11.5}},
			{{10.5, 6.3}},
		}
	case GlyphFile:
		return [][]point{{{9, 2.5}, {4, 2.5}, {4, 13.5}, {12, 13.5}, {12, 5.5}, {9, 2.5}, {9, 5.5}, {12, 5.5}}}
	}
	return g.featureStrokes()
}

// featureStrokes returns the polylines of the icons of features.
func (g Glyph) featureStrokes() [][]point {
	switch g {
	case GlyphFiles:
		return [][]point{
			{{10, 4.5}, {4.5, 4.5}, {4.5, 14}, {12.5, 14}, {12.5, 7}, {10, 4.5}, {10, 7}, {12.5, 7}},
			{{2.5, 11.5}, {2.5, 2}, {8, 2}},
		}
	case GlyphNote:
		return [][]point{{{8, 3}, {2.5, 3}, {2.5, 13.5}, {13, 13.5}, {13, 8}}, {{6.5, 9.7}, {7, 7.5}, {12.5, 2}, {14, 3.5}, {8.6, 9}, {6.5, 9.7}}}
	case GlyphLink:
		return [][]point{
			{{6.5, 9.5}, {9.5, 6.5}},
			{{8, 4.5}, {10, 2.5}, {12, 2.5}, {13.5, 4}, {13.5, 6}, {11.5, 8}},
			{{8, 11.5}, {6, 13.5}, {4, 13.5}, {2.5, 12}, {2.5, 10}, {4.5, 8}},
		}
	case GlyphGit:
		return [][]point{
			ring(4.5, 3.5), ring(4.5, 12.5), ring(11.5, 5.5),
			{{4.5, 5}, {4.5, 11}},
			{{11.5, 7}, {11.5, 8}, {10, 9.5}, {4.5, 9.5}},
		}
	case GlyphBeads:
		return [][]point{ring(3.5, 4), ring(3.5, 8), ring(3.5, 12), {{7, 4}, {14, 4}}, {{7, 8}, {14, 8}}, {{7, 12}, {12, 12}}}
	case GlyphChat:
		return [][]point{{{3.5, 3}, {12.5, 3}, {14, 4.5}, {14, 9.5}, {12.5, 11}, {7.5, 11}, {4.5, 14}, {4.5, 11}, {3.5, 11}, {2, 9.5}, {2, 4.5}, {3.5, 3}}}
	case GlyphPresets:
		return [][]point{{{4, 2.5}, {12, 2.5}, {12, 13.5}, {8, 10.5}, {4, 13.5}, {4, 2.5}}}
	case GlyphSnapshots:
		return [][]point{
			{{3, 5.2}, {5.2, 3}, {8, 2.3}, {10.8, 3}, {13, 5.2}, {13.7, 8}, {13, 10.8}, {10.8, 13}, {8, 13.7}, {5.2, 13}, {3, 10.8}},
			{{2.6, 2.6}, {2.8, 5.4}, {5.6, 5.2}},
			{{8, 5}, {8, 8.2}, {10.2, 9.6}},
		}
	case GlyphAnswers:
		return [][]point{{{2.5, 8.5}, {2.5, 13.5}, {13.5, 13.5}, {13.5, 8.5}}, {{8, 2}, {8, 10}}, {{5, 7}, {8, 10}, {11, 7}}}
	case GlyphPreview:
		return [][]point{{{1.5, 8}, {4, 5}, {8, 3.6}, {12, 5}, {14.5, 8}, {12, 11}, {8, 12.4}, {4, 11}, {1.5, 8}}, ring(8, 8)}
	case GlyphSettings:
		return [][]point{
			{{2, 4.5}, {8.5, 4.5}},
			{{11.5, 4.5}, {14, 4.5}},
			ring(10, 4.5),
			{{2, 11.5}, {4.5, 11.5}},
			{{7.5, 11.5}, {14, 11.5}},
			ring(6, 11.5),
		}
	case GlyphHelp:
		return [][]point{
			{{5, 5.5}, {5.5, 3.8}, {7, 2.8}, {9, 2.8}, {10.6, 3.8}, {11, 5.5}, {10.4, 7}, {8.6, 8.2}, {8, 9.2}, {8, 10.4}},
			{{8, 13.2}},
		}
	}
	return nil
}

// ring returns a small circle around a position.
func ring(x, y float32) []point {
	const r, d = 1.5, 1.06
	return []point{{x + r, y}, {x + d, y + d}, {x, y + r}, {x - d, y + d}, {x - r, y}, {x - d, y - d}, {x, y - r}, {x + d, y - d}, {x + r, y}}
}

// lockBody returns the body of a padlock.
func lockBody() []point {
	return []point{{3.5, 7.5}, {12.5, 7.5}, {12.5, 13.5}, {3.5, 13.5}, {3.5, 7.5}}
}

// area is a filled part of a glyph with round corners.
type area struct{ x, y, w, h, radius float32 }

// areas returns the filled parts of a glyph.
func (g Glyph) areas() []area {
	if g == GlyphFolder {
		return []area{{2, 3, 6, 5, 1.5}, {2, 4.8, 12, 8.2, 1.5}}
	}
	return nil
}
