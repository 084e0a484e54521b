package presets

import (
	"os"
	"path/filepath"
	"runtime"

	"dossier/presets/store"
)

// Names of the files of a project.
const (
	ProjectName = "dossier.toml"
	HistoryName = "dossier_history.toml"
	NotesName   = "dossier_notes.toml"
	ForeignName = "manual_slop.toml" // of another program: read when there is no ProjectName, never written
)

// Places are the person's folders: absolute, or empty where there is none. They need not
// exist.
type Places struct {
	Config string // holds dossier.toml, the person's own presets and settings
	State  string // holds sessions, allowed paths, locks and older versions
	Cache  string // holds what can be made again
}

// UserPlaces returns the folders that the system gives to this person's programs.
func UserPlaces() Places { return placesOf(runtime.GOOS, os.Getenv) }

// placesOf follows the XDG Base Directory Specification where it holds, and what package
// os says elsewhere. Windows keeps state that belongs to one machine apart from settings;
// macOS makes no difference between the two. A variable that holds no absolute path counts
// as not set: what it means would depend on where the program was started.
func placesOf(system string, getenv func(string) string) Places {
	below := func(folder string, names ...string) string {
		if !filepath.IsAbs(folder) {
			return ""
		}
		return filepath.Join(append([]string{folder}, names...)...)
	}
	home := getenv("HOME")
	switch system {
	case "windows":
		local := getenv("LocalAppData")
		return Places{Config: below(getenv("AppData"), "dossier"), State: below(local, "State", "dossier"), Cache: below(local, "dossier")}
	case "darwin":
		support := below(home, "Library", "Application Support")
		return Places{Config: below(support, "dossier"), State: below(support, "State", "dossier"), Cache: below(home, "Library", "Caches", "dossier")}
	}
	xdg := func(variable string, names ...string) string {
		if dir := below(getenv(variable), "dossier"); dir != "" {
			return dir
		}
		return below(home, append(names, "dossier")...)
	}
	return Places{
		Config: xdg("XDG_CONFIG_HOME", ".config"),
		State:  xdg("XDG_STATE_HOME", ".local", "state"),
		Cache:  xdg("XDG_CACHE_HOME", ".cache"),
	}
}

func (p Places) store() store.Store { return store.New(p.State) }

// realFolder names a folder by its real place, so that two ways to it are one project.
func realFolder(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return dir
}
