package fit

import (
	"context"
	"testing"

	"dossier/aggregate/gosrc"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/fit"
	"dossier/ui/project/ranking"
	"dossier/ui/session/sessiontest"
)

// onGo is a session on the sources of the Go installation.
type onGo struct {
	fake
	ranker *ranking.Ranker
}

func (g *onGo) Rank(ctx context.Context, search fit.Search, progress func(done, all int)) ([]ranking.Ranked, error) {
	return g.ranker.Rank(ctx, search.Question, 5000, progress)
}

// BenchmarkSlider moves the budget while a question to the Go sources is answered: with an empty
// composition, and with a thousand files.
func BenchmarkSlider(b *testing.B) {
	for _, files := range []string{"", "cmd/compile/internal/**/*.go"} {
		b.Run(files, func(b *testing.B) {
			g := &onGo{fake: fake{Desk: sessiontest.New(b, nil)}}
			opened, err := project.Open(gosrc.Dir(b), g.Places)
			if err != nil {
				b.Fatal(err)
			}
			defer opened.Close()
			g.Opened, g.ranker = opened, ranking.Of(opened)
			if files != "" {
				g.Comp.Files = []models.FileItem{models.NewFileItem(files)}
			}
			g.part = New(g, g.Work)
			g.part.SetQuestion(fit.Question{Text: "how does net/http decide to keep a connection alive"})
			g.Until("the files are counted", func() bool { return g.part.candidates != nil && !g.part.Busy() })
			defer g.part.Stop()
			for i := 0; b.Loop(); i++ {
				g.part.SetBudget(4000 + i%100*1997)
			}
			b.ReportMetric(float64(len(g.part.Proposal().Rows)), "rows")
		})
	}
}
