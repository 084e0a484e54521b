package rank_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"dossier/aggregate/code/parser"
	"dossier/aggregate/code/worker"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/rank"
)

// TestMain makes the test binary a worker when a pool asks for one.
func TestMain(m *testing.M) {
	if !worker.Asked(os.Args[1:]) {
		os.Exit(m.Run())
	}
	if err := parser.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func TestRankKeepsItsIndexInTheCacheFolder(t *testing.T) {
	dir, home := t.TempDir(), t.TempDir()
	for name, content := range map[string]string{
		"login.py": "def check_password(user):\n    return user.secret\n\ndef other():\n    pass\n",
		"cart.py":  "from login import check_password\n\ndef pay(user):\n    check_password(user)\n",
		"notes.md": "# Nothing\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	places := presets.Places{Config: filepath.Join(home, "config"), State: filepath.Join(home, "state"), Cache: filepath.Join(home, "cache")}
	p, err := project.Open(dir, places)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	ranked, err := rank.Of(p).Rank(t.Context(), "check_password does not check the password", 5, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(ranked) != 2 || ranked[0].Path != "login.py" || ranked[1].Path != "cart.py" {
		t.Fatalf("the ranking is %+v", ranked)
	}
	if s := ranked[0].Symbols; s["check_password"] <= s["other"] {
		t.Errorf("the symbols count %v", s)
	}
	kept, err := filepath.Glob(filepath.Join(places.Cache, "index", "*"))
	if err != nil || len(kept) != 1 {
		t.Errorf("kept are %v, %v", kept, err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 3 {
		t.Errorf("in the folder are %v, %v", left, err)
	}
}
