package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"dossier/ui/kit"
	"dossier/ui/part/parttest"
	"dossier/ui/words"
)

// A preset of which files are missing says so when it is applied, and on its row.
func TestAPresetWithMissingFilesSaysSo(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"a.txt": "a\n", "dossier.toml": "[presets.most]\nfiles = [\"a.txt\", \"gone.txt\", \"lost/*.go\", \"old.txt\"]\n[presets.all]\nfiles = [\"a.txt\"]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := newStage(t, parttest.Places(t))
	s.Start(dir, false)
	s.Settle()
	s.showTab(presetsID)
	marks := func(name string) string {
		i := s.presets.rows.Find("project/" + name)
		var out []string
		for _, c := range s.presets.rows.Row(i).Cells {
			if c.Tone == kit.ColorWarn {
				out = append(out, c.Text+": "+c.Tip)
			}
		}
		return strings.Join(out, "; ")
	}
	s.Until("the row says what is missing", func() bool {
		got := marks("most")
		return strings.HasPrefix(got, "3 missing: 3 entries are missing\ngone.txt\nlost/*.go\nold.txt\nApply it to review")
	})
	s.Until("it is counted", func() bool { return !strings.Contains(s.presets.rows.Row(1).Cells[4].Text, words.Pending) })
	if got := marks("all"); got != "" {
		t.Errorf("the row of one that is there says %q", got)
	}
	s.presets.apply(s.presets.rows.Find("project/most"))
	s.Until("it is said", func() bool { return s.overlay.ToastText() == "most: 3 of 4 files are missing" })
	if got := marks("most"); !strings.Contains(got, shortcutOf("Review what is missing")) {
		t.Errorf("the row says %q", got)
	}
	s.Settle()
	s.session.Copy().Dossier()
	s.Until("the copy says so too", func() bool { return strings.HasPrefix(s.overlay.ToastText(), "Copied 1 file, ") })
	if got := s.overlay.ToastText(); !strings.HasSuffix(got, " tokens; missing: 3") {
		t.Errorf("it says %q", got)
	}
	for _, o := range test.LaidOutObjects(s.overlay) {
		if b, ok := o.(*kit.Button); ok && b.Text() == "Review" {
			test.Tap(b)
		}
	}
	if s.editor == nil {
		t.Fatal("Review opens nothing")
	}
	if v, ok := s.editor.editor.(*missingView); !ok || len(v.rows) != 3 {
		t.Errorf("Review opens %T", s.editor.editor)
	}
}
