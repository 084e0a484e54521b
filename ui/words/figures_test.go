package words

import "testing"

func TestPercent(t *testing.T) {
	for share, want := range map[float64]string{
		0: "0 %", 0.001: "under 1 %", 0.005: "1 %", 0.126: "13 %", 1: "100 %", 9.994: "999 %", 10: "10 ×", 26.85: "27 ×",
	} {
		if got := Percent(share); got != want {
			t.Errorf("%v is %q, want %q", share, got, want)
		}
	}
}

func TestChange(t *testing.T) {
	for share, want := range map[float64]string{
		0: "0 %", -0.001: "0 %", 0.004: "0 %", -0.005: "−1 %", 0.25: "+25 %", -1: "−100 %", 11: "+11 ×",
	} {
		if got := Change(share); got != want {
			t.Errorf("%v is %q, want %q", share, got, want)
		}
	}
}
