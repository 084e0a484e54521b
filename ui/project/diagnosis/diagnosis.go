// Package diagnosis checks the machine, the user's folders and a project for what Dossier
// requires, and returns how to fix each problem.
package diagnosis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"dossier/aggregate/git/change"
	"dossier/presets"
	"dossier/ui/language"
	"dossier/ui/openwith"
	"dossier/ui/project"
	"dossier/ui/project/repository"
	"dossier/ui/systemfonts"
)

// State is the result of a check.
type State string

// States, the best first.
const (
	OK      State = "ok"
	Note    State = "note"    // something optional is missing
	Problem State = "problem" // a feature of Dossier does not work
)

// Check is the result of one check.
type Check struct {
	Name    string `json:"name"`
	State   State  `json:"state"`
	Summary string `json:"says"`              // one line
	WayOut  string `json:"way_out,omitempty"` // how to fix it; "" if there is nothing to fix
}

// Report is the result of all checks, in a fixed order.
type Report struct {
	Version string  `json:"version"` // of Dossier
	System  string  `json:"system"`  // operating system, architecture, versions of Go and of the toolkit
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

// Machine is what the checks depend on besides the user's files. Tests replace it.
type Machine struct {
	System string // as in runtime.GOOS
	// Display creates an invisible window, and returns an error if none can be opened. A nil
	// Display is not checked.
	Display  func() (Display, error)
	Programs openwith.System // without LookPath, clipboard and editor are not checked
	// Executable is the path of the running program; "" if it is unknown.
	Executable string
	// Draws reports whether the system's fonts contain all characters of a text; nil if that is not checked.
	Draws func(text string) bool
	// Release is the file with the name and version of a Linux system; "" on other systems.
	Release string
	// Limits is the folder with the system's limits for watched files; "" on systems without them.
	Limits string
}

// Display is the environment of a window. If none can be opened, the fields up to the failing one are set.
type Display struct {
	Name     string // such as ":0"
	OpenGL   string // the version, such as "4.5"
	Renderer string // a graphics card, or a software renderer
}

// Where Linux provides its limits for watched files, and its name.
const (
	inotifyLimits = "/proc/sys/fs/inotify"
	osRelease     = "/etc/os-release"
)

// CurrentMachine returns the machine that the program is running on.
func CurrentMachine(display func() (Display, error)) Machine {
	m := Machine{System: runtime.GOOS, Display: display, Programs: openwith.CurrentSystem(), Draws: func(text string) bool { return systemfonts.Installed().Draw(text) }}
	m.Executable, _ = os.Executable()
	if runtime.GOOS == "linux" {
		m.Limits, m.Release = inotifyLimits, osRelease
	}
	return m
}

// Of performs all checks, for the project in dir. It changes nothing, except that a temporary
// file tests whether a folder is writable. It returns the context's error.
func Of(ctx context.Context, m Machine, places presets.Places, dir string) (Report, error) {
	user, settingsErr := project.LoadUser(places)
	r := ofMachine(m, places, user, settingsErr)
	r.Checks = append(r.Checks, inProject(ctx, user, dir)...)
	return r, ctx.Err()
}

// CheckMachine performs all checks except those of a project. See [Of].
func CheckMachine(m Machine, places presets.Places) Report {
	user, err := project.LoadUser(places)
	return ofMachine(m, places, user, err)
}

func ofMachine(m Machine, places presets.Places, user *project.User, settingsErr error) Report {
	r := Report{
		Version: project.Version,
		System:  m.versions(),
	}
	r.Checks = append(r.Checks, m.program()...)
	r.Checks = append(r.Checks, m.display()...)
	r.Checks = append(r.Checks, m.fonts()...)
	r.Checks = append(r.Checks, m.clipboard()...)
	r.Checks = append(r.Checks,
		folder("settings folder", places.Config, "your own settings and presets cannot be saved"),
		folder("state folder", places.State, "undo, recovery and permissions are lost when a window is closed"),
		folder("cache folder", places.Cache, "everything is computed again at each start"),
	)
	if settingsErr != nil {
		r.Checks = append(r.Checks, Check{"settings", Problem, settingsErr.Error(), "fix the file, or move it away; until then, the defaults apply"})
	}
	r.Checks = append(r.Checks, m.editor(user.Settings().Editor)...)
	r.Checks = append(r.Checks, m.limits()...)
	return r
}

// facts are the checks whose results only contain texts of the program and of the system: no
// paths, and nothing written by the user.
var facts = []string{"OpenGL", "clipboard", "watched files"}

// Public returns the report as lines for strangers: versions, system, and the state of each
// check, with its result only if that cannot contain data of the user.
func (r Report) Public() string {
	var out strings.Builder
	fmt.Fprintf(&out, "Dossier %s\n%s\n", r.Version, r.System)
	for _, c := range r.Checks {
		fmt.Fprintf(&out, "%s: %s", c.Name, c.State)
		if slices.Contains(facts, c.Name) {
			fmt.Fprintf(&out, ", %s", c.Summary)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// versions describes the system and the program's build, as far as known.
func (m Machine) versions() string {
	list := []string{runtime.GOOS + "/" + runtime.GOARCH, runtime.Version()}
	if name := m.release(); name != "" {
		list = slices.Insert(list, 0, name)
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			if dep.Path == "fyne.io/fyne/v2" {
				list = append(list, "Fyne "+dep.Version)
			}
		}
	}
	return strings.Join(list, ", ")
}

// release returns the name and version of a Linux system.
func (m Machine) release() string {
	data, _ := os.ReadFile(m.Release)
	for line := range strings.Lines(string(data)) {
		if value, ok := strings.CutPrefix(line, "PRETTY_NAME="); ok {
			return strings.Trim(strings.TrimSpace(value), `"'`)
		}
	}
	return ""
}

// program checks that the running program is the one that its name starts.
func (m Machine) program() []Check {
	if m.Executable == "" || m.Programs.LookPath == nil {
		return nil
	}
	const name = "program"
	says := project.Shown(m.Executable)
	first, err := m.Programs.LookPath("dossier")
	if err != nil {
		return []Check{{name, Note, says + ": dossier is not on the PATH", "add its folder to PATH, so that you, agents and editors can start dossier by its name"}}
	}
	info1, err1 := os.Stat(first)
	info2, err2 := os.Stat(m.Executable)
	if err1 == nil && err2 == nil && !os.SameFile(info1, info2) {
		return []Check{{name, Note, says + " is running, but the command dossier starts " + project.Shown(first), "remove one of the two, or put the folder of the newer one first in PATH"}}
	}
	return []Check{{name, OK, says, ""}}
}

func (m Machine) display() []Check {
	if m.Display == nil {
		return nil
	}
	const name, gl = "display", "OpenGL"
	d, err := m.Display()
	if d.Name == "" {
		return []Check{{name, Problem, fmt.Sprintf("no window can be opened: %v", err), "start it on a desktop, over ssh -X or under xvfb-run, and check DISPLAY; no command needs a display"}}
	}
	ok := Check{name, OK, d.Name, ""}
	if err != nil {
		return []Check{ok, {gl, Problem, fmt.Sprintf("no window can be drawn: %v", err), "install the driver of the graphics card, or the one without a card (Debian: libgl1-mesa-dri)"}}
	}
	says := d.OpenGL + ", " + d.Renderer
	for _, program := range []string{"llvmpipe", "softpipe", "swrast", "GDI Generic", "Microsoft Basic"} {
		if strings.Contains(d.Renderer, program) {
			return []Check{ok, {gl, Note, says + ": the processor draws, which is slow in large windows", "install the driver of the graphics card, if there is one"}}
		}
	}
	return []Check{ok, {gl, OK, says, ""}}
}

// fonts checks the characters missing in the program's fonts: those of the window's languages, and of their documents.
func (m Machine) fonts() []Check {
	if m.Draws == nil {
		return nil
	}
	const name = "fonts"
	var shown, missing []string
	for _, l := range language.All() {
		switch {
		case l.Sample == "":
		case m.Draws(l.Sample):
			shown = append(shown, l.In)
		default:
			missing = append(missing, l.In)
		}
	}
	if len(missing) > 0 {
		return []Check{{name, Note, "no font shows " + strings.Join(missing, " or ") + ", in the window and in documents", "install one (Debian and Ubuntu: fonts-noto-cjk)"}}
	}
	return []Check{{name, OK, strings.Join(shown, " and ") + " can be shown", ""}}
}

// clipboardTools are the programs that provide the clipboard after Dossier has ended, preferred
// ones first. All programs of a tool must be installed. Copying texts tries the same ones.
var clipboardTools = []struct {
	name     string
	programs []string
	wayland  bool // only for Wayland
	images   bool // also reads images
}{
	{"wl-clipboard", []string{"wl-copy", "wl-paste"}, true, true},
	{"xclip", []string{"xclip"}, false, true},
	{"xsel", []string{"xsel"}, false, false},
	{"termux-api", []string{"termux-clipboard-set", "termux-clipboard-get"}, false, false},
	{"clip.exe", []string{"clip.exe", "powershell.exe"}, false, false},
}

func (m Machine) clipboard() []Check {
	if m.Programs.LookPath == nil {
		return nil
	}
	const name, wayOut = "clipboard", "install wl-clipboard (Wayland) or xclip (X11)"
	if m.System == "windows" || m.System == "darwin" {
		return []Check{{name, OK, "the system's", ""}}
	}
	text, images := "", false
	for _, tool := range clipboardTools {
		missing := func(program string) bool { _, err := m.Programs.LookPath(program); return err != nil }
		if tool.wayland && m.Programs.Getenv("WAYLAND_DISPLAY") == "" || slices.ContainsFunc(tool.programs, missing) {
			continue
		}
		text = cmp.Or(text, tool.name)
		images = images || tool.images
	}
	switch {
	case text == "":
		return []Check{{name, Note, "there is no clipboard program: copied text is lost when the window closes, --copy does not work, and images cannot be pasted", wayOut}}
	case !images:
		return []Check{{name, Note, text + " supports text, but images cannot be pasted", wayOut}}
	}
	return []Check{{name, OK, text + " is used", ""}}
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

// cause returns the error inside a path error, whose path is random.
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
		return []Check{{name, Problem, err.Error(), "fix the editor in the settings"}}
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
		return nil // the system does not report it
	case watches < fewWatches:
		return []Check{{name, Note, fmt.Sprintf("the system allows %d watched folders: changes in larger projects are detected later", watches), "as root: sysctl fs.inotify.max_user_watches=524288"}}
	case instances < fewInstances:
		return []Check{{name, Note, fmt.Sprintf("the system allows %d watches: with several windows and editors, changes are detected later", instances), "as root: sysctl fs.inotify.max_user_instances=512"}}
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
		one.State, one.Summary = Problem, warnings[0].String()
		one.WayOut = "fix it there; everything else in the project works"
		if more := len(warnings) - 1; more > 0 {
			one.Summary += fmt.Sprintf(" (and %d more)", more)
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
		return Check{name, Note, "the project is in no repository", "run git init to use its history"}
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
		return Check{name, Problem, t.Err.Error(), "see dossier beads --help"}
	}
	count := fmt.Sprintf("%d beads", len(t.Result.Beads))
	if len(t.Result.Beads) == 1 {
		count = "1 bead"
	}
	return Check{name, OK, count, ""}
}
