package models

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Git selects sections of the project's git repository: the changes in a range, and the newest commits.
// The range is symbolic, so main... means a different commit tomorrow. The zero value selects nothing.
type Git struct {
	Range   string             // as in dossier git diff: uncommitted, branch, main..., …; empty means no changes
	As      GitView            // how changed files are shown; empty means [GitDiff]
	Views   map[string]GitView // overrides As, by patterns of paths
	Exclude []string           // patterns of changed files that are excluded
	Log     int                // number of newest commits to list; 0 means no log
	Bodies  bool               // include full commit messages
	Names   bool               // include the files that each commit changed
	Chosen  bool               // only commits that changed files of the document
}

// GitView is how changed files are shown.
type GitView string

// Views of a changed file.
const (
	GitDiff     GitView = "diff"     // the unified diff
	GitSlices   GitView = "slices"   // the current text of the changed lines, with context
	GitFull     GitView = "full"     // the whole file, with changed lines marked as in a diff
	GitSkeleton GitView = "skeleton" // the skeleton of the current file, or of the old one if the file was deleted
)

// GitViews returns all views in menu order.
func GitViews() []GitView { return []GitView{GitDiff, GitSlices, GitFull, GitSkeleton} }

// MaxGitLog is the max number of commits in a log.
const MaxGitLog = 1000

// IsZero reports whether g selects nothing.
func (g Git) IsZero() bool {
	return g.Range == "" && g.Log == 0 && g.As == "" && len(g.Views) == 0 && len(g.Exclude) == 0 && !g.Bodies && !g.Names && !g.Chosen
}

// Clone returns a deep copy.
func (g Git) Clone() Git {
	g.Views, g.Exclude = maps.Clone(g.Views), slices.Clone(g.Exclude)
	return g
}

// Summary returns the selection on one line, for comparisons; empty if g selects nothing.
func (g Git) Summary() string {
	var parts []string
	if g.Range != "" {
		parts = append(parts, fmt.Sprintf("%s as %s", g.Range, cmp.Or(g.As, GitDiff)))
	}
	for _, path := range slices.Sorted(maps.Keys(g.Views)) {
		parts = append(parts, fmt.Sprintf("%s as %s", path, g.Views[path]))
	}
	if len(g.Exclude) > 0 {
		parts = append(parts, "without "+strings.Join(g.Exclude, " "))
	}
	if g.Log > 0 {
		log := fmt.Sprintf("log of %d", g.Log)
		for _, also := range []struct {
			on   bool
			says string
		}{{g.Bodies, " with messages"}, {g.Names, " with names"}, {g.Chosen, " of the chosen files"}} {
			if also.on {
				log += also.says
			}
		}
		parts = append(parts, log)
	}
	return strings.Join(parts, ", ")
}

func parseGit(f form) Git {
	g := Git{Range: f.str("range", ""), As: choice(f, "as", GitDiff, GitViews()), Exclude: f.strings("exclude")}
	if g.As == GitDiff {
		g.As = "" // the default is not stored
	}
	views := f.sub("views")
	for _, path := range views.keys() {
		if g.Views == nil {
			g.Views = map[string]GitView{}
		}
		g.Views[path] = choice(views, path, GitDiff, GitViews())
	}
	g.Log = int(f.integer("log", 0, 0))
	if g.Log > MaxGitLog {
		f.fail("log", fmt.Sprintf("must be at most %d", MaxGitLog))
		g.Log = MaxGitLog
	}
	g.Bodies, g.Names, g.Chosen = f.boolean("log_bodies", false), f.boolean("log_names", false), f.boolean("log_chosen", false)
	return g
}

// GitKeys returns the known keys of the stored form, in order.
func GitKeys() []string {
	return []string{"range", "as", "views", "exclude", "log", "log_bodies", "log_names", "log_chosen"}
}

// Fields returns the stored form.
func (g Git) Fields() Fields {
	var w writer
	w.addIf(g.Range != "", "range", g.Range)
	w.addIf(g.As != "" && g.As != GitDiff, "as", string(g.As))
	if len(g.Views) > 0 {
		var views writer
		for _, path := range slices.Sorted(maps.Keys(g.Views)) {
			views.add(path, string(g.Views[path]))
		}
		w.add("views", views.fields)
	}
	w.addIf(len(g.Exclude) > 0, "exclude", anyList(g.Exclude))
	w.addIf(g.Log > 0, "log", int64(g.Log))
	w.addIf(g.Bodies, "log_bodies", true)
	w.addIf(g.Names, "log_names", true)
	w.addIf(g.Chosen, "log_chosen", true)
	return w.fields
}
