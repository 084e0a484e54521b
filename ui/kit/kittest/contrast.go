package kittest

import (
	"image/color"
	"math"
)

// Contrast returns the WCAG 2.2 contrast ratio of two opaque colours: 1 to 21.
func Contrast(a, b color.Color) float64 {
	luminance := func(c color.Color) float64 {
		r, g, b, _ := c.RGBA()
		sum := 0.0
		for i, v := range []uint32{r, g, b} {
			x := float64(v) / 0xFFFF
			if x <= 0.04045 {
				x /= 12.92
			} else {
				x = math.Pow((x+0.055)/1.055, 2.4)
			}
			sum += x * []float64{0.2126, 0.7152, 0.0722}[i]
		}
		return sum
	}
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}
