package answer

import "testing"

func TestAloneOn(t *testing.T) {
	for line, want := range map[string]string{
		"src/main.go": "src/main.go", "`src/main.go`": "src/main.go", "**src/main.go**": "src/main.go", "### `src/main.go`": "src/main.go",
		"#### File: `src/main.go`": "src/main.go", "**File: src/main.go**": "src/main.go", "1. **src/main.go**": "src/main.go", "- `src/main.go`:": "src/main.go",
		"`src/main.go` (new file):": "src/main.go", "File: src/main.go": "src/main.go", "// src/main.go": "src/main.go", "# src/app.py": "src/app.py",
		"<!-- index.html -->": "index.html", "Makefile": "Makefile", "Update `go.mod`:": "go.mod", "`lib/a.rdoc`": "lib/a.rdoc", "**src/main.go** – updated": "src/main.go",
		"src\\main.go": "src\\main.go", "## 2. `src/main.go`": "src/main.go",
		"Here is the change.": "", "See `a.go` and `b.go`:": "", "Node.js": "", "v1.2.3": "", "**Why:** the old code missed one case.": "", "https://example.org/a.go": "",
		"12:15:src/main.go": "", "": "", "e.g.": "", "## Usage": "", "this.value": "",
	} {
		if got := solePath(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestInSentence(t *testing.T) {
	for line, want := range map[string]string{
		"Replace it in `net.c`:":                        "net.c",
		"Replace it in `src/output/mod.rs`:":            "src/output/mod.rs",
		"Now update `src/app.ts` so that it compiles:":  "src/app.ts",
		"Create **docs/a.md** with this content:":       "docs/a.md",
		"In `a.go`, replace the call in `b.go`:":        "",
		"For example, `a.go` could change like this:":   "",
		"`a.go` currently has:":                         "",
		"Run `make.sh` to update everything:":           "",
		"The function in `a.go` is called by the test:": "",
	} {
		if got := pathInSentence(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestElided(t *testing.T) {
	for line, want := range map[string]bool{
		"// ... existing code ...": true, "    # ... existing code ...": true, "/* ... existing code ... */": true, "<!-- ... existing code ... -->": true,
		"// ...": true, "# ...": true, "// rest of the code unchanged": true, "# Rest of the code": true, "// ... (other methods remain unchanged)": true,
		"{/* ... existing code ... */}": true, "...existing code...": true, "-- ... rest of the query ...": true, "// ...existing code...": true, "// … existing code …": true,
		"// The existing code is slow": false, "...or to use a custom matcher function:": false, "x = [...]": false, "foo(...args)": false, "# existing users are kept": false,
		"// ... and then it returns": false, "return": false, "": false, "print('...')": false,
	} {
		if got := isElision(line); got != want {
			t.Errorf("%q: %t", line, got)
		}
	}
}
