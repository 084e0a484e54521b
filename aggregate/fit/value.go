package fit

import "dossier/models"

// File is what a question makes of a file.
type File struct {
	Relevance float64 // from 0 to 1, which the best file of all has
	Place     int     // how many files are more relevant
	About     float64 // from 0 to 1: how much the question is about symbols that it defines
}

// Shown is a way to show a file.
type Shown struct {
	Mode models.ViewMode
	// Covered says of a mask or slices how much of what the question is about in the file
	// they show, from 0 to 1; Signatures, whether a mask has the signatures of the rest.
	Covered    float64
	Signatures bool
}

// tells is how much a way to show a file tells who has to change it, and who has to use it;
// all of the file is 1.
type tells struct{ change, use float64 }

func (s Shown) tells() tells {
	switch s.Mode {
	case models.Full:
		return tells{1, 1}
	case models.Masked, models.Custom:
		if s.Signatures {
			return tells{0.9 * s.Covered, 0.85}
		}
		return tells{0.75 * s.Covered, 0.2 + 0.4*s.Covered}
	case models.Skeleton:
		return tells{0.15, 0.75}
	case models.Outline:
		return tells{0.05, 0.45}
	case models.Summary:
		return tells{0.03, 0.3}
	}
	return tells{0.005, 0.05} // its name
}

// noise is the relevance below which a file has nothing to do with a question: one common word
// in a comment gives as much.
const noise = 0.04

// half is at which place a file counts half of what its relevance says: however alike the
// scores of many files are, few of them are what is looked for.
const half = 10

// Value says what a way to show a file is worth. See the package's comment for how it was set.
func Value(f File, s Shown) float64 {
	t, r := s.tells(), max(0, f.Relevance-noise)/(1-noise)/(1+float64(f.Place)/half)
	return r*r*(1+f.About)*t.change + r*t.use/2
}
