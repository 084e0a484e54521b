package presets

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"dossier/models"
	"dossier/presets/tomledit"
)

// filled returns head, as many units as the bounds permit, with each # replaced by a number, and
// tail.
func filled(bounds tomledit.Bounds, head, unit, tail string) string {
	text := func(n int) string {
		var b strings.Builder
		b.WriteString(head)
		for i := range n {
			b.WriteString(strings.ReplaceAll(unit, "#", strconv.Itoa(i)))
		}
		return b.String() + tail
	}
	return text(sort.Search(bounds.Bytes/len(unit), func(n int) bool { return bounds.Check([]byte(text(n))) != nil }) - 1)
}

// projectShapes returns project files of the max size, for every part that can grow: valid ones,
// and ones with errors everywhere.
func projectShapes(b tomledit.Bounds) map[string]string {
	return map[string]string{
		"paths":              filled(b, "[files]\nitems = [\n", "  'internal/server/handlers/file#.go',\n", "]\n"),
		"short paths":        filled(b, "[files]\nitems = [", "'#',", "]\n"),
		"one path often":     filled(b, "[files]\nitems = [", "'a.go',", "]\n"),
		"tables":             filled(b, "[files]\nitems = [", "{ path = 'internal/server/file#.go', view_mode = 'skeleton', ast_mask = { Conf = 'def' } },", "]\n"),
		"blocks":             filled(b, "", "[[files.items]]\npath = 'internal/server/file#.go'\nview_mode = 'custom'\n[[files.items.custom_slices]]\nstart_line = 1\nend_line = 9\ntag = 'some words'\n", ""),
		"slices of one file": filled(b, "[[files.items]]\npath = 'a.go'\n", "[[files.items.custom_slices]]\nstart_line = 1#\nend_line = 2#\ntag = 'some words'\n", ""),
		"masks of one file":  filled(b, "[[files.items]]\npath = 'a.go'\n[files.items.ast_mask]\n", "'Server.method#' = 'def'\n", ""),
		"presets":            filled(b, "", "[presets.p#]\nfiles = ['a.go', { path = 'b.go', view_mode = 'none' }]\n", ""),
		"a large preset":     filled(b, "[presets.p]\nfiles = [", "'internal/server/handlers/file#.go',", "]\n"),
		"screenshots":        filled(b, "[screenshots]\npaths = [", "{ path = 'shots/some-shot-#.png', caption = 'what it shows' },", "]\n"),
		"excludes":           filled(b, "[files]\nexclude = [", "'some/folder#/**',", "]\n"),
		"numbers for paths":  filled(b, "[files]\nitems = [", "1,", "]\n"),
		"wrong slices":       filled(b, "[[files.items]]\npath = 'a.go'\n", "[[files.items.custom_slices]]\nstart_line = ''\n", ""),
		"wrong presets":      filled(b, "[presets]\n", "p# = 1\n", ""),
		"wrong screenshots":  filled(b, "[screenshots]\npaths = [", "{},", "]\n"),
		"unknown keys":       filled(b, "[project]\n", "view_mod# = 1\n", ""),
		"unknown in items":   filled(b, "[files]\nitems = [", "{ path = 'a#', view_mod = 1 },", "]\n"),
	}
}

func historyShapes(b tomledit.Bounds) map[string]string {
	return map[string]string{
		"blocks":       filled(b, "active = 'main'\n", "[[discussions.main.history]]\nrole = 'User'\ncontent = '''\nsome words that were said\n"+strings.Repeat("and more of them\n", 50)+"'''\ntime = 2026-11-21T10:00:00Z\n", ""),
		"small blocks": filled(b, "active = 'main'\n", "[[discussions.main.history]]\nrole = 'User'\ncontent = 'x'\ntime = 2026-11-21T10:00:00Z\n", ""),
		"one line":     filled(b, "[discussions.main]\nhistory = [", "{ role = 'AI', content = 'word #' },", "]\n"),
		"texts":        filled(b, "[discussions.main]\nhistory = [", "'entry #',", "]\n"),
		"numbers":      filled(b, "[discussions.main]\nhistory = [", "1,", "]\n"),
		"discussions":  filled(b, "", "[discussions.d#]\nhistory = ['a']\n", ""),
		"wrong":        filled(b, "[discussions.main]\nhistory = [", "{ role = 1 },", "]\n"),
	}
}

func BenchmarkLoadLarge(b *testing.B) {
	for name, text := range projectShapes(byHand().Bounds) {
		b.Run(name, func(b *testing.B) {
			p := newPlace(b, map[string]string{ProjectName: text})
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				f := p.load()
				b.ReportMetric(float64(len(f.Problems)+len(f.Notes)), "problems")
			}
		})
	}
	for name, text := range historyShapes(ofRecords().Bounds) {
		b.Run("history/"+name, func(b *testing.B) {
			p := newPlace(b, map[string]string{HistoryName: text})
			project := p.load()
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				h, err := LoadHistory(p.root, project)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(h.Problems)), "problems")
			}
		})
	}
}

func BenchmarkSaveLarge(b *testing.B) {
	for name, text := range projectShapes(tomledit.Bounds{Bytes: tomledit.MaxBytes - 1000, Values: tomledit.MaxValues - 10}) {
		b.Run(name, func(b *testing.B) {
			p := newPlace(b, map[string]string{ProjectName: text})
			f := p.load()
			for i := 0; b.Loop(); i++ {
				next, err := f.Save(context.Background(), func(p *models.Project) { replaceFirst(p, i) })
				if err != nil {
					b.Fatal(err)
				}
				f = next
			}
		})
	}
}

func replaceFirst(p *models.Project, i int) {
	p.Name = fmt.Sprint(i)
	if len(p.Files) > 1 {
		p.Files = slices.Insert(p.Files[1:], 0, models.NewFileItem(fmt.Sprint("new", i)))
	}
}

// onceIsEnough skips tests of what is large under the race detector (-short), which finds nothing in their single goroutine.
func onceIsEnough(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("large files are tried without -short")
	}
}

// A file of any shape is loaded, changed and saved: with quadratic time this would not end.
func TestLargeFiles(t *testing.T) {
	onceIsEnough(t)
	for name, text := range projectShapes(tomledit.Bounds{Bytes: 32 << 10, Values: 5_000}) {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t, map[string]string{ProjectName: text})
			f := p.load()
			next, err := f.Save(context.Background(), func(p *models.Project) { replaceFirst(p, 1) })
			if err != nil || next.Project.Name != "1" || len(next.Problems) > len(f.Problems) || len(next.Project.Files) != len(f.Project.Files) {
				t.Errorf("%d items and %d problems became %d and %d: %v", len(f.Project.Files), len(f.Problems), len(next.Project.Files), len(next.Problems), err)
			}
		})
	}
	for name, text := range historyShapes(tomledit.Bounds{Bytes: 128 << 10, Values: 10_000}) {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t, map[string]string{HistoryName: text})
			h, err := LoadHistory(p.root, p.load())
			if err != nil || len(h.Discussions.List) == 0 {
				t.Errorf("%d discussions, %v", len(h.Discussions.List), err)
			}
		})
	}
}

// Three thousand paths are no problem; neither are ten thousand with slices.
func TestLargeComposition(t *testing.T) {
	onceIsEnough(t)
	p := newPlace(t, nil)
	var items []models.FileItem
	for i := range 10_000 {
		item := models.NewFileItem(fmt.Sprintf("internal/server/handlers/some_package/file_%05d.go", i))
		item.ViewMode = models.Custom
		item.CustomSlices = []models.Slice{{StartLine: 1, EndLine: 9, Tag: "what it does", ContentHash: "sha256:" + strings.Repeat("0", 64)}}
		items = append(items, item)
	}
	f, err := p.load().Save(context.Background(), func(p *models.Project) { p.Files = items })
	if err != nil {
		t.Fatal(err)
	}
	f, err = f.Save(context.Background(), func(p *models.Project) { p.Files = p.Files[1:] })
	if again := p.load(); err != nil || len(again.Project.Files) != len(items)-1 || again.Digest() != f.Digest() {
		t.Fatalf("%d are loaded, %v", len(again.Project.Files), err)
	}
}

// A document that would be too large to load is not written, and the error contains its size and
// what to do.
func TestTooLargeIsNotSaved(t *testing.T) {
	onceIsEnough(t)
	ctx := context.Background()
	long := strings.Repeat("x", 4<<20)
	p := newPlace(t, map[string]string{ProjectName: "schema = 1\n", HistoryName: "active = 'main'\n"})
	sessions := NewState(p.places)
	sessions.limit = 4 << 20
	slot := sessions.Claim(p.dir)
	defer slot.Release(true)
	if err := slot.Save(ctx, Unsaved{Tab: "kept"}); err != nil {
		t.Fatal(err)
	}
	h, err := LoadHistory(p.root, p.load())
	if err != nil {
		t.Fatal(err)
	}
	library, err := LoadLibrary(p.places)
	if err != nil {
		t.Fatal(err)
	}
	preset := []models.Preset{{Name: "a", Description: long}}
	talk := models.Discussions{Active: "main", List: []models.Discussion{{Name: "main", History: []models.Entry{{Role: "User", Content: strings.Repeat(long, 8)}}}}}
	const byHandOut = "; nothing was written, name folders or patterns in place of single files, or delete presets that are no longer needed"
	tests := []struct {
		name string
		save func() error
		want string
	}{
		{"the project's file", func() error {
			_, err := p.load().Save(ctx, func(p *models.Project) { p.Presets = preset })
			return err
		}, "dossier.toml was not saved: it would have 4,194,356 bytes (limit 4,194,304)" + byHandOut},
		{"too many values", func() error {
			_, err := p.load().Save(ctx, func(p *models.Project) { p.Exclude = slices.Repeat([]string{"a"}, tomledit.MaxValues) })
			return err
		}, "dossier.toml was not saved: it would have 250,003 values (limit 250,000)" + byHandOut},
		{"the person's own", func() error {
			_, err := library.Save(ctx, func(c *Contents) { c.Presets = preset })
			return err
		}, "dossier.toml was not saved: it would have 4,194,356 bytes (limit 4,194,304)" + byHandOut},
		{"discussions", func() error {
			_, err := h.Save(ctx, func(d *models.Discussions) { *d = talk })
			return err
		}, "dossier_history.toml was not saved: it would have 33,554,505 bytes (limit 33,554,432); nothing was written, delete discussions or entries that are no longer needed"},
		{"the copy of what is not yet in the file", func() error {
			return slot.Discussions().Save(ctx, Journal[models.Discussions]{Value: talk})
		}, "was not saved: it would have 33,55"},
		{"the session", func() error {
			return slot.Save(ctx, Unsaved{Unsent: long})
		}, ".json was not saved: it would have 4,19"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.save()
			var large *TooLargeError
			if !errors.As(err, &large) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
	if got := p.load(); len(got.Project.Presets) != 0 || got.ReadOnly() != nil {
		t.Errorf("the project's file became %v", got.Project)
	}
	if s, _ := slot.Load(); s.Tab != "kept" {
		t.Errorf("the session is %+v", s)
	}
}
