package fit

import (
	"context"
	"maps"
	"math"
	"slices"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/rank/classic"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/ranking"
)

// Classic assembles a context by the classic scores, whose options determine its size: from the
// files of the composition, or from all listed files if it has none. Binary files and files whose
// names are secret are skipped; certain secrets in the others are redacted. The recency of files is
// determined from the newest commits, or without history from the times of their last change. It
// returns the context's error, or why the folder cannot be listed.
func (f Fit) Classic(ctx context.Context, question string, o classic.Options) (classic.Context, error) {
	paths, err := f.ranked(ctx)
	if err != nil {
		return classic.Context{}, err
	}
	reader, limit, left := f.p.Redacting(ctx), f.p.StoredState().MaxBytes(), int64(aggregate.MaxTotalBytes)
	if limit == 0 {
		limit = aggregate.DefaultMaxBytes
	}
	var files []classic.File
	changed := map[string]time.Time{}
	for _, path := range paths {
		file, err := reader.Read(ctx, path, min(limit, left))
		if ctx.Err() != nil {
			return classic.Context{}, ctx.Err()
		}
		if err != nil {
			continue
		}
		if decoded, err := text.Decode(file.Data); err == nil {
			left -= int64(len(decoded.Text))
			files = append(files, classic.File{Path: path, Content: decoded.Text})
			changed[path] = file.ModTime
		}
	}
	if o.Recent, err = ranking.Of(f.p).Recent(ctx); err != nil {
		return classic.Context{}, err
	}
	if o.Recent == nil {
		o.Recent = recentByTime(changed)
	}
	if !distinguishes(o.Recent, files) {
		o.Recent = nil
	}
	return o.Build(o.Rank(files, question)), nil
}

// recentByTime returns the number of later modification times, for each file that was modified at
// most [ranking.RecentDays] before the newest one. Times within a second count once.
func recentByTime(changed map[string]time.Time) map[string]int {
	times := map[int64]bool{}
	newest := int64(math.MinInt64)
	for _, t := range changed {
		times[t.Unix()] = true
		newest = max(newest, t.Unix())
	}
	places := map[int64]int{}
	for i, t := range slices.Backward(slices.Sorted(maps.Keys(times))) {
		places[t] = len(times) - 1 - i
	}
	recent := map[string]int{}
	for path, t := range changed {
		if newest-t.Unix() <= ranking.RecentDays*24*60*60 {
			recent[path] = places[t.Unix()]
		}
	}
	return recent
}

// distinguishes reports whether recency distinguishes between some of the files. If all were
// written at the same time, as by a checkout, none is recent.
func distinguishes(recent map[string]int, files []classic.File) bool {
	for _, f := range files {
		a, recentA := recent[f.Path]
		b, recentB := recent[files[0].Path]
		if a != b || recentA != recentB {
			return true
		}
	}
	return false
}

// ranked returns the files to score, without Dossier's own.
func (f Fit) ranked(ctx context.Context) ([]string, error) {
	in := f.p.Input()
	var paths []string
	for _, item := range f.p.Resolver(ctx, f.p.StoredState().FilesBase()).Rows(in.Composition.Files).Items {
		if item.Err == nil && item.InDocument() {
			paths = append(paths, item.Path)
		}
	}
	if len(paths) > 0 {
		return paths, nil
	}
	t, err := f.p.Tree(ctx)
	if err != nil {
		return nil, err
	}
	return project.WithoutDossierFiles(t.Files()), nil
}

// ClassicComposition returns the composition of a context: the full files, and the others as summaries.
func (f Fit) ClassicComposition(c classic.Context) models.Composition {
	comp := byItsModes(f.p.Input().Composition)
	comp.Files = nil
	add := func(list []classic.Scored, mode models.ViewMode) {
		for _, s := range list {
			item := models.NewFileItem(f.p.StoredState().FilesBase().Entry(s.Path))
			item.ViewMode = mode
			comp.Files = append(comp.Files, item)
		}
	}
	add(c.Full, models.Full)
	add(c.Summaries, models.Summary)
	return comp
}

// Save replaces the composition of the project file. Replaced content that is in no preset is
// first stored as a draft; kept reports whether it was.
func (f Fit) Save(ctx context.Context, c models.Composition) (kept bool, err error) {
	if kept, err = f.p.Presets().Apply(ctx, models.PresetOf(c, "")); err != nil {
		return kept, err
	}
	if project.SameComposition(f.p.StoredState().Composition(), c.ForProject()) {
		return kept, nil
	}
	_, err = f.p.SaveComposition(ctx, f.p.File(), c, false) // the strategy, which is not part of a preset
	return kept, err
}
