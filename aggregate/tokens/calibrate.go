package tokens

import (
	"errors"
	"math"
	"slices"
)

// Measure is the token count of a text here and by a model's provider.
type Measure struct{ Local, Provider int }

// Calibration is the relation of our counts to those of a model.
type Calibration struct {
	Factor float64 `json:"factor"` // for all texts together
	Error  float64 `json:"error"`  // relative; nine of ten texts are within it
	Worst  float64 `json:"worst"`  // relative; the largest error
	Texts  int     `json:"texts"`
}

// Calibrate returns the calibration for measures. It returns an error if there are none, or if
// one of them has no tokens.
func Calibrate(measures []Measure) (Calibration, error) {
	c := Calibration{Texts: len(measures)}
	if len(measures) == 0 {
		return c, errors.New("there are no counts to compare")
	}
	ours, theirs := 0.0, 0.0
	for _, m := range measures {
		if m.Local < 1 || m.Provider < 1 {
			return c, errors.New("a text without tokens yields no factor")
		}
		ours, theirs = ours+float64(m.Local), theirs+float64(m.Provider)
	}
	c.Factor = theirs / ours
	off := make([]float64, len(measures))
	for i, m := range measures {
		off[i] = math.Abs(float64(m.Provider)/(float64(m.Local)*c.Factor) - 1)
	}
	slices.Sort(off)
	c.Error, c.Worst = off[(9*len(off)+9)/10-1], off[len(off)-1]
	return c, nil
}
