package tokens

import (
	"errors"
	"math"
	"slices"
)

// Measure is a text that was counted twice: here, and by whoever serves a model.
type Measure struct{ Ours, Theirs int }

// Calibration says how counts turn into those of a model, as measures have it.
type Calibration struct {
	Factor float64 `json:"factor"` // of all texts together
	Error  float64 `json:"error"`  // relative: nine texts of ten are nearer to the factor
	Worst  float64 `json:"worst"`  // relative: of the text that is the farthest from it
	Texts  int     `json:"texts"`
}

// Calibrate returns the factor that measures give. The error says that one of them has no
// tokens, or that there are none.
func Calibrate(measures []Measure) (Calibration, error) {
	c := Calibration{Texts: len(measures)}
	if len(measures) == 0 {
		return c, errors.New("there are no counts to compare")
	}
	ours, theirs := 0.0, 0.0
	for _, m := range measures {
		if m.Ours < 1 || m.Theirs < 1 {
			return c, errors.New("a text without tokens says nothing of a factor")
		}
		ours, theirs = ours+float64(m.Ours), theirs+float64(m.Theirs)
	}
	c.Factor = theirs / ours
	off := make([]float64, len(measures))
	for i, m := range measures {
		off[i] = math.Abs(float64(m.Theirs)/(float64(m.Ours)*c.Factor) - 1)
	}
	slices.Sort(off)
	c.Error, c.Worst = off[(9*len(off)+9)/10-1], off[len(off)-1]
	return c, nil
}
