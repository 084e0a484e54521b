// Package consent is what a project file asks for beyond its own folder, put as one question: paths
// outside that it names, a folder that dossiers go to, the tracker's program. The user answers it
// once: the answer is kept for them and the project, by a hash of each thing that was asked for,
// and what the project asks for later is asked again, as new.
//
// Nothing that a project holds answers for the user: answers lie in their own folder, by the
// real path of the project. Until there is one the project can be worked with, and what lies
// outside is a row with the reason. To ask reads names and links of the project, and nothing
// outside of it.
package consent

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/beads/bd"
	"dossier/aggregate/disk"
	"dossier/models"
	"dossier/ui/project"
)

// Kind is what is asked for.
type Kind string

// The kinds of what is asked for.
const (
	Read  Kind = "read"  // a file or a folder outside
	Write Kind = "write" // a folder that dossiers go to
	Run   Kind = "run"   // a program, which lists the project's beads
)

// Most is how many things a question names at most: a list that the user can still read. Of a
// project that asks for more, the others stay outside.
const Most = 100

// maxEntries bounds how many entries of a project file are looked at.
const maxEntries = 20_000

// Ask is one thing that a project asks for.
type Ask struct {
	Kind   Kind     `json:"kind"`
	Target string   `json:"target"`          // an absolute path, or the command as one would type it
	Names  []string `json:"names,omitempty"` // how the project file names it, at most three
	New    bool     `json:"new"`             // it was not asked for when the user answered last

	request bd.Request
}

// id names everything that the user agrees to.
func (a Ask) id() string {
	what := a.Target
	if a.Kind == Run {
		what = a.request.Key()
	}
	sum := sha256.Sum256([]byte(string(a.Kind) + "\x00" + what))
	return hex.EncodeToString(sum[:])
}

// Request is how the program would be run; it is of a [Run].
func (a Ask) Request() bd.Request { return a.request }

// Question is all that a project asks for and the user has not allowed, by kind and target.
type Question struct {
	Asks []Ask
	More int // beyond [Most]
}

// Open reports whether there is something to be asked: what was not asked before.
func (q Question) Open() bool {
	return slices.ContainsFunc(q.Asks, func(a Ask) bool { return a.New })
}

// Key names the question: another list has another one.
func (q Question) Key() string {
	sum := sha256.New()
	for _, a := range q.Asks {
		fmt.Fprintln(sum, a.id())
	}
	return hex.EncodeToString(sum.Sum(nil))[:12]
}

// Of returns what a project asks for now. The error is that of the context.
func Of(ctx context.Context, p *project.Project) (Question, error) {
	found := map[string]*Ask{}
	add := func(a Ask, name string) {
		id := a.id()
		if found[id] == nil {
			found[id] = &a
		}
		if one := found[id]; name != "" && len(one.Names) < 3 && !slices.Contains(one.Names, name) {
			one.Names = append(one.Names, name)
		}
	}
	reader := p.Reader()
	for _, e := range entries(p.Kept()) {
		if err := ctx.Err(); err != nil {
			return Question{}, err
		}
		_, err := reader.Stat(e.path)
		var outside *disk.OutsideError
		// A whole disk cannot be allowed, and a link within the project needs no leave.
		if errors.As(err, &outside) && !outside.Absolute && outside.Target != "" && filepath.Dir(outside.Target) != outside.Target {
			add(Ask{Kind: Read, Target: outside.Target}, e.name)
		}
	}
	var output *project.OutputError
	if errors.As(p.OutputProblem(), &output) {
		add(Ask{Kind: Write, Target: output.Target}, p.Kept().Project.OutputDir)
	}
	if request, ok := program(p); ok {
		add(Ask{Kind: Run, Target: request.Command(), request: request}, "")
	}
	var q Question
	for _, a := range found {
		q.Asks = append(q.Asks, *a)
	}
	slices.SortFunc(q.Asks, func(a, b Ask) int {
		return strings.Compare(string(a.Kind)+"\x00"+a.Target, string(b.Kind)+"\x00"+b.Target)
	})
	if len(q.Asks) > Most {
		q.More = len(q.Asks) - Most
		q.Asks = q.Asks[:Most]
	}
	answered := p.Access().Answered()
	for i, a := range q.Asks {
		q.Asks[i].New = !slices.Contains(answered, a.id())
	}
	return q, nil
}

// entry is a path of a project file: as it is written, and as seen from the project.
type entry struct{ name, path string }

// entries are the paths that a project file names, each once: of its files and screenshots, of its
// presets and of its smart contexts. Patterns find nothing outside of the project.
func entries(k *project.Kept) (all []entry) {
	seen := map[string]bool{}
	add := func(base aggregate.Base, name string) {
		if len(all) == maxEntries || name == "" || strings.ContainsAny(name, "*?[{\x00") {
			return
		}
		if e := (entry{name, base.Path(name)}); !seen[e.path] {
			seen[e.path] = true
			all = append(all, e)
		}
	}
	list := func(files []models.FileItem, shots []models.Screenshot) {
		for _, item := range files {
			add(k.FilesBase(), item.Path)
		}
		for _, shot := range shots {
			add(k.ScreenshotBase(), shot.Path)
		}
	}
	list(k.Project.Files, k.Project.Screenshots)
	for _, preset := range k.Project.Presets {
		list(preset.Files, preset.Screenshots)
	}
	for _, one := range k.Project.Links.Contexts {
		for _, item := range one.Items {
			if !item.Off {
				add(k.Base(""), item.Path)
			}
		}
	}
	return all
}

// program is how the tracker's program would be run, where the project file wants beads and
// nothing but the program can list them.
func program(p *project.Project) (bd.Request, bool) {
	if p.Kept().Project.ExecutionMode != models.Beads || !errors.As(p.Beads().Tracker().Err, new(*project.NoListError)) {
		return bd.Request{}, false
	}
	request, err := p.Beads().Request()
	return request, err == nil && !p.Beads().Consented(request)
}

// Answer keeps what the user said to a question: of what it names, exactly what is in allowed is
// allowed, and the rest is left out until the project asks for something else.
func Answer(ctx context.Context, p *project.Project, q Question, allowed []Ask) error {
	var paths []string
	var ids []string
	for _, a := range allowed {
		if !slices.ContainsFunc(q.Asks, func(b Ask) bool { return a.id() == b.id() }) {
			return fmt.Errorf("%s is not what the project asks for", project.Shown(a.Target))
		}
		if a.Kind == Run {
			if err := p.Beads().Consent(ctx, a.request); err != nil {
				return err
			}
			continue
		}
		paths = append(paths, a.Target)
	}
	if len(paths) > 0 {
		if _, err := p.Access().Allow(ctx, paths...); err != nil {
			return err
		}
	}
	for _, a := range q.Asks {
		ids = append(ids, a.id())
	}
	return p.Access().Answer(ctx, ids)
}
