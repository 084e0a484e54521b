package session

import (
	"fmt"
	"strings"
	"testing"

	"dossier/models"
)

func TestAnUnknownStrategyIsAutoAndSaidToBeUnknown(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n", "dossier.toml": "[project]\naggregation_strategy = \"sumarize\"\n[files]\nitems = [\"a.txt\"]\n"})
	if got := d.Composition().Strategy; got != models.Auto {
		t.Errorf("the strategy is %q", got)
	}
	for _, w := range d.Warnings() {
		if strings.Contains(w.Message, "line 2") && strings.Contains(w.Message, `"sumarize" is not one of auto, summarize, full`) {
			return
		}
	}
	t.Errorf("no warning names the values: %v", d.Warnings())
}

func TestAPanicInABuildLeavesNothingWaiting(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n", "sub/b.txt": "b\n", "dossier.toml": "[files]\nitems = [\"a.txt\", \"sub\"]\n"})
	counter := d.project.Builder.Listing
	d.project.Builder.Listing = nil
	d.Copy().Dossier()
	d.until("the build has ended", func() bool { return !d.Building() })
	if d.document.Err() == nil || d.document.Waiting() != 0 {
		t.Errorf("after a build that panicked the error is %v, and %d wait", d.document.Err(), d.document.Waiting())
	}
	d.project.Builder.Listing = counter
	d.clip.text = ""
	d.Copy().Dossier()
	d.settle()
	if d.clip.text == "" || d.document.Err() != nil {
		t.Errorf("the next build gives %q, and %v", d.clip.text, d.document.Err())
	}
}

// What a build asks about the project's output goes with it, so that the settings may
// change meanwhile. The race detector sees when it does not.
func TestSettingsChangeWhileABuildRuns(t *testing.T) {
	files := map[string]string{"dossier.toml": "[files]\nitems = [\"*.go\"]\n"}
	for i := range 100 {
		files[fmt.Sprintf("f%03d.go", i)] = "package a\n"
	}
	d := newDesk(t, files)
	for i := range 20 {
		d.rebuild()
		d.write("dossier.toml", fmt.Sprintf("[project]\nname = \"p%d\"\n[output]\ndir = \"out%d\"\n[files]\nitems = [\"*.go\", \"out%d\"]\n", i, i, i))
		d.write(fmt.Sprintf("out%d/p%d_001.md", i, i), "ours\n")
		d.reloadFiles()
	}
	d.Tree().Rescan()
	d.settle()
	d.rebuild()
	d.settle()
	if text := d.Document().Text(); strings.Contains(text, "ours") {
		t.Errorf("what the product wrote stands in a dossier:\n%s", text)
	}
}
