package prompts

import (
	"slices"
	"strings"

	"dossier/aggregate/watch"
)

// Opened reads the prompts.
func (p *Part) Opened() { p.Reload() }

// DiskChanged reads changed prompts of the project again, and reports whether one is in the document.
func (p *Part) DiskChanged(b watch.Batch) bool {
	if !b.All && !slices.ContainsFunc(slices.Concat(b.Folders, b.Files), isPrompt) {
		return false
	}
	p.Reload()
	return len(p.host.Composition().Prompts) > 0
}

func isPrompt(path string) bool {
	return path == ".dossier" || strings.HasPrefix(path, ".dossier/prompts")
}
