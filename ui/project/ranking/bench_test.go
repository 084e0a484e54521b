package ranking_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dossier/aggregate/gosrc"
	"dossier/aggregate/rank"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/ranking"
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
	open := func() (*project.Project, *ranking.Ranker) {
		p, err := project.Open(dir, places)
		if err != nil {
			b.Fatal(err)
		}
		return p, ranking.Of(p)
	}
	ask := func(r *ranking.Ranker, question string) {
		found, err := r.Rank(context.Background(), question, 5000, nil)
		if err != nil || len(found) == 0 {
			b.Fatal(len(found), err)
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

// BenchmarkReview is what a review asks for while the window is open and nothing changes: the files that go with a
// change, with the symbols of the best. The name has the number of changed files and the maximum of changed lines in each.
func BenchmarkReview(b *testing.B) {
	dir := *treeIn
	if dir == "" {
		dir = gosrc.Dir(b)
	}
	base := b.TempDir()
	places := presets.Places{Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache")}
	p, err := project.Open(dir, places)
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	r := ranking.Of(p)
	r.Watched(true)
	x, err := r.Index(context.Background(), nil)
	if err != nil {
		b.Fatal(err)
	}
	all, err := p.Tree(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	source, err := all.Glob("**/*.go")
	if err != nil {
		b.Fatal(err)
	}
	source = slices.DeleteFunc(source, rank.IsTest)
	for _, tt := range []struct{ files, lines int }{{5, 40}, {100, 40}, {100, 1000}} {
		b.Run(fmt.Sprintf("%dx%d", tt.files, tt.lines), func(b *testing.B) {
			c := changeOf(b, dir, source, tt.files, tt.lines)
			for b.Loop() {
				found, err := r.Related(context.Background(), c, 5000, nil)
				if err != nil || len(found) == 0 {
					b.Fatal(len(found), err)
				}
			}
			b.ReportMetric(float64(x.Len()), "files")
		})
	}
}

// changeOf is a change of files that are spread over a list of them.
func changeOf(b *testing.B, dir string, source []string, files, most int) rank.Change {
	b.Helper()
	var c rank.Change
	for i := range source {
		if len(c.Files) == files {
			break
		}
		p := source[(i*7919+len(source)/3)%len(source)]
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(p)))
		if err != nil {
			b.Fatal(err)
		}
		lines := strings.SplitAfter(string(data), "\n")
		if len(lines) < 120 {
			continue
		}
		lines = lines[60:min(len(lines), 60+most)]
		c.Files = append(c.Files, rank.ChangedFile{Path: p, Added: strings.Join(lines, ""), Removed: strings.Join(lines[:20], "")})
	}
	return c
}
