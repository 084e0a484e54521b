package tokens

import (
	"math"
	"testing"
)

func TestCalibrate(t *testing.T) {
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	measures := []Measure{{100, 120}, {1000, 1200}, {10, 12}, {10, 12}, {10, 12}, {10, 12}, {10, 12}, {10, 12}, {100, 132}, {100, 108}}
	got, err := Calibrate(measures) // nine of ten are within the second worst
	if err != nil || !near(got.Factor, 1.2) || !near(got.Error, 0.1) || !near(got.Worst, 0.1) || got.Texts != 10 {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = Calibrate([]Measure{{100, 150}})
	if err != nil || got != (Calibration{Factor: 1.5, Texts: 1}) {
		t.Errorf("one text: %+v, %v", got, err)
	}
	many := make([]Measure, 99)
	for i := range many {
		many[i] = Measure{1000, 1000}
	}
	got, err = Calibrate(append(many, Measure{1000, 2000}))
	if err != nil || !near(got.Factor, 1.01) || got.Error > 0.01 || got.Worst < 0.9 {
		t.Errorf("one of a hundred is far off: %+v, %v", got, err)
	}
	for _, bad := range [][]Measure{nil, {{0, 1}}, {{1, 0}}, {{1, -1}}} {
		if _, err := Calibrate(bad); err == nil {
			t.Errorf("%v is taken", bad)
		}
	}
}
