package fit_test

import (
	"testing"

	"dossier/aggregate/fit"
	"dossier/models"
)

// modes are ordered from the most to the least informative one.
var modes = []fit.Shown{
	{Mode: models.Full},
	{Mode: models.Masked, Covered: 1, Part: 0.5, Signatures: true},
	{Mode: models.Skeleton},
	{Mode: models.Outline},
	{Mode: models.Summary},
	{Mode: models.None},
}

func TestRicherModesTellMore(t *testing.T) {
	for _, f := range []fit.File{{Relevance: 1}, {Relevance: 1, Place: 3}, {Relevance: 0.3, Place: 20}, {Relevance: 0.05}} {
		for i := 1; i < len(modes); i++ {
			if more, less := fit.Value(f, modes[i-1]), fit.Value(f, modes[i]); more <= less {
				t.Errorf("of %+v %+v is worth %v, and %+v %v", f, modes[i-1], more, modes[i], less)
			}
		}
	}
}

func TestVariant(t *testing.T) {
	f := fit.File{Relevance: 1, Place: 1}
	variant := f
	variant.Variant = true
	full, skeleton := fit.Shown{Mode: models.Full}, fit.Shown{Mode: models.Skeleton}
	if fit.Value(variant, full) >= fit.Value(f, full) {
		t.Error("a variant in full is worth as much as another file")
	}
	if more, less := fit.Value(f, full)/fit.Value(variant, full), fit.Value(f, skeleton)/fit.Value(variant, skeleton); more <= less {
		t.Errorf("a variant is worth 1/%.2f in full, and 1/%.2f as a skeleton, which serves who uses it", more, less)
	}
}

// TestEntry says that a part of a file has to bring more than a small file in full.
func TestEntry(t *testing.T) {
	full := fit.Entry(fit.Shown{Mode: models.Full})
	for _, s := range modes[1:] {
		if fit.Entry(s) <= full {
			t.Errorf("%+v costs %v, and the file in full %v", s, fit.Entry(s), full)
		}
	}
}

func TestRelevance(t *testing.T) {
	falling := []float64{
		fit.Relevance(1, 1, 1000), fit.Relevance(1, 0.8, 1000), fit.Relevance(1, -1, 1000), fit.Relevance(1, 0, 1000), fit.Relevance(1, 0, 100_000), fit.Relevance(0.5, 0, 100_000),
		fit.Relevance(0, 1, 0),
	}
	for i := 1; i < len(falling); i++ {
		if falling[i] >= falling[i-1] {
			t.Errorf("the relevances are %v", falling)
		}
	}
	if falling[len(falling)-1] != 0 {
		t.Errorf("without a score the relevance is %v", falling[len(falling)-1])
	}
}

// TestShapeOfAProposal says what a plan of files of the same size looks like: the best in full,
// then skeletons, then outlines or less.
func TestShapeOfAProposal(t *testing.T) {
	tokens := map[models.ViewMode]int{models.Full: 3000, models.Skeleton: 700, models.Outline: 350, models.Summary: 120, models.None: 14}
	shown := []models.ViewMode{"", models.None, models.Summary, models.Outline, models.Skeleton, models.Full}
	var groups []fit.Group
	for i := range 30 {
		f := fit.File{Relevance: 1 / (1 + float64(i)/3), Place: i}
		g := fit.Group{{}}
		for _, mode := range shown[1:] {
			g = append(g, fit.Choice{Tokens: tokens[mode], Value: fit.Value(f, fit.Shown{Mode: mode})})
		}
		groups = append(groups, g)
	}
	plan, _ := fit.NewSolver(groups).Fit(20_000)
	count := map[models.ViewMode]int{}
	last := len(shown)
	for i, c := range plan.Chosen {
		count[shown[c]]++
		if c > last {
			t.Errorf("file %d is shown as %s, and a better one less", i, shown[c])
		}
		last = c
	}
	if count[models.Full] < 2 || count[models.Skeleton] < 2 || count[models.Full]+count[models.Skeleton] == len(groups) {
		t.Errorf("20 000 tokens are spent on %v", count)
	}
	t.Log(count)
}
