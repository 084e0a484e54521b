package presets

import (
	"os"
	"path/filepath"
	"runtime"

	"dossier/presets/store"
)

// Names of a project's files.
const (
	ProjectName = "dossier.toml"
	HistoryName = "dossier_history.toml"
	NotesName   = "dossier_notes.toml"
	ForeignName = "manual_slop.toml" // of another program: read if there is no ProjectName, never written
)

// Places are the user's folders: absolute, or empty if there is none. They need not exist.
type Places struct {
	Config string // for dossier.toml, the user's own presets and settings
	State  string // for sessions, permissions, locks and backups
	Cache  string // for caches
}

// UserPlaces returns the user's folders, following the conventions of the system.
func UserPlaces() Places { return placesOf(runtime.GOOS, os.Getenv) }

// placesOf follows the XDG Base Directory Specification where it applies, and package os
// elsewhere. Windows separates machine-local state from settings; macOS does not. A variable that
// is not an absolute path counts as not set, because it would depend on the current folder.
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

// realFolder resolves links in a folder's path, so that all its paths denote one project.
func realFolder(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return dir
}
