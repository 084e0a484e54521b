package presets

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"dossier/presets/store"
)

// Names of the files of a project.
const (
	ProjectName = "dossier.toml"
	HistoryName = "dossier_history.toml"
	ForeignName = "manual_slop.toml" // of another program: read when there is no ProjectName, never written
)

// Places are the person's folders. They need not exist.
type Places struct {
	Config string // holds dossier.toml, the person's own presets and settings
	State  string // holds sessions, allowed paths, locks and older versions
	Cache  string // holds what can be made again
}

// UserPlaces returns the folders that the system gives to this person's programs.
func UserPlaces() (Places, error) {
	config, err := os.UserConfigDir()
	if err != nil {
		return Places{}, fmt.Errorf("find the folder for settings: %w", err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return Places{}, fmt.Errorf("find the folder for caches: %w", err)
	}
	state, err := stateFolder(config)
	if err != nil {
		return Places{}, err
	}
	return Places{
		Config: filepath.Join(config, "dossier"),
		State:  filepath.Join(state, "dossier"),
		Cache:  filepath.Join(cache, "dossier"),
	}, nil
}

// stateFolder returns where programs keep state: by the XDG Base Directory
// Specification where it holds; Windows keeps state that belongs to one machine apart
// from settings; macOS makes no difference between the two.
func stateFolder(config string) (string, error) {
	switch runtime.GOOS {
	case "windows":
		if dir := os.Getenv("LocalAppData"); dir != "" {
			return filepath.Join(dir, "State"), nil
		}
		return "", errors.New("find the folder for state: LocalAppData is not set")
	case "darwin":
		return filepath.Join(config, "State"), nil
	}
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("find the folder for state: %w", err)
	}
	return filepath.Join(home, ".local", "state"), nil
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
