package fit

import (
	"context"

	"dossier/aggregate"
)

// Stage is a stage of the work from a question to a proposal.
type Stage string

// The stages, in order. The empty one precedes them all.
const (
	Reading  Stage = "reading"  // changed files, for the index
	Ranking  Stage = "ranking"  // files, for the question
	Counting Stage = "counting" // the costs of each view
	Choosing Stage = "choosing" // among the files and views
)

// Progress is how far a stage is, in files; a total of 0 is unknown.
type Progress struct {
	Stage Stage
	aggregate.Progress
}

// atOnce is the number of files after which the progress is updated.
const atOnce = 16

// progressFuncs returns the progress callbacks of the stages, which are safe for concurrent use.
func (p *Part) progressFuncs(ctx context.Context) func(stage Stage, done, all int) {
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
