package crash

import (
	"bytes"
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
	"time"

	"dossier/presets/store"
)

const (
	// maxReports is the max number of reports; the newest are kept.
	maxReports = 20
	// maxRaw is the max number of bytes read of the runtime's output: only the first goroutines
	// matter.
	maxRaw = 1 << 20
)

// Folder is the folder of reports. Its zero value reports nothing.
type Folder struct {
	state   string
	version string // of the program
}

// In returns the folder of reports in a user's state folder, which may be empty, and which need
// not exist.
func In(state, version string) Folder { return Folder{state, version} }

// Path returns the folder's path; empty if there is none.
func (f Folder) Path() string {
	if f.state == "" {
		return ""
	}
	return filepath.Join(f.state, "crashes")
}

// Report is a crash report.
type Report struct {
	Path string
	Time time.Time // when the program ended
}

// Write writes the report of a recovered panic, and stores its path in p. Errors are ignored,
// because there already is an error to report.
func (f Folder) Write(running string, p *Panic) {
	now := time.Now()
	text := "Dossier had to abort an operation. This report contains no content of a project.\n\n" +
		f.header(running) + "time: " + now.UTC().Format(time.RFC3339) + "\nwhat: " + p.What + "\n\n" + clean(p.stack)
	if path, err := f.add(now, text); err == nil {
		p.Report = path
	}
}

// header returns the common header of a process's reports.
func (f Folder) header(running string) string {
	revision := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				revision = "revision: " + s.Value + "\n"
			}
		}
	}
	return fmt.Sprintf("version: %s\n%sgo: %s\nsystem: %s/%s\nrunning: %s\n", f.version, revision, runtime.Version(), runtime.GOOS, runtime.GOARCH, running)
}

// add writes a report under an unused name.
func (f Folder) add(at time.Time, text string) (path string, err error) {
	root, err := f.open()
	if err != nil {
		return "", err
	}
	defer root.Close()
	for n := 1; ; n++ {
		name := at.UTC().Format("crash-20060102-150405.000000")
		if n > 1 {
			name += "-" + strconv.Itoa(n)
		}
		name += ".txt"
		err := store.Create(root, name, []byte(text))
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			f.forget(root)
		}
		return filepath.Join(root.Name(), name), err
	}
}

func (f Folder) open() (*os.Root, error) {
	if f.state == "" {
		return nil, &store.StateError{}
	}
	if err := store.MakeFolder(f.Path()); err != nil {
		return nil, &store.StateError{Folder: f.state, Err: err}
	}
	return os.OpenRoot(f.Path())
}

// forget removes the oldest reports beyond the limit.
func (f Folder) forget(root *os.Root) {
	names, err := fs.Glob(root.FS(), "crash-*.txt")
	if err != nil {
		return
	}
	slices.Sort(names)
	_ = store.Remove(root, names[:max(len(names)-maxReports, 0)]...)
}

// Run is a process that would leave a report.
type Run struct {
	// Before are the reports of processes that have ended since, oldest first.
	Before []Report

	path    string
	release func()
}

// Begin makes the runtime write crash output until [Run.End], and creates reports for processes
// that have ended. There is one Run per process. On error the Run leaves no report.
func (f Folder) Begin(running string) (*Run, error) {
	r := &Run{release: func() {}}
	if f.state == "" {
		return r, nil
	}
	root, err := f.open()
	if err != nil {
		return r, err
	}
	defer root.Close()
	r.Before = f.ended(root)
	for n := 1; ; n++ {
		release, err := store.New(f.state).TryLock(lockName(n))
		if errors.Is(err, store.ErrBusy) {
			continue // another window
		}
		if err != nil {
			return r, err
		}
		if err := f.listen(root, running, rawName(n)); err != nil {
			release()
			return r, err
		}
		r.path, r.release = filepath.Join(root.Name(), rawName(n)), release
		return r, nil
	}
}

// rawName returns the file name for a process while it runs; numbers start at 1. The lock of the
// number is released by the system when the process ends.
func rawName(n int) string  { return "running-" + strconv.Itoa(n) + ".txt" }
func lockName(n int) string { return "crash output " + strconv.Itoa(n) }

// listen redirects the runtime's crash output to a file.
func (f Folder) listen(root *os.Root, running, name string) error {
	raw, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("make %s, in which a crash would be reported: %w", filepath.Join(root.Name(), name), err)
	}
	_, err = raw.WriteString(f.header(running) + "\n")
	if err == nil {
		err = debug.SetCrashOutput(raw, debug.CrashOptions{}) // which keeps its own descriptor
	}
	return errors.Join(err, raw.Close())
}

// ended creates reports for processes that no longer run. Killed processes left nothing to
// report.
func (f Folder) ended(root *os.Root) (list []Report) {
	names, err := fs.Glob(root.FS(), "running-*.txt")
	if err != nil {
		return nil
	}
	for _, name := range names {
		n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(name, "running-"), ".txt"))
		if err != nil || rawName(n) != name {
			continue
		}
		release, err := store.New(f.state).TryLock(lockName(n))
		if err != nil {
			continue // it is running
		}
		if report, ok := f.convert(root, name); ok {
			list = append(list, report)
		}
		release()
	}
	slices.SortFunc(list, func(a, b Report) int { return a.Time.Compare(b.Time) })
	return list
}

// convert converts the output of a process to a report, and removes it. If the report cannot be
// written, the output stays for the next start.
func (f Folder) convert(root *os.Root, name string) (report Report, ok bool) {
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return report, false
	}
	header, raw, err := readRaw(root, name)
	if err != nil {
		return report, false
	}
	if raw != "" {
		report.Time = info.ModTime()
		text := "Dossier ended unexpectedly. This report names no content of a project.\n\n" +
			header + "time: " + report.Time.UTC().Format(time.RFC3339) + "\n\n" + clean(raw)
		if report.Path, err = f.add(report.Time, text); err != nil {
			return report, false
		}
	}
	_ = store.Remove(root, name)
	return report, raw != ""
}

// readRaw reads the output of a process: its header, and the runtime's text.
func readRaw(root *os.Root, name string) (header, raw string, err error) {
	file, err := root.Open(name)
	if err != nil {
		return "", "", err
	}
	defer file.Close()
	data := make([]byte, maxRaw)
	n, err := file.ReadAt(data, 0)
	if err != nil && n == 0 && !errors.Is(err, os.ErrClosed) {
		return "", "", nil // killed before it began
	}
	head, rest, _ := bytes.Cut(data[:n], []byte("\n\n"))
	return string(head) + "\n", strings.TrimSpace(string(rest)), nil
}

// End records that the process ends normally, without a report.
func (r *Run) End() {
	if r.path != "" {
		_ = debug.SetCrashOutput(nil, debug.CrashOptions{})
		_ = os.Remove(r.path) // otherwise the next start finds it empty
		r.path = ""
	}
	r.release()
	r.release = func() {}
}
