package presets

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"dossier/aggregate/diskwrite"
)

// Sweep removes the temporary files that killed processes left in the user's folders.
func (p Places) Sweep() {
	if dir, name, _, err := p.library(); err == nil && p.Config != "" {
		sweepFolder(dir, func(of string) bool { return of == name })
	}
	if p.Config != "" {
		sweepFolder(filepath.Join(p.Config, userPrompts), isPrompt)
	}
	for _, top := range []string{p.State, p.Cache} {
		if top == "" {
			continue
		}
		_ = filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				sweepFolder(path, func(string) bool { return true })
			}
			return nil
		})
	}
}

// SweepProject removes the temporary files that killed processes left in a project's folder.
func SweepProject(root *os.Root) {
	for folder, mine := range map[string]func(of string) bool{
		".":                    func(of string) bool { return of == ProjectName || of == HistoryName || of == NotesName },
		path.Dir(PromptFolder): func(of string) bool { return path.Ext(of) == ".toml" }, // files of a [Kind]
		PromptFolder:           isPrompt,
	} {
		if dir, err := root.OpenRoot(filepath.FromSlash(folder)); err == nil {
			diskwrite.Sweep(dir, mine)
			dir.Close()
		}
	}
}

func sweepFolder(dir string, mine func(of string) bool) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return
	}
	defer root.Close()
	diskwrite.Sweep(root, mine)
}
