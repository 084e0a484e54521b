package revision

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/git"
)

const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed; it is the oracle of this test")
	}
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	const date = "1700000000 +0000"
	cmd.Env = []string{"HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "PATH=" + os.Getenv("PATH"), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a", "GIT_AUTHOR_DATE=" + date, "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a", "GIT_COMMITTER_DATE=" + date}
	out, err := cmd.Output()
	if err != nil && args[0] != "merge-base" { // which fails without a merge base
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// Commits of the same second are as frequent as scripts that make them, and of several merge bases the first counts.
func TestMergeBasesOfCommitsWithEqualDates(t *testing.T) {
	for seed := range uint64(12) {
		dir, rng := t.TempDir(), rand.New(rand.NewPCG(seed, 1))
		run(t, dir, "init", "-q")
		var all []string
		for i := range 14 {
			args := []string{"commit-tree", "-m", fmt.Sprint(i), emptyTree}
			var parents []string
			for range min(len(all), 1+rng.IntN(3)) {
				if p := all[max(0, len(all)-1-rng.IntN(5))]; !slices.Contains(parents, p) {
					parents = append(parents, p)
				}
			}
			for _, p := range parents {
				args = append(args, "-p", p)
			}
			all = append(all, run(t, dir, args...))
		}
		found, ok := git.Discover(dir)
		if !ok {
			t.Fatal("the repository is not found")
		}
		r, err := Open(context.Background(), found)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.Close)
		for range 40 {
			a, b := all[rng.IntN(len(all))], all[rng.IntN(len(all))]
			x, _ := git.ParseID(a)
			y, _ := git.ParseID(b)
			got, err := r.MergeBases(x, y)
			if err != nil {
				t.Fatal(err)
			}
			names := []string{}
			for _, id := range got {
				names = append(names, id.String())
			}
			if diff := cmp.Diff(strings.Fields(run(t, dir, "merge-base", "--all", a, b)), names); diff != "" {
				t.Fatalf("seed %d: merge-base %s %s (-git +got):\n%s", seed, a, b, diff)
			}
		}
	}
}
