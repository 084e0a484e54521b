package tokens

import (
	"testing"

	"pgregory.net/rapid"
)

func TestImageTokens(t *testing.T) {
	gpt4o, claude, claude5, gemini := "gpt-4o", "claude-4.5", "claude-5", "gemini"
	tests := []struct {
		name          string
		model         string
		width, height int
		want          int
	}{
		// The examples of the vendors' documentation.
		{"four tiles", gpt4o, 1024, 1024, 765},
		{"six tiles once it is scaled", gpt4o, 2048, 4096, 1105},
		{"one tile", gpt4o, 512, 512, 255},
		{"a small image is not enlarged", gpt4o, 10, 10, 255},
		{"base and tile differ by family", "gpt-5", 1024, 1024, 630},
		{"and again", "o-series", 1024, 1024, 675},
		{"a token for 750 pixels", claude, 200, 200, 54},
		{"the same for a megapixel", claude, 1000, 1000, 1334},
		{"the largest square", claude, 1092, 1092, 1590},
		{"the long side is bounded", claude, 3136, 750, 784},
		{"the sum is bounded", claude, 4000, 3000, 1600},
		{"newer ones see more", claude5, 1920, 1080, 2765},
		{"up to a bound", claude5, 8000, 6000, 4784},
		{"a small image costs one crop", gemini, 384, 384, 258},
		{"two by three crops", gemini, 960, 540, 6 * 258},
		{"a strip is cut along its length", gemini, 2560, 100, 10 * 258},
		{"no pixels", gemini, 0, 100, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, ok := LookUp(tt.model)
			if !ok {
				t.Fatal("no such model")
			}
			if got := m.Images.Tokens(tt.width, tt.height); got != tt.want {
				t.Errorf("%s reads %d × %d as %d tokens, want %d", tt.model, tt.width, tt.height, got, tt.want)
			}
		})
	}
}

// An image of any size that a header can claim has a positive cost, within bounds whose sum fits
// an int.
func TestImageTokensAreBounded(t *testing.T) {
	side := rapid.IntRange(1, 1<<31-1)
	rapid.Check(t, func(t *rapid.T) {
		w, h := side.Draw(t, "width"), side.Draw(t, "height")
		for _, m := range Models() {
			if n := m.Images.Tokens(w, h); n < 1 || n > 1<<31 {
				t.Fatalf("%s reads %d × %d as %d tokens", m.ID, w, h, n)
			}
		}
	})
}
