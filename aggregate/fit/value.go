package fit

import (
	"math"

	"dossier/models"
)

// File is what a question makes of a file.
type File struct {
	Relevance float64 // from 0 to 1, which the best file of all has
	Place     int     // how many files are more relevant
	Wanted    bool    // the user has put it in, whatever the question
	Stays     bool    // it is shown in any case: then more of it is better than less
	Variant   bool    // a better one next to it has mostly the same symbols, such as one for another system
}

// Shown is a way to show a file.
type Shown struct {
	Mode models.ViewMode
	// Covered says of a mask or slices how much of what the question is about in the file
	// they show, from 0 to 1; Part, how much of its text they show whole; Signatures, whether a
	// mask has the signatures of the rest.
	Covered, Part float64
	Signatures    bool
}

// tells is how much a way to show a file tells who has to change it, and who has to use it;
// all of the file is 1.
type tells struct{ change, use float64 }

func (s Shown) tells() tells {
	switch s.Mode {
	case models.Full:
		return tells{1, 1}
	case models.Masked, models.Custom:
		whole := 1 - (1-found*(1-math.Pow(1-s.Covered, 2.5)))*(1-s.Part)
		if s.Signatures {
			return tells{whole, 0.85}
		}
		return tells{whole, 0.1 + 0.4*s.Covered}
	case models.Skeleton:
		return tells{0.1, 0.8}
	case models.Outline:
		return tells{0.05, 0.45}
	case models.Summary:
		return tells{0.03, 0.2}
	}
	return tells{0.005, 0.05} // its name
}

// The weights. How they were set stands in the package's comment.
const (
	noise   = 0.03 // the relevance below which a file has nothing to do with a question: one common word in a comment gives as much
	flat    = 0.8  // the power of the relevance that says how likely a file is to be changed, beside its place
	found   = 0.55 // how often what has to be changed is in the symbols that a question is about
	another = 0.5  // how likely a variant is to be changed, of what its place says
	beside  = 0.05 // what it counts that a file is there to be used
	nearby  = 10   // at which place a file is half as likely to be used as its relevance says
	stays   = 5e-4 // of a file that is shown in any case: what has nothing to do with a question is cut first
	wanted  = 0.02 // of a file that the user has put in: how likely it is to be changed, at least
)

// Price is the value that a token has to bring, or it is better not spent: a thousand of them are
// spent on what is worth 0.001, where the best file of all in full is worth a little more than 1.
const Price = 1e-6

// Entry is what a new file costs beside its tokens: who reads the document meets one more, and of a part of a file,
// has to think of the rest.
func Entry(s Shown) float64 {
	if s.Mode == models.Full {
		return 300 * Price
	}
	return 5000 * Price
}

// Relevance returns the score of a file for a document, from that of a ranking. It is less where no symbol holds much of
// what the question is about, and for a very long file: both have the words of the question here and there. best is
// the score of the file's best symbol as a part of the highest one of all files; negative where that is not known.
func Relevance(score, best float64, tokens int) float64 {
	if best < 0 {
		best = unknown
	}
	return score * (1 - gathered + gathered*best) / (1 + long*math.Log2(1+float64(tokens)/8000))
}

// How much of a score depends on the best symbol, what that counts where it is not known, and what a file loses that
// has 8 000 tokens; each time that it is about twice as long it loses as much again.
const (
	gathered = 0.2
	unknown  = 0.5
	long     = 0.05
)

// Value says what a way to show a file is worth, whatever it costs. See the package's comment for
// how it was set.
func Value(f File, s Shown) float64 {
	t, r := s.tells(), max(0, f.Relevance-noise)/(1-noise)
	change, use := math.Pow(r, flat)/float64(1+f.Place), r/(1+float64(f.Place)/nearby)
	if f.Variant {
		change *= another
	}
	if f.Stays {
		change = max(change, stays)
	}
	if f.Wanted {
		change = max(change, wanted)
	}
	return change*t.change + beside*use*t.use
}
