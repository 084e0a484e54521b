package treepanel

import (
	"dossier/ui/dialog"
	"dossier/ui/kit"
	"dossier/ui/words"
)

// confirmFiles asks before a folder adds more files than the settings allow without confirmation.
// It shows their approximate tokens.
func (p *Panel) confirmFiles(dir string, paths []string, then func()) {
	w := p.w
	if dir == "." {
		dir = w.Session().Name()
	}
	n, cost := len(paths), w.Session().Tree().Model().CostOf(paths)
	text := words.With("{{.Dir}} has {{.N}} files. Add all of them?", map[string]any{"Dir": dir, "N": kit.Count(int64(n))})
	if !cost.Pending {
		text = words.With("{{.Dir}} has {{.N}} files, about {{.Tokens}} tokens in full: {{.Share}} of the window of {{.Model}}. Add all of them?", map[string]any{
			"Dir": dir, "N": kit.Count(int64(n)), "Tokens": kit.Short(int64(cost.N)),
			"Share": words.Percent(float64(cost.N) / float64(max(1, w.Session().Settings().Model().Window))), "Model": w.Session().Settings().Model().Name,
		})
	}
	w.Dialogs().ShowText(words.Say("Many files"), text,
		dialog.Closes(words.Say("Cancel")), dialog.Does(words.Count("Add {{.N}} files", n), then).AsPrimary()).Help = "docs/guide/files.md#include-and-exclude-files"
}

// explain explains why a path is or is not in the tree.
func (p *Panel) explain(path string) {
	w := p.w
	e, ok := w.Session().Tree().Explain(path)
	if !ok {
		return
	}
	w.Dialogs().ShowText(words.Say("Why is it there, or not?"), e.String(), dialog.Closes(words.Say("Close")).AsPrimary()).Help = "docs/guide/files.md#exclude-files-from-the-tree"
}
