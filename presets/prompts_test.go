package presets

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/aggregate/systemtest"
	"dossier/models"
)

func newPrompts(t *testing.T) (Prompts, string) {
	t.Helper()
	base := t.TempDir()
	dir := filepath.Join(base, "project")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return PromptsOf(Places{Config: filepath.Join(base, "config"), State: filepath.Join(base, "state")}, root), dir
}

// listed renders prompts: name, scope and the beginning of the text.
func listed(s Prompts) string {
	list, warnings := s.List()
	var out []string
	for _, p := range list {
		out = append(out, p.Name+" "+string(p.Scope)+" "+p.Text[:min(4, len(p.Text))])
	}
	for _, w := range warnings {
		out = append(out, "! "+w.Error())
	}
	return strings.Join(out, "; ")
}

func TestPromptsOfThreeScopes(t *testing.T) {
	s, dir := newPrompts(t)
	builtIn := "review built-in Revi; plan built-in Make; explain built-in Expl; fix built-in Find; write tests built-in Writ; document built-in Docu"
	if got := listed(s); got != builtIn {
		t.Errorf("at first there are %s", got)
	}
	save := func(scope models.PromptScope, name, text string) {
		t.Helper()
		if err := s.Save(t.Context(), scope, name, text); err != nil {
			t.Fatal(err)
		}
	}
	save(models.UserPrompt, "terse", "Be terse.\n\n")
	save(models.UserPrompt, "review", "Mine.")
	save(models.UserPrompt, "plan", "")
	save(models.ProjectPrompt, "review", "Ours.")
	save(models.ProjectPrompt, "deploy", "Say how.")
	want := "review project Ours; explain built-in Expl; fix built-in Find; write tests built-in Writ; document built-in Docu; deploy project Say ; terse global Be t"
	if got := listed(s); got != want {
		t.Errorf("there are %s, want %s", got, want)
	}
	if data, err := os.ReadFile(filepath.Join(dir, ".dossier", "prompts", "deploy.md")); err != nil || string(data) != "Say how.\n" {
		t.Errorf("the file has %q, %v", data, err)
	}
	if p, err := s.Find("terse"); err != nil || p.Text != "Be terse." {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := s.Find("plan"); !errors.Is(err, ErrNoPrompt) || !strings.Contains(err.Error(), "there are review, explain") {
		t.Errorf("a hidden prompt is found: %v", err)
	}
	for _, scope := range []models.PromptScope{models.ProjectPrompt, models.UserPrompt} {
		if err := s.Delete(t.Context(), scope, "review"); err != nil {
			t.Fatal(err)
		}
	}
	if p, err := s.Find("review"); err != nil || p.Scope != models.BuiltInPrompt {
		t.Errorf("%+v, %v", p, err)
	}
	if err := s.Delete(t.Context(), models.ProjectPrompt, "review"); !errors.Is(err, ErrNoPrompt) {
		t.Errorf("deleted twice: %v", err)
	}
}

func TestPromptsThatCannotBe(t *testing.T) {
	s, dir := newPrompts(t)
	for name, text := range map[string]string{"../x": "a", "": "a", "long": strings.Repeat("x", MaxPromptBytes+1), "bytes": "\xff"} {
		if err := s.Save(t.Context(), models.ProjectPrompt, name, text); err == nil {
			t.Errorf("%q is saved", name)
		}
	}
	outside := filepath.Join(filepath.Dir(dir), "outside")
	if err := os.MkdirAll(outside, 0o755); err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(outside, "secret.md")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, ".dossier", "prompts")
	if err := os.MkdirAll(filepath.Join(folder, "dir.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{"large.md": strings.Repeat("x", MaxPromptBytes+1), "bytes.md": "\xff", ".hidden.md": "x", "notes.txt": "x"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	systemtest.NeedLinks(t)
	if err := os.Symlink(secret, filepath.Join(folder, "link.md")); err != nil {
		t.Fatal(err)
	}
	list, warnings := s.List()
	for _, p := range list {
		if p.Scope != models.BuiltInPrompt || strings.Contains(p.Text, "secret") {
			t.Errorf("%+v is listed", p)
		}
	}
	if len(warnings) != 4 {
		t.Errorf("the warnings are %v", warnings)
	}

	// The whole folder may be a link that leads out.
	if err := errors.Join(os.RemoveAll(folder), os.Symlink(outside, folder)); err != nil {
		t.Fatal(err)
	}
	if got := listed(s); strings.Contains(got, "secret") {
		t.Errorf("a prompt outside is listed: %s", got)
	}
	if err := s.Save(t.Context(), models.ProjectPrompt, "x", "x"); err == nil {
		t.Error("a prompt is written outside")
	}
}
