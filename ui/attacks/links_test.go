package attacks

import (
	"fmt"
	"strings"
	"testing"
)

// ownLinks are files and folders that are read without being named by anybody, and what of
// the user's a stranger could have in their place.
var ownLinks = [][2]string{
	{"dossier.toml", "canary.toml"},
	{"dossier_notes.toml", "canary.toml"},
	{"dossier_history.toml", "canary.toml"},
	{"manual_slop.toml", "canary.toml"},
	{".gitleaks.toml", "rules.toml"},
	{".gitignore", "ignored"},
	{".ignore", "ignored"},
	{".dossierignore", "ignored"},
	{".scignore", "ignored"},
	{"sub/.gitignore", "ignored"},
	{".git", "repo"},
	{".git/HEAD", "repo/HEAD"},
	{".git/config", "repo/config"},
	{".git/info", "repo/info"},
	{".git/info/exclude", "ignored"},
	{".git/refs", "repo/refs"},
	{".git/packed-refs", "canary.txt"},
	{".git/index", "canary.txt"},
	{".git/objects", ""},
	{".git/objects/pack", ""},
	{".git/objects/info/alternates", "canary.txt"},
	{".git/refs/heads/x", "canary.txt"},
	{".git/shallow", "canary.txt"},
	{".git/info/attributes", "ignored"},
	{".gitattributes", "ignored"},
	{".git/commondir", "canary.txt"},
	{".beads", ".beads"},
	{".beads/issues.jsonl", "issues.jsonl"},
	{".beads/redirect", "canary.txt"},
	{".beads/config.yaml", "canary.txt"},
	{".dossier", ""},
	{".dossier/out", ""},
	{".dossier/.gitignore", "ignored"},
	{"go.mod", "go.mod"},
	{"package.json", "canary.txt"},
	{"tsconfig.json", "canary.txt"},
	{"Cargo.toml", "canary.toml"},
	{"start.md", "canary.md"},
	{"main.go", "canary.go"},
	{"sub/pkg", ""},
}

// What the program reads by itself may be a link to something of the user's, or to a
// folder into which it would write.
func TestOwnFilesAreLinks(t *testing.T) {
	looked := 0
	for i, link := range ownLinks {
		for _, to := range []string{"absolute", "relative"} {
			if to == "relative" && !*every && i%4 != 0 {
				continue
			}
			t.Run(fmt.Sprintf("%s %s", link[0], to), func(t *testing.T) {
				w := newWorld(t, map[string]string{
					"a.txt": "a\n", "sub/b.txt": "b\n", "main.py": "import sub\n",
					".git/HEAD": "ref: refs/heads/main\n", ".git/config": "[core]\n\tbare = false\n", ".git/objects/info/x": "", ".git/refs/heads/x": "",
				})
				if link[0] != "dossier.toml" && link[0] != "manual_slop.toml" {
					w.write("dossier.toml", "[project]\nexecution_mode = \"beads\"\ntree = \"full\"\n[files]\nitems = [\"**\"]\n[git]\nrange = \"uncommitted\"\nlog = 3\n[links.contexts.all]\ndocument = true\ncontext_items = [\"start.md\", \"**/*.md\"]\n")
				}
				w.remove(link[0])
				if to == "absolute" {
					w.link(link[0], w.out()+"/"+link[1])
				} else {
					w.link(link[0], w.up(link[0])+"outside/"+link[1])
				}
				v := w.open()
				v.use("Show me `" + link[0] + "`")
				v.close()
				looked += w.check("a window")
				lines := reading()
				if *every {
					lines = everything()
				}
				if strings.HasPrefix(link[0], ".git") {
					lines = append(lines, []string{"git", "status"}, []string{"git", "diff"}, []string{"git", "log"}, []string{"git", "revisions"})
				}
				for _, args := range lines {
					w.command("", args...)
				}
				w.command("", "notes", "add", "x")
				w.command("", "discussion", "add", "x")
				w.command("", "presets", "save", "x")
				w.command("", "notes", "list")
				looked += w.check("the command line")
			})
		}
	}
	if !t.Failed() {
		report("own files that are links", fmt.Sprintf("%d files: 0 bytes of what they lead to in %.1f MiB told and written, 0 files written outside", len(ownLinks), float64(looked)/(1<<20)))
	}
}
