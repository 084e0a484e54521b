// Package diagnosis checks what Dossier needs of the machine, the user's folders and a project, and
// returns for each problem how to fix it.
package diagnosis

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"dossier/aggregate/git/change"
	"dossier/presets"
	"dossier/ui/openwith"
	"dossier/ui/project"
	"dossier/ui/project/repository"
)

// State is the result of a check.
type State string

// The states, the best first.
const (
	OK      State = "ok"
	Note    State = "note"    // something is missing that not everybody needs
	Problem State = "problem" // something that Dossier promises does not work
)

// Check is the result of one check.
type Check struct {
	Name   string `json:"name"`
	State  State  `json:"state"`
	Says   string `json:"says"`              // one line
	WayOut string `json:"way_out,omitempty"` // what to do about it; "" if nothing is to be done
}

// Report is the result of all checks, in a fixed order.
type Report struct {
	Version string  `json:"version"` // of Dossier
	System  string  `json:"system"`  // operating system, architecture, Go version
	Checks  []Check `json:"checks"`
}

// Problems returns the number of checks with a [Problem].
func (r Report) Problems() int {
	n := 0
	for _, c := range r.Checks {
		if c.State == Problem {
			n++
		}
	}
	return n
}

// Machine is what the checks depend on besides files. Tests replace it.
type Machine struct {
	// Display reports why no window can be opened, or else describes the display. A nil Display is
	// not checked.
	Display func() (string, error)
	// Clipboard reports why no text can be copied without a window. A nil Clipboard is not checked.
	Clipboard func() error
	Programs  openwith.System // without LookPath, the editor is not checked
	// Limits is the folder with the system's limits for watched files; "" on systems without them.
	Limits string
}

// inotifyLimits is where Linux states its limits for watched files.
const inotifyLimits = "/proc/sys/fs/inotify"

// OfSystem returns the machine that the program runs on.
func OfSystem(display func() (string, error), clipboard func() error) Machine {
	m := Machine{Display: display, Clipboard: clipboard, Programs: openwith.OfSystem()}
	if runtime.GOOS == "linux" {
		m.Limits = inotifyLimits
	}
	return m
}

// Of checks everything, for the project in dir. Nothing is changed: whether a folder can be
// written to is tried with a temporary file. The error is that of ctx.
func Of(ctx context.Context, m Machine, places presets.Places, dir string) (Report, error) {
	r := Report{
		Version: project.Version,
		System:  fmt.Sprintf("%s/%s, %s", runtime.GOOS, runtime.GOARCH, runtime.Version()),
	}
	r.Checks = append(r.Checks, m.display()...)
	r.Checks = append(r.Checks, m.clipboard()...)
	r.Checks = append(r.Checks,
		folder("settings folder", places.Config, "settings and presets of your own cannot be kept"),
		folder("state folder", places.State, "undo, recovery and permissions are lost when a window is closed"),
		folder("cache folder", places.Cache, "everything is computed again at each start"),
	)
	user, settingsErr := project.LoadUser(places)
	if settingsErr != nil {
		r.Checks = append(r.Checks, Check{"settings", Problem, settingsErr.Error(), "correct the file, or move it away: the defaults are used until then"})
	}
	r.Checks = append(r.Checks, m.editor(user.Settings().Editor)...)
	r.Checks = append(r.Checks, m.limits()...)
	r.Checks = append(r.Checks, inProject(ctx, user, dir)...)
	return r, ctx.Err()
}

func (m Machine) display() []Check {
	if m.Display == nil {
		return nil
	}
	says, err := m.Display()
	if err != nil {
		return []Check{{"display", Problem, err.Error(), ""}} // which names the way out
	}
	return []Check{{"display", OK, says, ""}}
}

func (m Machine) clipboard() []Check {
	switch {
	case m.Clipboard == nil:
		return nil
	case m.Clipboard() != nil:
		return []Check{{
			"clipboard", Note, "no program holds the clipboard: what the window copies is lost when it is closed, and --copy does not work",
			"install wl-clipboard (Wayland) or xclip (X11)",
		}}
	}
	return []Check{{"clipboard", OK, "a program of the system holds it", ""}}
}

// folder checks a folder of the user. lost is the feature that does not work without it.
func folder(name, dir, lost string) Check {
	if dir == "" {
		return Check{name, Problem, "there is none: " + lost, "set HOME, or the XDG variables, to absolute paths"}
	}
	shown := project.Shown(dir)
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Check{name, OK, shown + " (created when it is needed)", ""}
	case err != nil:
		return Check{name, Problem, fmt.Sprintf("%v: %s", err, lost), "make it readable for you"}
	case !info.IsDir():
		return Check{name, Problem, fmt.Sprintf("%s is not a folder: %s", shown, lost), "move the file away"}
	}
	f, err := os.CreateTemp(dir, ".dossier-doctor-*")
	if err != nil {
		return Check{name, Problem, fmt.Sprintf("%s cannot be written to (%v): %s", shown, cause(err), lost), "change its owner or its permissions, or free space on its disk"}
	}
	f.Close()
	os.Remove(f.Name())
	return Check{name, OK, shown, ""}
}

// cause returns the error below a path error, whose path is random.
func cause(err error) error {
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		return at.Err
	}
	return err
}

func (m Machine) editor(command string) []Check {
	if m.Programs.LookPath == nil {
		return nil
	}
	const name = "editor"
	e, err := m.Programs.Find(command)
	switch {
	case errors.Is(err, openwith.ErrNone):
		return []Check{{name, Note, "none of the known editors is installed", "name one in the settings, such as code --goto {file}:{line}, or in VISUAL"}}
	case err != nil:
		return []Check{{name, Problem, err.Error(), "correct the editor in the settings"}}
	}
	if _, err := m.Programs.LookPath(e.Words[0]); err != nil {
		return []Check{{name, Problem, e.Words[0] + " is not installed", "name another editor in the settings, or in VISUAL"}}
	}
	return []Check{{name, OK, e.Name, ""}}
}

// fewWatches is the number of watched folders below which large projects are followed in part.
// fewInstances is the number of watches below which several windows and editors compete for them.
const (
	fewWatches   = 65536
	fewInstances = 128
)

func (m Machine) limits() []Check {
	if m.Limits == "" {
		return nil
	}
	limit := func(name string) (int, bool) {
		data, err := os.ReadFile(filepath.Join(m.Limits, name))
		n, problem := strconv.Atoi(strings.TrimSpace(string(data)))
		return n, err == nil && problem == nil
	}
	const name = "watched files"
	watches, ok1 := limit("max_user_watches")
	instances, ok2 := limit("max_user_instances")
	switch {
	case !ok1 || !ok2:
		return nil // the system does not say
	case watches < fewWatches:
		return []Check{{name, Note, fmt.Sprintf("the system allows %d watched folders: changes in larger projects are seen later", watches), "as root: sysctl fs.inotify.max_user_watches=524288"}}
	case instances < fewInstances:
		return []Check{{name, Note, fmt.Sprintf("the system allows %d watches: with several windows and editors, changes are seen later", instances), "as root: sysctl fs.inotify.max_user_instances=512"}}
	}
	return []Check{{name, OK, fmt.Sprintf("up to %d folders", watches), ""}}
}

// inProject checks the project in dir.
func inProject(ctx context.Context, user *project.User, dir string) []Check {
	p, err := user.Open(dir)
	if err != nil {
		return []Check{{"project", Problem, err.Error(), "name another folder with -C"}}
	}
	defer p.Close()
	one := Check{"project", OK, project.Shown(p.Dir), ""}
	if warnings := p.Warnings(); len(warnings) > 0 {
		one.State, one.Says = Problem, warnings[0].String()
		if more := len(warnings) - 1; more > 0 {
			one.Says += fmt.Sprintf(" (and %d more)", more)
			one.WayOut = "dossier build --stdout prints all of them"
		}
	}
	return []Check{one, gitOf(ctx, p), tracker(p)}
}

func gitOf(ctx context.Context, p *project.Project) Check {
	const name = "git"
	status, err := repository.Of(p).Status(ctx)
	switch {
	case errors.Is(err, change.ErrNone):
		return Check{name, Note, "the project is in no repository", "git init, if its history is to be used"}
	case err != nil:
		return Check{name, Problem, err.Error(), "git fsck checks the repository; Dossier works without it"}
	}
	branch := status.Branch
	if branch == "" {
		branch = "no branch"
	}
	return Check{name, OK, fmt.Sprintf("%s, %d changed (read by Dossier itself: git is never run)", branch, len(status.Files)), ""}
}

func tracker(p *project.Project) Check {
	const name = "beads"
	t := p.Beads().Tracker()
	switch {
	case errors.Is(t.Err, project.ErrNoTracker):
		return Check{name, OK, "the project has no tracker", ""}
	case t.Err != nil:
		return Check{name, Problem, t.Err.Error(), "dossier beads --help says how they are read"}
	}
	count := fmt.Sprintf("%d beads", len(t.Result.Beads))
	if len(t.Result.Beads) == 1 {
		count = "1 bead"
	}
	return Check{name, OK, count, ""}
}
