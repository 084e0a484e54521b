package reread

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/disk"
)

// memory is a folder in memory: texts by paths. The identity of a file is its size and how often it was written.
type memory struct {
	texts  map[string]string
	writes map[string]int64
	mu     sync.Mutex
	reads  []string
}

func (m *memory) write(path, text string) {
	m.texts[path] = text
	m.writes[path]++
}

func (m *memory) Stat(path string) (disk.Info, error) {
	text, ok := m.texts[path]
	if !ok {
		return disk.Info{}, fs.ErrNotExist
	}
	return disk.Info{Identity: disk.Identity{Size: int64(len(text)), ModTime: m.writes[path]}}, nil
}

func (m *memory) Read(ctx context.Context, path string, _ int64) (disk.File, error) {
	m.mu.Lock()
	m.reads = append(m.reads, path)
	m.mu.Unlock()
	info, err := m.Stat(path)
	return disk.File{Info: info, Data: []byte(m.texts[path])}, errors.Join(err, ctx.Err())
}

var errBad = errors.New("bad")

// words finds the words of a text; one that says bad is a problem, and one that says end ends the reading.
func words(_ context.Context, _, text string) (found []string, problem, err error) {
	switch text {
	case "bad":
		return nil, errBad, nil
	case "end":
		return nil, nil, errBad
	}
	return strings.Fields(text), nil, nil
}

func TestOnlyChangedFilesAreRead(t *testing.T) {
	m := &memory{texts: map[string]string{}, writes: map[string]int64{}}
	known := map[string]*Page[[]string]{}
	update := func() (read, changed []string) {
		t.Helper()
		m.reads = nil
		pages, err := Reader[[]string]{Disk: m, Facts: words}.Changed(t.Context(), known, []string{"a", "b", "c"})
		if err != nil {
			t.Fatal(err)
		}
		maps.Copy(known, pages)
		slices.Sort(m.reads)
		return m.reads, slices.Sorted(maps.Keys(pages))
	}
	steps := []struct {
		name          string
		do            func()
		read, changed []string
	}{
		{"all are new", func() { m.write("a", "one two"); m.write("b", "bad") }, []string{"a", "b", "c"}, []string{"a", "b", "c"}},
		{"files with the same problem stay", func() {}, []string{"b", "c"}, []string{}},
		{"one has changed", func() { m.write("a", "three") }, []string{"a", "b", "c"}, []string{"a"}},
		{"one was written with the same bytes", func() { m.write("a", "three") }, []string{"a", "b", "c"}, []string{"a"}},
		{"a problem is solved", func() { m.write("b", "good") }, []string{"b", "c"}, []string{"b"}},
		{"one is gone", func() { delete(m.texts, "a") }, []string{"a", "c"}, []string{"a"}},
		{"one is no text", func() { m.write("c", "\x00\xff\x00") }, []string{"a", "c"}, []string{"c"}},
	}
	for _, s := range steps {
		s.do()
		read, changed := update()
		if diff := cmp.Diff([2][]string{s.read, s.changed}, [2][]string{read, append([]string{}, changed...)}); diff != "" {
			t.Errorf("%s: wrong files are read, or have changed (-want +got):\n%s", s.name, diff)
		}
	}
	if !errors.Is(known["a"].Err(), fs.ErrNotExist) || known["b"].Err() != nil || known["c"].Err() == nil {
		t.Errorf("the errors are %v, %v, %v", known["a"].Err(), known["b"].Err(), known["c"].Err())
	}
	if diff := cmp.Diff([]string{"good"}, known["b"].Facts); diff != "" {
		t.Errorf("wrong facts (-want +got):\n%s", diff)
	}
}

func TestAnErrorOfTheFactsEndsTheReading(t *testing.T) {
	m := &memory{texts: map[string]string{"a": "end"}, writes: map[string]int64{}}
	if pages, err := (Reader[[]string]{Disk: m, Facts: words}).Changed(t.Context(), nil, []string{"a"}); !errors.Is(err, errBad) || pages != nil {
		t.Errorf("there is %v, %v", pages, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Reader[[]string]{Disk: m, Facts: words}).Changed(ctx, nil, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}
