package fit

import (
	"errors"
	"testing"
)

func TestParseBudget(t *testing.T) {
	tests := []struct {
		typed  string
		window int
		want   int // 0: an error
	}{
		{"16000", 0, 16_000},
		{"16 000", 0, 16_000},
		{"16\u202f000", 0, 16_000},
		{"16,000", 0, 16_000},
		{"1,234,567", 0, 1_234_567},
		{"16k", 0, 16_000},
		{" 16 K ", 0, 16_000},
		{"1.5M", 0, 1_500_000},
		{"1,5m", 0, 1_500_000},
		{"0.25k", 0, 250},
		{"50%", 200_000, 100_000},
		{"12.5 %", 200_000, 25_000},
		{"150%", 200_000, 300_000},
		{"50%", 0, 0},
		{"lots", 200_000, 0},
		{"", 200_000, 0},
		{"0", 200_000, 0},
		{"0%", 200_000, 0},
		{"-5", 200_000, 0},
		{"16.000", 200_000, 0}, // sixteen, or sixteen thousand
		{"1,5", 200_000, 0},
		{"1e6", 200_000, 0},
		{"k", 200_000, 0},
		{"16kk", 200_000, 0},
		{"1001M", 200_000, 0},
		{"99999999999999999999999999", 200_000, 0},
	}
	for _, tt := range tests {
		got, err := ParseBudget(tt.typed, tt.window)
		if got != tt.want || errors.Is(err, ErrBudget) != (tt.want == 0) {
			t.Errorf("%q of a window of %d is %d tokens, %v, want %d", tt.typed, tt.window, got, err, tt.want)
		}
	}
}
