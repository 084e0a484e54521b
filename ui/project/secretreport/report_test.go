package secretreport

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/ui/project/projecttest"
)

// TestInDocument: of a file only what its view shows, and every other part of the document.
func TestInDocument(t *testing.T) {
	const secret = "postgres://app:hunter2@db.internal/app"
	p := projecttest.Open(t, map[string]string{
		"dossier.toml":         "[[files.items]]\npath = \"shown.py\"\n[[files.items]]\npath = \"hidden.py\"\nview_mode = \"skeleton\"\n",
		"shown.py":             "def f():\n    return open('" + secret + "')\n",
		"hidden.py":            "def f():\n    return open('" + secret + "')\n",
		"other.py":             "x = '" + secret + "'\n",
		"dossier_history.toml": "active = \"main\"\n[[discussions.main.history]]\nrole = \"User\"\ncontent = \"it is " + secret + "\"\n",
	})
	r, err := InDocument(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range r.Findings {
		got = append(got, f.Where+" "+f.Rule)
		if strings.Contains(f.Excerpt, "hunter2") {
			t.Errorf("an excerpt shows the secret: %s", f.Excerpt)
		}
	}
	if diff := cmp.Diff([]string{"Discussion Excerpt 1 password-in-url", "shown.py password-in-url"}, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestInFiles(t *testing.T) {
	const secret = "postgres://app:hunter2@db.internal/app"
	p := projecttest.Open(t, map[string]string{
		"sub/a.py":   "x = 1\ny = '" + secret + "'\nz = '" + secret + "'\n",
		"sub/b.bin":  "\x00\x01" + secret,
		"sub/c.txt":  "nothing\n",
		"sub/.env":   "KEY=" + secret + "\n",
		"other/d.py": "x = '" + secret + "'\n",
	})
	r, err := InFiles(t.Context(), p, []string{"sub", "sub/c.txt", "missing.txt", "sub/.env"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range r.Findings {
		got = append(got, fmt.Sprintf("%s:%d %s %s", f.Where, f.Line, f.Rule, f.State))
	}
	want := []string{"sub/.env:0 file-name withheld", "sub/.env:1 password-in-url readable", "sub/a.py:2 password-in-url readable", "sub/a.py:3 password-in-url readable"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if r.Scanned != 4 || len(r.Unscanned) != 1 || !strings.HasPrefix(r.Unscanned[0], "missing.txt: ") {
		t.Errorf("%d are scanned, and not %q; want 4, and not missing.txt", r.Scanned, r.Unscanned)
	}
}
