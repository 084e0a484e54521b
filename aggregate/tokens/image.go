package tokens

import "math"

// ImageRule is a way of counting what an image costs.
type ImageRule int

// The rules, as the makers of the models publish them.
const (
	// Tiles is OpenAI's for detail high: the image is made to fit into 2048 × 2048 and
	// its short side into 768, and then each square of 512 that it covers costs the same.
	Tiles ImageRule = iota
	// Area is Anthropic's: a token for 750 pixels, once the long side and the sum are
	// within the model's bounds.
	Area
	// Crops is Google's: 258 up to 384 × 384, and for each crop of a larger one, whose
	// side is the short side over 1.5, but not less than 256.
	Crops
)

// ImageCost says what an image costs a family of models.
type ImageCost struct {
	Rule ImageRule
	Base int // of Tiles: tokens of any image
	Tile int // of Tiles: tokens of each square
	Edge int // of Area: pixels of the long side
	Most int // of Area: tokens of the largest image
}

// cropTokens is what a crop costs Gemini, and the whole of an image of cropFree pixels
// on its longest side.
const (
	cropTokens = 258
	cropFree   = 384
)

// Tokens returns about how many tokens an image of a size in pixels costs; 0 for one
// without pixels. Show it with a ~: models are changed more often than their
// documentation.
func (c ImageCost) Tokens(width, height int) int {
	if width <= 0 || height <= 0 {
		return 0
	}
	w, h := float64(width), float64(height)
	switch c.Rule {
	case Area:
		scale := min(1, float64(c.Edge)/max(w, h), math.Sqrt(float64(c.Most)*750/(w*h)))
		return max(1, min(c.Most, int(math.Ceil(w*h*scale*scale/750-1e-6))))
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
