package rank_test

import (
	"os"
	"path/filepath"
	"testing"

	"dossier/ui/project/projecttest"
	"dossier/ui/project/rank"
)

// TestMain lets the test binary be one of the processes that parse.
func TestMain(m *testing.M) { projecttest.Main(m) }

func TestRankKeepsItsIndexInTheCacheFolder(t *testing.T) {
	p := projecttest.Open(t, map[string]string{
		"login.py": "def check_password(user):\n    return user.secret\n\ndef other():\n    pass\n",
		"cart.py":  "from login import check_password\n\ndef pay(user):\n    check_password(user)\n",
		"notes.md": "# Nothing\n",
	})
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
	kept, err := filepath.Glob(filepath.Join(p.User().Places().Cache, "index", "*"))
	if err != nil || len(kept) != 1 {
		t.Errorf("kept are %v, %v", kept, err)
	}
	left, err := os.ReadDir(p.Dir)
	if err != nil || len(left) != 3 {
		t.Errorf("in the folder are %v, %v", left, err)
	}
}
