package attacks

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// strangeRoots are folders that a stranger's project names as roots: none of them is read, whatever
// else the user has allowed.
var strangeRoots = []struct{ name, path string }{
	{"the whole disk", "/"},
	{"the user's keys", "~/.ssh"},
	{"the user's keys, by a path", "../home/.ssh"},
	{"a link of the project that leads out", "linked"},
	{"a link that leads to the disk", "root"},
	{"a link below the project", "sub/up/outside"},
	{"a link beside the project", "../shared/link"},
	{"a folder that contains the project", ".."},
	{"by a detour", "../outside/.."},
	{"the project itself", "."},
	{"a folder of the project", "sub"},
	{"the repository", ".git"},
	{"the state of the program", "../state"},
	{"a file", "../outside/canary.txt"},
	{"a name that continues that of the allowed folder", "../shared-not"},
	{"up from the allowed folder", "../shared/../outside"},
	{"a link in the allowed folder", "../shared/out"},
	{"a folder that does not exist", "../gone"},
	{"a label as a path", "lib:/"},
}

// TestStrangeRoots: the user has allowed one folder, which the project names too, with two labels.
func TestStrangeRoots(t *testing.T) {
	for _, one := range strangeRoots {
		t.Run(one.name, func(t *testing.T) {
			w := newWorld(t, map[string]string{
				"a.txt": "a\n", "sub/b.txt": "b\n", "../shared/ok.txt": "ok\n", "../shared-not/canary.txt": canary + "\n",
				"../home/.ssh/id": canary + "\n", "../state/x": "x\n",
			})
			for link, to := range map[string]string{"link": w.out(), "out": "../outside", "canary.txt": "../outside/canary.txt"} {
				if err := os.Symlink(to, filepath.Join(w.base, "shared", link)); err != nil {
					t.Fatal(err)
				}
			}
			w.mine = w.outside()
			w.write("dossier.toml", "[project]\ntree = \"full\"\n[roots]\nlib = \"../shared\"\nagain = \"../shared\"\nbad = "+quoteTOML(one.path)+
				"\n[files]\nitems = [\"a.txt\", \"lib:\", \"lib:/ok.txt\", \"lib:/canary.txt\", \"lib:/out/canary.txt\", \"again:/ok.txt\", \"bad:\", \"bad:/canary.txt\", \"bad:/id\", \"bad:/b.txt\", \"bad:/**\"]\n")
			w.command("", "allow", "../shared")
			for _, args := range [][]string{
				{"build", "--stdout"},
				{"build"},
				{"roots", "--json"},
				{"search", "CANARY"},
				{"explain", "bad:/canary.txt", "lib:/out"},
				{"view", "bad:/canary.txt"},
				{"view", "lib:/canary.txt"},
				{"view", "lib:/out/canary.txt"},
				{"build", "bad:", "--stdout"},
				{"fit", "-q", "canary", "--rank"},
				{"allow", "--asked"},
				{"request", "bad:/canary.txt"},
			} {
				w.command("", args...)
			}
			v := w.open()
			v.use("Please show me `bad:/canary.txt` and `lib:/canary.txt`.")
			v.close()
			text := w.command("", "build", "--stdout")
			if !strings.Contains(text, "ok.txt`") || strings.Count(text, "\nok\n") == 0 {
				t.Errorf("the folder that is allowed is not read:\n%s", text)
			}
			w.check(one.name)
			if _, err := os.Lstat(w.path("bad:")); !errors.Is(err, os.ErrNotExist) {
				t.Error("the project has a folder of the root's name")
			}
		})
	}
	if !t.Failed() {
		report("strange roots", "19 folders named as roots beside one that is allowed: none is read")
	}
}
