package presets

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"dossier/models"
)

// longHistory returns a discussion of n entries of about half a kilobyte.
func longHistory(n int) string {
	var b strings.Builder
	b.WriteString("active = \"main\"\n")
	for i := range n {
		fmt.Fprintf(&b, "\n[[discussions.main.history]]\nrole = %q\ncontent = \"\"\"\nentry %d\n%s\"\"\"\ntime = 2026-11-21T10:00:00Z\n",
			[]string{"User", "AI"}[i%2], i, strings.Repeat("some words of an answer that goes on for a while\n", 10))
	}
	return b.String()
}

func BenchmarkHistory(b *testing.B) {
	text := longHistory(10_000)
	open := func(b *testing.B) (place, *History) {
		p := newPlace(b, map[string]string{HistoryName: text})
		h, err := LoadHistory(p.root, p.load())
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		return p, h
	}
	b.Run("load", func(b *testing.B) {
		p, _ := open(b)
		project := p.load()
		for b.Loop() {
			if _, err := LoadHistory(p.root, project); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, change := range map[string]func(models.Discussion) models.Discussion{
		"append": func(d models.Discussion) models.Discussion {
			return d.Insert(len(d.History), models.Entry{Role: "User", Content: "one more", Time: time.Unix(0, 0).UTC()})
		},
		"edit": func(d models.Discussion) models.Discussion {
			e := d.History[5_000]
			e.Content += "and more\n"
			return d.Set(5_000, e)
		},
	} {
		b.Run(name, func(b *testing.B) {
			_, h := open(b)
			for b.Loop() {
				next, err := h.Save(context.Background(), func(all *models.Discussions) { *all = all.With(change(all.List[0])) })
				if err != nil {
					b.Fatal(err)
				}
				h = next
			}
		})
	}
}
