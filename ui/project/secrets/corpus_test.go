package secrets

import (
	"bufio"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"dossier/aggregate"
	"dossier/aggregate/secrets"
	"dossier/presets"
	"dossier/ui/project"
)

var (
	corpus = flag.String("leaks.corpus", "", "a `folder` with the files of leaky-repo, of which TestCorpus says how many are found")
	clean  = flag.String("leaks.clean", "", "a `folder` without secrets, of which TestClean says what is redacted all the same")
)

// opened opens a folder without leaving anything in it.
func opened(t *testing.T, dir string) *project.Project {
	t.Helper()
	home := t.TempDir()
	p, err := project.Open(dir, presets.Places{Config: filepath.Join(home, "config"), State: filepath.Join(home, "state"), Cache: filepath.Join(home, "cache")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

// TestCorpus prints how many of the files of a corpus that hold secrets are found, and of how many
// of their lines. Its list has a path, how many lines are a risk and how many tell something.
func TestCorpus(t *testing.T) {
	if *corpus == "" {
		t.Skip("-leaks.corpus names no folder")
	}
	list, err := os.Open(filepath.Join(*corpus, ".leaky-meta", "secrets.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	risky, names := map[string]int{}, []string{}
	for lines := bufio.NewScanner(list); lines.Scan(); {
		fields := strings.Split(lines.Text(), ",")
		if n, err := strconv.Atoi(strings.TrimSpace(fields[min(1, len(fields)-1)])); err == nil && n > 0 {
			risky[fields[0]], names = n, append(names, fields[0])
		}
	}
	report, err := InFiles(t.Context(), opened(t, *corpus), names)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]map[int]bool{}
	for _, f := range report.Findings {
		if found[f.Where] == nil {
			found[f.Where] = map[int]bool{}
		}
		found[f.Where][f.Line] = true
	}
	lines, all := 0, 0
	for name, n := range risky {
		all += n
		switch at := found[name]; {
		case at == nil:
			t.Logf("not found: %s", name)
		case at[0]: // all of it is withheld
			lines += n
		default:
			lines += min(n, len(at))
		}
	}
	t.Logf("%d of %d files, %d of %d lines", len(found), len(risky), lines, all)
	if len(found) < 40 || lines < 60 {
		t.Error("at least 40 files and 60 lines are wanted")
	}
}

// TestClean prints which files of a folder without secrets are redacted or withheld.
func TestClean(t *testing.T) {
	if *clean == "" {
		t.Skip("-leaks.clean names no folder")
	}
	report, err := InFiles(t.Context(), opened(t, *clean), []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	hit := map[string]bool{}
	for _, f := range report.Findings {
		if f.State == string(secrets.Redacted) || f.Class == string(aggregate.FileClass) {
			if !hit[f.Where] {
				t.Logf("%s:%d %s", f.Where, f.Line, f.Rule)
			}
			hit[f.Where] = true
		}
	}
	t.Logf("%d of %d files", len(hit), report.Scanned)
	if 200*len(hit) > report.Scanned {
		t.Error("at most 5 of 1 000 files are wanted")
	}
}
