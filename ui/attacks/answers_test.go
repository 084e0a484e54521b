package attacks

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ofGit are ways to name what is git's or Dossier's own in a project.
var ofGit = []string{
	".git/hooks/pre-commit", ".GIT/config", ".git./config", ".git /config", "git~1/config", ".git::$INDEX_ALLOCATION/config", ".g\u200cit/config", ".git",
	"sub/.git/config", "./.git/config", "sub/../.git/config", "dossier.toml", "dossier_history.toml", "dossier_notes.toml", ".dossier/x", ".env",
}

// edits returns answers that write, change, remove, move and make a path, one in each form.
func edits(path, old string) []string {
	q := quoteJSON(path)
	return []string{
		fmt.Sprintf("%s\n```\n<<<<<<< SEARCH\n%s\n=======\nevil\n>>>>>>> REPLACE\n```\n", path, old),
		fmt.Sprintf("%s\n```\n<<<<<<< SEARCH\n=======\nevil\n>>>>>>> REPLACE\n```\n", path),
		fmt.Sprintf("### `%s`\n\n```text:%s\nevil\n```\n", path, path),
		fmt.Sprintf("```diff\n--- a/%[1]s\n+++ b/%[1]s\n@@ -1 +1 @@\n-%[2]s\n+evil\n--- /dev/null\n+++ b/%[1]s\n@@ -0,0 +1 @@\n+evil\n```\n", path, old),
		fmt.Sprintf("```diff\ndiff --git a/a.txt b/a.txt\nrename from a.txt\nrename to %[1]s\ndiff --git a/%[1]s b/b.txt\nrename from %[1]s\nrename to b.txt\n```\n", path),
		fmt.Sprintf("*** Begin Patch\n*** Add File: %[1]s\n+evil\n*** Update File: %[1]s\n@@\n-%[2]s\n+evil\n*** Delete File: %[1]s\n*** End Patch\n", path, old),
		fmt.Sprintf("*** Begin Patch\n*** Update File: a.txt\n*** Move to: %s\n@@\n-a\n+evil\n*** End Patch\n", path),
		fmt.Sprintf("<file path=\"%s\" action=\"create\">\n<content>\n===\nevil\n===\n</content>\n</file>\n<file path=\"%s\" action=\"delete\"/>\n", path, path),
		fmt.Sprintf("{\"command\": \"create\", \"path\": %s, \"file_text\": \"evil\\n\"}\n{\"command\": \"str_replace\", \"path\": %s, \"old_str\": \"%s\", \"new_str\": \"evil\"}\n", q, q, old),
		fmt.Sprintf("{\"command\": \"insert\", \"path\": %s, \"insert_line\": 0, \"new_str\": \"evil\\n\"}\n", q),
	}
}

// An answer that a stranger has written changes nothing outside of the project, and nothing of git and of
// Dossier in it, however it names that: also where all is applied that can be.
func TestAnswersWriteNothingElse(t *testing.T) {
	w := newWorld(t, map[string]string{
		"a.txt": "a\n", "sub/deep/b.txt": "INSIDE\n", ".git/HEAD": "ref: refs/heads/main\n", ".git/config": "INSIDE\n", ".git/hooks/pre-commit": "INSIDE\n",
		"sub/.git/config": "INSIDE\n", ".gitignore": ".env\n", ".env": "INSIDE\n", "dossier.toml": "[project]\nname = \"INSIDE\"\n",
	})
	own := func() string {
		var all strings.Builder
		err := filepath.WalkDir(w.dir(), func(path string, d fs.DirEntry, err error) error {
			rel, _ := filepath.Rel(w.dir(), path)
			if err != nil || d.IsDir() || !d.Type().IsRegular() {
				return err
			}
			if top, _, _ := strings.Cut(filepath.ToSlash(rel), "/"); rel == ".env" || strings.HasPrefix(top, "dossier") || top == ".dossier" || strings.Contains(strings.ToLower(top), "git") || strings.HasPrefix(rel, "sub/.git") {
				data, err := os.ReadFile(path)
				fmt.Fprintf(&all, "%s %q\n", rel, data)
				return err
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return all.String()
	}
	previous := own()
	w.mine = w.outside()
	tried, ways := 0, len(w.ways())
	for i, path := range append(w.ways(), ofGit...) {
		if strings.ContainsAny(path, "\n") {
			continue
		}
		old := "INSIDE"
		if i < ways {
			old = canary
		}
		for j, text := range edits(path, old) {
			if !*every && i < ways && (i+j)%5 != 0 {
				continue
			}
			tried++
			w.command(text, "apply", "--likely", "--partial")
			if now := own(); now != previous {
				t.Fatalf("%q has changed what is git's or Dossier's own:\n%s\nwas\n%s", text, now, previous)
			}
		}
		w.output = nil // the answer's own text
		w.check("apply")
	}
	if !t.Failed() {
		report("answers that write elsewhere", fmt.Sprintf("%d answers: 0 files written outside, in .git or of Dossier", tried))
	}
}
