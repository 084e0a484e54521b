package tokens

import "math"

// ImageRule is a formula for the tokens of an image.
type ImageRule int

// Rules, as published by the providers.
const (
	// Tiles is OpenAI's for detail high: the image is scaled to fit into 2048 × 2048 with a short
	// side of at most 768; then each 512-pixel square that it covers costs the same.
	Tiles ImageRule = iota
	// Area is Anthropic's: one token per 750 pixels, once the long side and the total are within
	// the model's limits.
	Area
	// Crops is Google's: 258 up to 384 × 384; a larger one costs 258 per crop, with a crop size
	// of the short side divided by 1.5, but at least 256.
	Crops
)

// ImageCost is the cost of images for a family of models.
type ImageCost struct {
	Rule ImageRule
	Base int // for Tiles: tokens per image
	Tile int // for Tiles: tokens per square
	Edge int // for Area: max pixels of the long side
	Max  int // for Area: max tokens per image
}

// cropTokens is the cost of a crop for Gemini, and of a whole image of up to cropFree pixels on
// its longest side.
const (
	cropTokens = 258
	cropFree   = 384
)

// Tokens returns the approximate number of tokens of an image, given its size in pixels; 0 if it
// is empty. Display it with a ~: models change more often than their documentation.
func (c ImageCost) Tokens(width, height int) int {
	if width <= 0 || height <= 0 {
		return 0
	}
	w, h := float64(width), float64(height)
	switch c.Rule {
	case Area:
		scale := min(1, float64(c.Edge)/max(w, h), math.Sqrt(float64(c.Max)*750/(w*h)))
		return max(1, min(c.Max, int(math.Ceil(w*h*scale*scale/750-1e-6))))
	case Crops:
		if max(width, height) <= cropFree {
			return cropTokens
		}
		unit := max(256, math.Floor(min(w, h)/1.5))
		return int(min(math.Ceil(w/unit)*math.Ceil(h/unit), math.MaxInt32/cropTokens)) * cropTokens
	}
	scale := min(1, 2048/max(w, h))
	scale *= min(1, 768/(min(w, h)*scale))
	squares := func(side float64) int { return max(1, int(math.Ceil(math.Round(side*scale)/512))) }
	return c.Base + c.Tile*squares(w)*squares(h)
}
