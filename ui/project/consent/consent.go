// Package consent determines the permissions that a project file requests beyond its own folder, as
// one question: external paths, roots, an output folder, the program of the issue tracker. The user
// answers once: the answer is stored for the user and the project, as a hash of each request, and
// later requests are asked as new ones.
//
// A project cannot answer for the user: answers are stored in the user's folder, by the project's
// real path. Without an answer the project can be used, and external paths are rows with an error.
// Determining the question reads names and links of the project, and nothing outside.
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

// Kind is the kind of a request.
type Kind string

// Kinds of requests.
const (
	Read  Kind = "read"  // an external file or folder
	Write Kind = "write" // an output folder
	Run   Kind = "run"   // a program that lists the project's beads
)

// MaxPermissions is the max number of requests in a question, so that the user can still read them.
// Further requests of a project are not granted.
const MaxPermissions = 100

// maxEntries is the max number of entries of a project file that are inspected.
const maxEntries = 20_000

// Permission is one request of a project.
type Permission struct {
	Kind   Kind     `json:"kind"`
	Target string   `json:"target"`          // an absolute path, or the command as typed in a shell
	Names  []string `json:"names,omitempty"` // at most three names from the project file
	New    bool     `json:"new"`             // it was not requested when the user last answered

	request bd.Request
}

// id identifies everything that the user agrees to.
func (a Permission) id() string {
	what := a.Target
	if a.Kind == Run {
		what = a.request.Key()
	}
	sum := sha256.Sum256([]byte(string(a.Kind) + "\x00" + what))
	return hex.EncodeToString(sum[:])
}

// Request returns how the program would be run, for a request of kind [Run].
func (a Permission) Request() bd.Request { return a.request }

// Question contains all requests of a project that the user has not allowed, by kind and target.
type Question struct {
	Permissions []Permission
	More        int // number of requests beyond [MaxPermissions]
}

// Open reports whether there is a request that the user has not answered.
func (q Question) Open() bool {
	return slices.ContainsFunc(q.Permissions, func(a Permission) bool { return a.New })
}

// keyDigits is the number of hexadecimal digits of a key: 160 bits, so that an author cannot find two lists
// of requests with one key, an innocent one to show and another one to use.
const keyDigits = 40

// Key identifies the list of requests.
func (q Question) Key() string {
	sum := sha256.New()
	for _, a := range q.Permissions {
		fmt.Fprintln(sum, a.id())
	}
	return hex.EncodeToString(sum.Sum(nil))[:keyDigits]
}

// Of returns the current requests of a project. It returns the context's error.
func Of(ctx context.Context, p *project.Project) (Question, error) {
	found := map[string]*Permission{}
	add := func(a Permission, name string) {
		id := a.id()
		if found[id] == nil {
			found[id] = &a
		}
		if one := found[id]; name != "" && len(one.Names) < 3 && !slices.Contains(one.Names, name) {
			one.Names = append(one.Names, name)
		}
	}
	for _, root := range p.Roots().List() {
		if target := root.PermissionPath(); target != "" {
			add(Permission{Kind: Read, Target: target}, models.RootFolder(root.Label))
		}
	}
	reader := p.Reader()
	for _, e := range entries(p.StoredState()) {
		if err := ctx.Err(); err != nil {
			return Question{}, err
		}
		_, err := reader.Stat(e.path)
		var outside *disk.OutsideError
		// A whole disk cannot be allowed, and a link within the project needs no permission.
		if errors.As(err, &outside) && !outside.Absolute && outside.Target != "" && filepath.Dir(outside.Target) != outside.Target {
			add(Permission{Kind: Read, Target: outside.Target}, e.name)
		}
	}
	var output *project.OutputError
	if errors.As(p.OutputProblem(), &output) {
		add(Permission{Kind: Write, Target: output.Target}, p.StoredState().Project.OutputDir)
	}
	if request, ok := program(p); ok {
		add(Permission{Kind: Run, Target: request.Command(), request: request}, "")
	}
	var q Question
	for _, a := range found {
		q.Permissions = append(q.Permissions, *a)
	}
	slices.SortFunc(q.Permissions, func(a, b Permission) int {
		return strings.Compare(string(a.Kind)+"\x00"+a.Target, string(b.Kind)+"\x00"+b.Target)
	})
	if len(q.Permissions) > MaxPermissions {
		q.More = len(q.Permissions) - MaxPermissions
		q.Permissions = q.Permissions[:MaxPermissions]
	}
	answered := p.Access().Answered()
	for i, a := range q.Permissions {
		q.Permissions[i].New = !slices.Contains(answered, a.id())
	}
	return q, nil
}

// entry is a path in a project file: as written, and relative to the project.
type entry struct{ name, path string }

// entries returns the distinct paths in a project file: of its files and screenshots, of its
// presets and of its smart contexts. Patterns match nothing outside the project.
func entries(k *project.StoredState) (all []entry) {
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

// program returns how the tracker's program would be run, if the project file includes beads
// and only the program can list them.
func program(p *project.Project) (bd.Request, bool) {
	if p.StoredState().Project.ExecutionMode != models.Beads || !errors.As(p.Beads().Tracker().Err, new(*project.NoListError)) {
		return bd.Request{}, false
	}
	request, err := p.Beads().Request()
	return request, err == nil && !p.Beads().Consented(request)
}

// Answer stores the answer to a question: exactly the requests in allowed are allowed, and the
// others are refused until the project requests something else.
func Answer(ctx context.Context, p *project.Project, q Question, allowed []Permission) error {
	var paths []string
	var ids []string
	for _, a := range allowed {
		if !slices.ContainsFunc(q.Permissions, func(b Permission) bool { return a.id() == b.id() }) {
			return fmt.Errorf("the project does not request %s", project.Shown(a.Target))
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
	for _, a := range q.Permissions {
		ids = append(ids, a.id())
	}
	return p.Access().Answer(ctx, ids)
}
