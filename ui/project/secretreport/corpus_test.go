package secretreport

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
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
	report = flag.String("leaks.report", "", "what gitleaks says of the folder of -leaks.pair, as a `file` of JSON")
	pair   = flag.String("leaks.pair", "", "a `folder` of which TestGitleaksAgrees says what gitleaks finds in it, and this program does not")
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
	if 1000*len(hit) > 3*report.Scanned {
		t.Error("at most 3 of 1 000 files are wanted")
	}
}

// TestGitleaksAgrees prints what gitleaks finds in a folder, and which of it is not found here, by
// whatever rule, on one of its lines.
func TestGitleaksAgrees(t *testing.T) {
	if *pair == "" {
		t.Skip("-leaks.pair names no folder")
	}
	data, err := os.ReadFile(*report)
	if err != nil {
		t.Fatal(err)
	}
	var theirs []struct {
		RuleID, File       string
		StartLine, EndLine int
	}
	if err := json.Unmarshal(data, &theirs); err != nil {
		t.Fatal(err)
	}
	ours, err := InFiles(t.Context(), opened(t, *pair), []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	missed := 0
	for _, g := range theirs {
		name, err := filepath.Rel(*pair, g.File)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(ours.Findings, func(f Finding) bool {
			return f.Where == filepath.ToSlash(name) && (f.Line == 0 || f.Line >= g.StartLine && f.Line <= g.EndLine)
		}) {
			t.Logf("not found: %s:%d %s", name, g.StartLine, g.RuleID)
			missed++
		}
	}
	t.Logf("%d of %d found", len(theirs)-missed, len(theirs))
}
