package fit

import "dossier/models"

// File is what a question makes of a file.
type File struct {
	Relevance float64 // from 0 to 1, which the best file of all has
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
	return tells{0.01, 0.1} // its name
}

// Value says what a way to show a file is worth. See the package's comment for how it was set.
func Value(f File, s Shown) float64 {
	t := s.tells()
	return f.Relevance*f.Relevance*(1+f.About)*t.change + f.Relevance*t.use/2
}
