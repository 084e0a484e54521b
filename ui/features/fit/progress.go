package fit

import (
	"context"

	"dossier/aggregate"
)

// Stage is a stage of the work between a question and a proposal.
type Stage string

// The stages, in their order. The empty one comes before them all.
const (
	Reading  Stage = "reading"  // files for the index, those that changed
	Ranking  Stage = "ranking"  // them for the question
	Counting Stage = "counting" // costs of each view
	Choosing Stage = "choosing" // among those
)

// Progress is how far a stage has come, in files; without a total it is not known.
type Progress struct {
	Stage Stage
	aggregate.Progress
}

// atOnce is after how many files the progress is shown.
const atOnce = 16

// telling returns the progress callbacks of the stages, which are safe for concurrent use.
func (p *Part) telling(ctx context.Context) func(stage Stage, done, all int) {
	return func(stage Stage, done, all int) {
		if done%atOnce != 0 {
			return
		}
		p.work.Do(ctx, func() {
			p.progress = Progress{stage, aggregate.Progress{Done: done, Total: all}}
			p.host.Changed()
		})
	}
}
