package rank

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"dossier/aggregate/parallel"
)

var featuresIn = flag.String("features", "", "write the features of the questions in -cases into this file")

// TestFeatures writes what the learned order is trained on: for each question, with its history
// and without, the candidates' features, and whether each is an answer.
func TestFeatures(t *testing.T) {
	if *featuresIn == "" || *casesIn == "" {
		t.Skip("no -features")
	}
	all := readCases(t, *casesIn)
	type group struct {
		Tag     string  `json:"tag"`
		History bool    `json:"history"`
		Answers int     `json:"answers"`
		Rows    int     `json:"rows"`
		Words   int     `json:"words"`
		Lines   int     `json:"lines"`
		Idents  int     `json:"idents"`
		Now     figures `json:"now"`
		Pinned  int     `json:"pinned"`
	}
	groups := make([]group, len(all))
	data := make([]bytes.Buffer, len(all))
	_ = parallel.Each(t.Context(), len(all), func(k int) error {
		a := all[k]
		if a.history == nil {
			return nil
		}
		s := a.index.score(a.q, a.matches, &With{unlearned(), a.history})
		order := s.best(maxReordered)
		g := group{Tag: a.Tag, History: true, Answers: len(a.Files), Rows: len(order), Words: len(a.q.words), Lines: 1 + strings.Count(strings.TrimSpace(a.Query), "\n"), Now: a.figures(a.paths(order))}
		for name := range a.q.idents {
			if isIdentifier(name) {
				g.Idents++
			}
		}
		pinned := 0
		for pinned < len(order) {
			if parts, _ := a.q.matchedPath(a.index.files[order[pinned]].path); parts == 0 {
				break
			}
			pinned++
		}
		g.Pinned = pinned
		rows := append(s.rows(order[:pinned]), s.rows(order[pinned:])...)
		for n, i := range order {
			label := int16(0)
			if slices.Contains(a.Files, a.index.files[i].path) {
				label = 1
			}
			_ = binary.Write(&data[k], binary.LittleEndian, label)
			_ = binary.Write(&data[k], binary.LittleEndian, rows[n][:])
		}
		groups[k] = g
		return nil
	})
	f, err := os.Create(*featuresIn)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := os.Create(*featuresIn + ".json")
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for k := range groups {
		if groups[k].Tag == "" {
			continue
		}
		_, _ = f.Write(data[k].Bytes())
		_ = json.NewEncoder(m).Encode(groups[k])
	}
}

// unlearned are the weights without the learned order.
func unlearned() Weights {
	w := Defaults()
	w.Learned = false
	return w
}

func (a *asking) paths(order []int) (paths []string) {
	for _, i := range order {
		paths = append(paths, a.index.files[i].path)
	}
	return paths
}
