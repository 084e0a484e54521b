package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dossier/aggregate/anchor"
	"dossier/models"
)

// planted is a project with a secret in every place that a command could print.
func planted(t *testing.T) (dir, token, key string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	word := func(n int) string {
		const letters = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789"
		b := make([]byte, n)
		for i := range b {
			b[i] = letters[rng.IntN(len(letters))]
		}
		return string(b)
	}
	// They are assembled here, so that no scanner reports this file.
	token = "gh" + "p_" + word(36)
	key = "-----BEGIN RSA " + "PRIVATE KEY-----\n" + word(64) + "\n" + word(64) + "\n" + word(64) + "\n-----END RSA " + "PRIVATE KEY-----"
	source := "package a\n\n// A uses " + token + ".\nfunc A(key string) string { return \"" + token + "\" }\n\nconst B = `" + key + "`\n"
	slice, err := anchor.NewText(source).Make(3, 4)
	if err != nil {
		t.Fatal(err)
	}
	slice.Tag, slice.Comment = "see "+token, "it is "+token
	item := models.NewFileItem("a.go")
	item.ViewMode, item.CustomSlices = models.Custom, []models.Slice{slice}
	quoted := func(s string) string {
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	files := `[{ path = "a.go", view_mode = "custom", custom_slices = [{ start_line = 3, end_line = 4, tag = ` + quoted(slice.Tag) + `, comment = ` + quoted(slice.Comment) + ` }] }, { path = "b.md" }, { path = ".env" }]`
	dir = t.TempDir()
	for name, text := range map[string]string{
		"a.go":  source,
		"b.md":  "# About " + token + "\n\n[[c]] and " + token + "\n\n" + key + "\n",
		"c.md":  "# C\n\n" + token + "\n",
		".env":  "OTHER=" + word(30) + "\nTOKEN=" + token + "\n",
		"a.png": "no image",
		"dossier.toml": "[project]\nname = \"acme\"\ninstruction = " + quoted("then "+token) + "\n[roots]\nlib = " + quoted("../"+token) + "\n[files]\nitems = " + files + "\n" +
			"[screenshots]\npaths = [{ path = \"a.png\", caption = " + quoted("shows "+token) + " }]\n" +
			"[presets.one]\ndescription = " + quoted("with "+token) + "\nfiles = " + files + "\n" +
			"[links.contexts.two]\ncontext_items = [\"b.md\"]\n[links.contexts.two.context_opts]\ntemplates = { \"-1\" = { before = " + quoted("ask "+token) + " } }\n",
		"dossier_history.toml":    "active = \"main\"\n[discussions.main]\nhistory = [{ role = \"User\", content = " + quoted("hello\n"+token+"\n"+key) + " }, { role = \"AI\", content = " + quoted(token) + " }]\n",
		".beads/config.yaml":      "",
		".beads/issues.jsonl":     `{"id":"a-1","title":` + quoted("First "+token) + `,"description":` + quoted(key) + `,"status":"open","priority":1,"labels":[` + quoted(token) + `]}` + "\n",
		"answer.md":               "b.md\n```\n<<<<<<< SEARCH\n# About " + token + "x\n\n=======\n# B " + token + "\n\n>>>>>>> REPLACE\n```\n\na.go\n```\n<<<<<<< SEARCH\n// A uses " + token + ".\n=======\n// A is one.\n>>>>>>> REPLACE\n```\n",
		".dossier/prompts/own.md": "Use " + token + " for it.\n" + key + "\n",
		"chat.txt":                "User: a\n" + token + "\nAI: b\n" + token + "\n",
		"notes.json":              `[{"id":"ctx-9","type":"text","metadata":{},"timestamp":3910982400,"content":` + quoted(token+"\n"+key) + `}]`,
		"in.toml":                 "[presets.three]\ndescription = " + quoted(token) + "\n[[presets.three.files]]\npath = \"a.go\"\n",
	} {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	commitPlanted(t, dir, token, key)
	return dir, token, key
}

// commitPlanted makes a repository of the project, with a secret in a message, an author and a
// file that has changed. Where git is not installed there is none.
func commitPlanted(t *testing.T, dir, token, key string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		return
	}
	run := func(args ...string) {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=" + token, "GIT_AUTHOR_EMAIL=a", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a"}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	run("init", "-q", "-b", "main")
	run("add", "-A")
	run("commit", "-q", "-m", "first")
	source, err := os.ReadFile(filepath.Join(dir, "a.go"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "d.go"), []byte(strings.ReplaceAll(string(source), "package a", "package d")), 0o644); err != nil {
		t.Fatal(err)
	}
	run("add", "-A")
	run("commit", "-q", "-m", "second "+token+"\n\n"+key)
	if err := os.WriteFile(filepath.Join(dir, "d.go"), []byte("package d\n\nconst C = `"+key+"`\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestNoCommandPrintsASecret: each command and each verb there is, with and without --json,
// prints neither on standard output nor on standard error what was planted. What the user asks
// for with --no-redact is printed.
func TestNoCommandPrintsASecret(t *testing.T) {
	dir, token, key := planted(t)
	// The name of a changed file is in the header of its patch.
	if err := os.WriteFile(filepath.Join(dir, "about-"+token+".txt"), []byte("words\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	calls := map[string][]string{
		"build": {"build --stdout", "build", "build a.go b.md .env", "build --json --view skeleton . --exclude x", "build --stdout --strategy summarize"}, "view": {"view a.go", "view b.md --mode full", "view .env"},
		"symbols": {"symbols a.go", "symbols b.md"}, "slice": {"slice a.go 3 4"}, "resolve": {"resolve a.go"}, "explain": {"explain a.go"},
		"mcp": {"mcp", "mcp --activity", "mcp --print-config zed"}, "proposals list": {"", "--all"}, "proposals show": {"p1"}, "proposals take": {"p1"}, "proposals drop": {"p1"},
		"search": {"search A", "search ghp_ --context 3", "search . --regexp", "search a --names"},
		"allow":  {"allow --list"}, "request": {"request a.go b.md .env", "request --find chat.txt"},
		"apply":       {"apply --check answer.md", "apply answer.md", "apply --list", "apply --undo"},
		"beads":       {"beads", "beads show a-1", "beads in a-1", "beads out a-1"},
		"screenshots": {"screenshots", "screenshots add a.png", "screenshots remove a.png", "screenshots move a.png 1"},
		"completion":  {"completion bash"}, "tokens": {"tokens", "tokens a.go"}, "secrets": {"secrets", "secrets a.go .env"},
		"presets list": {""}, "presets show": {"one"}, "presets save": {"new"}, "presets apply": {"one"}, "presets delete": {"one"},
		"presets rename": {"one two"}, "presets describe": {"one x"}, "presets copy": {"one two"}, "presets move": {"one two"},
		"prompts list": {""}, "prompts show": {"own", "own --expand"}, "prompts add": {"x --text y"}, "prompts edit": {"own --text y"}, "prompts delete": {"own"},
		"prompts on": {"own"}, "prompts off": {""},
		"presets import": {"in.toml"}, "presets export": {"one"}, "presets check": {"", "one"}, "presets diff": {"one"},
		"discussion list": {""}, "discussion show": {"", "1"}, "discussion add": {"x"}, "discussion edit": {"1 x"}, "discussion remove": {"1"},
		"discussion move": {"2 --at 1"}, "discussion split": {"1 --at 2"}, "discussion merge": {"1"}, "discussion in": {"1"}, "discussion out": {"1"},
		"discussion trim": {"--last 1"}, "discussion import": {"chat.txt", "chat.txt --list"}, "discussion search": {"hello", token},
		"discussion use": {"main"}, "discussion new": {"x"}, "discussion rename": {"main y"}, "discussion delete": {"main"}, "discussion branch": {"1"},
		"roots list": {""}, "roots add": {"../none lib"}, "roots remove": {"lib"},
		"exclude list": {""}, "exclude add": {"*.snap"}, "exclude remove": {"*.snap"},
		"notes list": {""}, "notes show": {""}, "notes add": {"x"}, "notes edit": {"ctx-9 x"}, "notes remove": {"ctx-9"}, "notes in": {"ctx-9"},
		"notes out": {"ctx-9"}, "notes move": {"ctx-9"}, "notes format": {"notes.json"}, "notes import": {"notes.json"}, "notes export": {""},
		"notes limit":    {""},
		"links snapshot": {"--item b.md"}, "links compile": {"--item b.md", "--context two"}, "links add": {"--item b.md"},
		"links list": {""}, "links show": {"two"}, "links save": {"x --item b.md"}, "links delete": {"two"}, "links in": {"two"}, "links out": {"two"},
		"git status": {""}, "git diff": {"", "HEAD~1", "HEAD~1..HEAD"}, "git files": {"", "HEAD~1"}, "git log": {"", "--bodies --names"}, "git revisions": {""},
		"links uses": {"a.go"}, "links usedby": {"a.go"},
		"fit":            {"fit --query key", "fit --query key --rank 5", "fit --git uncommitted --rank", "fit --git HEAD~1", "fit --git uncommitted --max-tokens 9000 --query key", "fit --query key --scorer classic"},
		"snapshots list": {""}, "snapshots show": {"latest"}, "snapshots diff": {"latest"}, "snapshots restore": {"latest"}, "snapshots render": {"latest"},
		"snapshots pin": {"latest"}, "snapshots unpin": {"latest"}, "snapshots describe": {"latest x"}, "snapshots delete": {"latest"},
		"snapshots prune": {"--keep 1"}, "snapshots export": {"latest sent.md"}, "snapshots verify": {""},
	}
	verbs := regexp.MustCompile(`(?m)^  ([a-z]+)`)
	for _, c := range commands() {
		names := []string{c.Name}
		if _, alone := calls[c.Name]; !alone {
			names = names[:0]
			for _, m := range verbs.FindAllStringSubmatch(c.Details, -1) {
				names = append(names, c.Name+" "+m[1])
			}
			switch {
			case len(names) > 0:
			case c.Args == "" || strings.HasPrefix(c.Args, "["): // it needs no arguments
				names, calls[c.Name] = []string{c.Name}, []string{c.Name}
			default:
				t.Errorf("%s is not tried", c.Name)
			}
		}
		for _, name := range names {
			args, ok := calls[name]
			if !ok {
				t.Errorf("%s is not tried: name a call of it that prints what it can", name)
			}
			for _, arg := range args {
				line := arg
				if !strings.HasPrefix(arg, c.Name+" ") && arg != c.Name {
					line = name + " " + arg
				}
				t.Run(line, func(t *testing.T) { printsNoSecret(t, dir, strings.Fields(line), token, key) })
			}
		}
	}
}

// TestWhatIsAskedForIsPrinted: --no-redact prints what there is, and says so.
func TestWhatIsAskedForIsPrinted(t *testing.T) {
	dir, token, _ := planted(t)
	for _, args := range []string{"discussion show 2", "links compile --item c.md", "request c.md", "view c.md", "build --stdout", "beads show a-1"} {
		var out, said bytes.Buffer
		if code := run(t, Env{Stdout: &out, Stderr: &said}, dir, append(strings.Fields(args), "--no-redact")...); code != 0 {
			t.Errorf("%s ends with %d: %s", args, code, &said)
		}
		if !strings.Contains(out.String(), token) || !strings.Contains(said.String(), "nothing is redacted") {
			t.Errorf("%s --no-redact prints %q and says %q", args, &out, &said)
		}
	}
}

// TestPartsOfSecrets: what is printed of a file, an entry or a prompt has no part of a secret either, although nothing
// recognizes a single line of a key, or a token that is cut off.
func TestPartsOfSecrets(t *testing.T) {
	dir, token, key := planted(t)
	t.Chdir(dir)
	long := strings.Repeat("word ", 10) + token + " end"
	call := func(args ...string) string {
		t.Helper()
		var out, said bytes.Buffer
		if code := run(t, Env{Stdout: &out, Stderr: &said, Stdin: strings.NewReader("")}, dir, args...); code != 0 {
			t.Fatalf("%q ends with %d: %s", args, code, &said)
		}
		return out.String() + said.String()
	}
	call("prompts", "add", "long", "--text", long)
	call("notes", "add", "--from", "a.go:8")
	call("notes", "add", "--from", "a.go:10")
	call("slice", "a.go", "8", "8", "--save")
	call("presets", "save", "parts")
	parts := append(strings.Split(key, "\n")[1:4], token)
	for _, line := range []string{
		"prompts list", "notes list", "notes show", "notes show --json", "notes export", "presets show parts", "presets show parts --json", "presets export parts",
		"presets export --redact parts", "discussion search e", "discussion search e --json", "resolve a.go --json",
	} {
		said := call(strings.Fields(line)...)
		for _, part := range parts {
			if strings.Contains(said, part[:20]) {
				t.Errorf("%s prints a part of a secret: %s", line, said)
			}
		}
	}
}

// printsNoSecret has a command run in copies of a folder: to plant it again would have git run thousands of times.
func printsNoSecret(t *testing.T, from string, args []string, token, key string) {
	for _, more := range [][]string{nil, {"--json"}} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
		t.Chdir(dir)
		for _, before := range []string{"notes import notes.json", "build"} {
			var said bytes.Buffer
			if code := run(t, Env{Stdout: new(bytes.Buffer), Stderr: &said}, dir, strings.Fields(before)...); code != 0 {
				t.Fatalf("%s ends with %d: %s", before, code, &said)
			}
		}
		var out, said bytes.Buffer
		code := run(t, Env{Stdout: &out, Stderr: &said, Stdin: strings.NewReader("")}, dir, append(args, more...)...)
		if code == 2 {
			t.Errorf("%q is called wrongly: %s", args, &said)
		}
		for which, text := range map[string]string{"output": out.String(), "error": said.String()} {
			for part := range strings.Lines(token + "\n" + key) {
				if part = strings.TrimSpace(part); !strings.HasPrefix(part, "-----") && strings.Contains(text, part) {
					at := strings.Index(text, part)
					t.Errorf("%q prints %q on standard %s: …%q…", append(args, more...), part, which, text[max(0, at-200):min(len(text), at+80)])
				}
			}
		}
		if more != nil && bytes.HasPrefix(out.Bytes(), []byte("{")) && !json.Valid(out.Bytes()) {
			t.Errorf("%q prints what is no JSON: %s", args, &out)
		}
	}
}

// TestNothingSecretIsKept: after all requests that read files, no certain secret of them is in an
// index, cache, list or other file of the user's folders.
func TestNothingSecretIsKept(t *testing.T) {
	dir, token, key := planted(t)
	source := "package a\n\nimport \"" + token + "\"\n\nconst " + token + " = 1\n\nfunc A() {}\n"
	for name, text := range map[string]string{
		"names.go": source, "names.js": "import x from './" + token + "';\nexport function " + token + "() {}\n",
		"names.json": `{"` + token + `": {"` + token + `": 1}}`, "names.yaml": token + ":\n  " + token + ": 1\n", "names.toml": "[" + token + "]\n" + token + " = 1\n",
		"names.py": "class " + token + ":\n    " + token + " = 1\n", "names.md": "# " + token + "\n\n[a](" + token + ".md)\n", "names.html": "<title>" + token + "</title><h1 id=\"" + token + "\">x</h1>\n",
		"names.css": "." + token + " { color: red }\n", "names.sql": "CREATE TABLE " + token + " (" + token + " int);\n", "names.csv": token + ",b\n1,2\n", "Makefile": token + ":\n\ttrue\n",
		"names.rs": "mod " + token + ";\nfn " + token + "() {}\n", "names.c": "#include \"" + token + ".h\"\nint " + token + "(void);\n", "names.sh": token + "() { :; }\n", "names.tf": "resource \"a\" \"" + token + "\" {}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{
		"build", "fit --query key --rank 5", "fit --git uncommitted --rank", "fit --git HEAD~1", "fit --git uncommitted --max-tokens 9000 --query key", "fit --query " + token + " --rank 5", "fit --query key", "fit --query key --scorer classic", "links snapshot --item b.md", "links uses names.go names.js", "links usedby names.go",
		"symbols names.go", "view names.js --mode outline", "symbols names.json", "symbols names.yaml", "symbols names.toml", "symbols names.py", "symbols names.md", "symbols names.css", "symbols names.sql", "symbols Makefile",
		"symbols names.rs", "symbols names.c", "symbols names.sh", "symbols names.tf", "view names.json --mode summary", "view names.csv --mode summary", "view names.html --mode summary", "links uses names.rs names.c names.py", "tokens", "secrets", "build --stdout --no-redact", "request --find chat.txt", "presets check",
	} {
		run(t, Env{Stdout: new(bytes.Buffer), Stderr: new(bytes.Buffer)}, dir, strings.Fields(line)...)
	}
	files := 0
	err := filepath.WalkDir(filepath.Join(dir, ".home"), func(p string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		files++
		for _, part := range append(strings.Split(key, "\n")[1:4], token) {
			if bytes.Contains(bytes.ToLower(data), []byte(strings.ToLower(part))) {
				t.Errorf("%s holds %q", p[len(dir):], part)
			}
		}
		return err
	})
	if err != nil || files < 4 {
		t.Errorf("%d files were looked at, %v", files, err)
	}
}
