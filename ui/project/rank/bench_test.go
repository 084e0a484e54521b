package rank_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"dossier/aggregate/gosrc"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/rank"
)

// treeIn is a folder of real files, as large as one likes. Nothing is written into it.
var treeIn = flag.String("tree", "", "measure the ranking of the files of this folder; without it, of Go's own sources")

const asked = "a timeout of the http client is ignored when the connection is reused"

// BenchmarkKeystroke is all that a question costs while the window is open and nothing changes
// (watched): the ranking, and the symbols of the best files; where changes are not reported at once
// (warm) also what the disk says of all files. Before it the same is done by a project without a
// cache, and by one that has just been opened.
func BenchmarkKeystroke(b *testing.B) {
	dir := *treeIn
	if dir == "" {
		dir = gosrc.Dir(b)
	}
	base := b.TempDir()
	places := presets.Places{Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache")}
	open := func() (*project.Project, *rank.Ranker) {
		p, err := project.Open(dir, places)
		if err != nil {
			b.Fatal(err)
		}
		return p, rank.Of(p)
	}
	ask := func(r *rank.Ranker, question string) {
		ranked, err := r.Rank(context.Background(), question, 5000, nil)
		if err != nil || len(ranked) == 0 {
			b.Fatal(len(ranked), err)
		}
	}
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			if err := os.RemoveAll(places.Cache); err != nil {
				b.Fatal(err)
			}
			p, r := open()
			ask(r, asked)
			p.Close()
		}
	})
	b.Run("opened", func(b *testing.B) {
		for b.Loop() {
			p, r := open()
			ask(r, asked)
			p.Close()
		}
	})
	for _, watched := range []bool{false, true} {
		b.Run(map[bool]string{false: "warm", true: "watched"}[watched], func(b *testing.B) {
			p, r := open()
			defer p.Close()
			r.Watched(watched)
			ask(r, asked)
			for i := 0; b.Loop(); i++ {
				ask(r, asked[:len(asked)-i%20])
			}
		})
	}
}
