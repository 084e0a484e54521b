package aggregate

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/anchor"
	"dossier/aggregate/beads"
	"dossier/aggregate/code/languages"
	"dossier/aggregate/secrets"
	"dossier/models"
)

// token returns a value that is certain to be a secret; n makes it distinct. It is concatenated,
// so that secret scanners do not report this file.
func token(n int) string {
	rng := rand.New(rand.NewPCG(uint64(n), 7))
	const letters = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789"
	b := []byte("gh" + "p_")
	for range 36 {
		b = append(b, letters[rng.IntN(len(letters))])
	}
	return string(b)
}

// privateKey returns a key of several lines.
func privateKey(n int) string {
	var b strings.Builder
	b.WriteString("-----BEGIN RSA " + "PRIVATE KEY-----\n")
	for i := range 4 {
		b.WriteString(token(1000*n + i)[4:] + token(1000*n + i + 500)[4:32] + "\n")
	}
	b.WriteString("-----END RSA " + "PRIVATE KEY-----")
	return b.String()
}

// guarded returns a builder of a project that redacts.
func guardedBuilder(tb testing.TB, dir string, paths []string) *Builder {
	b := newBuilder(tb, dir, paths)
	checker := secrets.NewChecker(secrets.Default())
	b.Secrets = func(context.Context) *secrets.Checker { return checker }
	b.Code = languages.InProcess{}
	return b
}

func built(tb testing.TB, b *Builder, in Input) *Document {
	tb.Helper()
	doc, err := b.Build(tb.Context(), in, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return doc
}

// TestSecretsAreRedacted checks that equal values have the same number in the entire document,
// that line counts stay, and that the warning names the redactions.
func TestSecretsAreRedacted(t *testing.T) {
	dir, paths := written(t, map[string]string{
		"a.sh":   "one\nexport T=" + token(1) + "\nexport U=" + token(2) + "\nlast\n",
		"b.sh":   "again " + token(1) + "\n" + privateKey(3) + "\nend\n",
		"c.yaml": "password: hunter22x\n",
		".env":   "A=1\n",
	})
	b := guardedBuilder(t, dir, paths)
	in := inputOf("a.sh", "b.sh", "c.yaml", ".env")
	in.History = []models.Entry{{Role: "User", Content: "use " + token(2) + " and " + token(4)}}
	doc := built(t, b, in)
	for _, want := range []string{
		"one\nexport T=[REDACTED:github-pat#1]\nexport U=[REDACTED:github-pat#2]\nlast\n",
		"again [REDACTED:github-pat#1]\n[REDACTED:private-key#1]\n\n\n\n\n\nend\n",
		"use [REDACTED:github-pat#2] and [REDACTED:github-pat#3]",
		"### `.env` (withheld)\n\n(content withheld: files of this name hold secrets)",
		"hunter22x",
	} {
		if !strings.Contains(doc.Text(), want) {
			t.Errorf("the document lacks %q:\n%s", want, doc.Text())
		}
	}
	var said []string
	for _, w := range doc.Warnings {
		said = append(said, w.String())
	}
	want := []string{
		"6 secrets redacted: github-pat in a.sh (line 2), github-pat in a.sh (line 3), github-pat in b.sh (line 1), private-key in b.sh (line 2), github-pat in Discussion Excerpt 1 (line 1) and 1 more",
		"1 value may be a secret and is readable: password-in-settings in c.yaml (line 1)",
		".env: is withheld, because files of this name hold secrets",
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	if again := built(t, b, in); again.Text() != doc.Text() || !slices.Equal(again.Secrets.List, doc.Secrets.List) {
		t.Error("the next build gives another document")
	}
	if fresh := built(t, guardedBuilder(t, dir, paths), in); fresh.Text() != doc.Text() {
		t.Error("another builder gives another document")
	}
}

// TestPolicies checks that the user's policies apply to the next build, including everything
// cached.
func TestPolicies(t *testing.T) {
	dir, paths := written(t, map[string]string{"a.yaml": "token: " + token(1) + "\npassword: hunter22x\n", ".env": "A=1\n"})
	b := guardedBuilder(t, dir, paths)
	in := inputOf("a.yaml", ".env")
	in.History = []models.Entry{{Role: "User", Content: token(1)}}
	tests := []struct {
		name   string
		policy secrets.Policy
		want   string
		states map[secrets.State]int
	}{
		{"by default", secrets.Policy{}, "token: [REDACTED:github-pat#1]\npassword: hunter22x\n", map[secrets.State]int{secrets.Redacted: 2, secrets.Readable: 1, secrets.Withheld: 1}},
		{"nothing is redacted", secrets.Policy{Off: true}, "token: " + token(1) + "\npassword: hunter22x\n", map[secrets.State]int{secrets.Readable: 4}},
		{"a value is allowed", secrets.Policy{Allow: []string{secrets.ID("github-pat", token(1))}}, "token: " + token(1) + "\n", map[secrets.State]int{secrets.Allowed: 2, secrets.Readable: 1, secrets.Withheld: 1}},
		{"another value is allowed", secrets.Policy{Allow: []string{secrets.ID("github-pat", token(2))}}, "token: [REDACTED:github-pat#1]\n", map[secrets.State]int{secrets.Redacted: 2, secrets.Readable: 1, secrets.Withheld: 1}},
		{"a likely one is redacted", secrets.Policy{Redact: []string{secrets.ID("password-in-settings", "hunter22x")}}, "password: [REDACTED:password-in-settings#1]\n", map[secrets.State]int{secrets.Redacted: 3, secrets.Withheld: 1}},
		{"all of a rule are redacted", secrets.Policy{Redact: []string{"password-in-settings"}}, "password: [REDACTED:password-in-settings#1]\n", map[secrets.State]int{secrets.Redacted: 3, secrets.Withheld: 1}},
		{"a file is shown", secrets.Policy{Show: []string{".env"}}, "A=1\n", map[secrets.State]int{secrets.Redacted: 2, secrets.Readable: 1, secrets.Allowed: 1}},
		{"a file is allowed with what it says", secrets.Policy{Allow: []string{secrets.FileID(".env", "A=1\n")}}, "A=1\n", map[secrets.State]int{secrets.Redacted: 2, secrets.Readable: 1, secrets.Allowed: 1}},
		{"a file is allowed with what it said", secrets.Policy{Allow: []string{secrets.FileID(".env", "A=2\n")}}, "(content withheld", map[secrets.State]int{secrets.Redacted: 2, secrets.Readable: 1, secrets.Withheld: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in.Secrets = tt.policy
			doc := built(t, b, in)
			if !strings.Contains(doc.Text(), tt.want) {
				t.Errorf("the document lacks %q:\n%s", tt.want, doc.Text())
			}
			got := map[secrets.State]int{}
			for _, one := range doc.Secrets.List {
				got[one.State]++
			}
			if diff := cmp.Diff(tt.states, got); diff != "" {
				t.Errorf("states (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSlicesStayThemselves checks that a slice with a secret is found again whether that is
// redacted or not, and that its record does not contain it.
func TestSlicesStayThemselves(t *testing.T) {
	source := "one\ntwo\nkey " + token(1) + "\n" + privateKey(1) + "\nlast\n"
	dir, paths := written(t, map[string]string{"a.txt": source})
	slice, err := anchor.NewText(source).Make(3, 5)
	if err != nil {
		t.Fatal(err)
	}
	in := inputOf("a.txt")
	in.Composition.Files[0].ViewMode = models.Custom
	in.Composition.Files[0].CustomSlices = []models.Slice{slice}
	b := guardedBuilder(t, dir, paths)
	for _, off := range []bool{false, true, false} {
		in.Secrets.Off = off
		doc := built(t, b, in)
		if health := doc.Items[0].Health; len(health) != 1 || health[0].Health != string(anchor.Exact) {
			t.Errorf("redacted %v: the slice is %+v", !off, health)
		}
		record, err := json.Marshal(RecordOf(doc, in, RecordInfo{}).Composition)
		if err != nil {
			t.Fatal(err)
		}
		if shown := bytes.Contains(record, []byte(token(1))); shown != off {
			t.Errorf("redacted %v: the record contains the secret: %v", !off, shown)
		}
	}
}

// TestAnchorLinesWithoutSecretsStay checks that a record stores the anchor lines of a slice that only begin as a
// redacted line does, of its own file or of another one, as they are.
func TestAnchorLinesWithoutSecretsStay(t *testing.T) {
	sources := map[string]string{
		"a.txt": "func f() {\n    \n    token := \"" + token(1) + "\"\n    \n}\n",
		"b.txt": "one\n    \n    token := \"\n\nlast\n",
	}
	want := map[string][]string{
		"a.txt": {"func f() {", "    ", `    token := "[REDACTED:github-pat#1]"`, "    ", "}"},
		"b.txt": {"one", "    ", `    token := "`, "", "last"},
	}
	dir, paths := written(t, sources)
	in := inputOf(paths...)
	for i, name := range paths {
		slice, err := anchor.NewText(sources[name]).Make(2, 4)
		if err != nil {
			t.Fatal(err)
		}
		in.Composition.Files[i].ViewMode, in.Composition.Files[i].CustomSlices = models.Custom, []models.Slice{slice}
	}
	record := RecordOf(built(t, guardedBuilder(t, dir, paths), in), in, RecordInfo{})
	for _, item := range record.Composition.Files {
		if diff := cmp.Diff(want[item.Path], item.CustomSlices[0].AnchorLines); diff != "" {
			t.Errorf("%s has other anchor lines in the record (-want +got):\n%s", item.Path, diff)
		}
	}
}

// TestAnAllowedLineStays checks that gitleaks:allow is respected, and counted.
func TestAnAllowedLineStays(t *testing.T) {
	dir, paths := written(t, map[string]string{"a.sh": token(1) + " # gitleaks:allow\n" + token(1) + "\n"})
	doc := built(t, guardedBuilder(t, dir, paths), inputOf("a.sh"))
	if want := token(1) + " # gitleaks:allow\n[REDACTED:github-pat#1]\n"; !strings.Contains(doc.Text(), want) {
		t.Errorf("the document lacks %q:\n%s", want, doc.Text())
	}
	if n := doc.Secrets.In(secrets.Allowed); n != 1 {
		t.Errorf("%d allowed", n)
	}
}

// TestChangesTellNoSecret checks the changes since a document that was sent before anything was
// redacted.
func TestChangesTellNoSecret(t *testing.T) {
	long := strings.Repeat("a line that stays\n", 40)
	dir, paths := written(t, map[string]string{"a.sh": long + "T=" + token(1) + "\n"})
	in := inputOf("a.sh")
	old := built(t, newBuilder(t, dir, paths), in)
	b := guardedBuilder(t, dir, paths)
	in.Composition.Changes = models.Changes{Since: "x_001", Only: true}
	in.Sent = func(models.Changes) Sent { return Sent{"x_001", old} }
	for range 2 {
		doc := built(t, b, in)
		if strings.Contains(doc.Text(), token(1)) || !strings.Contains(doc.Text(), "[REDACTED:github-pat#1]") && doc.Bytes > 0 {
			t.Errorf("the changes:\n%s", doc.Text())
		}
	}
}

// TestChangesForgetWhatIsRedacted checks that the changes since a document do not contain a value of it that the user
// redacts after they were shown.
func TestChangesForgetWhatIsRedacted(t *testing.T) {
	long := strings.Repeat("a: line that stays\n", 40)
	dir, paths := written(t, map[string]string{"a.yaml": long + "password: hunter22x\n"})
	in := inputOf("a.yaml")
	b := guardedBuilder(t, dir, paths)
	old := built(t, b, in)
	if err := os.WriteFile(filepath.Join(dir, "a.yaml"), []byte(long+"password: none\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.Invalidate("a.yaml")
	in.Composition.Changes = models.Changes{Since: "x_001", Only: true}
	in.Sent = func(models.Changes) Sent { return Sent{"x_001", old} }
	for _, policy := range []secrets.Policy{{}, {Redact: []string{"password-in-settings"}}, {}, {All: true}} {
		in.Secrets = policy
		doc := built(t, b, in)
		if got, want := strings.Contains(doc.Text(), "hunter22x"), reflect.DeepEqual(policy, secrets.Policy{}); got != want || !strings.Contains(doc.Text(), "password: none") {
			t.Errorf("%+v: the value is shown: %v, want %v:\n%s", policy, got, want, doc.Text())
		}
	}
}

// plantedCase is a project with secrets in every input of a document.
type plantedCase struct {
	files   map[string]string
	in      Input
	secrets []string
	beads   []models.Bead
}

// plant creates a case from a seed.
func plant(seed uint64) *plantedCase {
	rng := rand.New(rand.NewPCG(seed, 1))
	c := &plantedCase{files: map[string]string{}}
	next := int(seed) * 100
	secret := func() string {
		if len(c.secrets) > 0 && rng.IntN(4) == 0 {
			return c.secrets[rng.IntN(len(c.secrets))]
		}
		next++
		s := token(next)
		if rng.IntN(5) == 0 {
			s = privateKey(next)
		}
		c.secrets = append(c.secrets, s)
		return s
	}
	quoted := func() string { return strings.ReplaceAll(secret(), "\n", `\n`) }
	kinds := []func(i int) (string, string){
		func(i int) (string, string) {
			return fmt.Sprintf("f%d.go", i), "package p\n\n// Key is " + quoted() + ".\nconst Key = \"" + quoted() + "\"\n\nfunc f() string {\n\treturn \"" + quoted() + "\"\n}\n"
		},
		func(i int) (string, string) {
			return fmt.Sprintf("f%d.py", i), "import os\n\nclass A:\n    \"\"\"Uses " + quoted() + ".\"\"\"\n    def f(self, key=\"" + quoted() + "\"):\n        return key\n"
		},
		func(i int) (string, string) {
			return fmt.Sprintf("f%d.md", i), "# About " + quoted() + "\n\ntext\n\n" + secret() + "\n\n## More\n"
		},
		func(i int) (string, string) {
			return fmt.Sprintf("f%d.json", i), "{\"" + quoted() + "\": {\"b\": \"" + quoted() + "\"}}\n"
		},
		func(i int) (string, string) {
			return fmt.Sprintf("f%d.txt", i), "one\r\n" + secret() + "\r\ntwo\n\n" + secret() + "\n"
		},
	}
	for i := range 1 + rng.IntN(4) {
		name, text := kinds[rng.IntN(len(kinds))](i)
		c.files[name] = text
		item := models.NewFileItem(name)
		item.ViewMode = models.ViewModes()[rng.IntN(len(models.ViewModes()))]
		lines := anchor.NewText(text)
		if start := 1 + rng.IntN(lines.Lines()); true {
			end := start + rng.IntN(lines.Lines()-start+1)
			if s, err := lines.Make(start, end); err == nil {
				s.Tag, s.Comment = "tag", "see "+quoted()
				item.CustomSlices = []models.Slice{s}
			}
		}
		item.AstMask = map[string]models.MaskMode{"f": models.MaskDef, "A": models.MaskDef, "Key": models.MaskSig}
		c.in.Composition.Files = append(c.in.Composition.Files, item)
	}
	c.in.Composition.Focused = rng.IntN(4) == 0
	c.in.Composition.Instruction = "then " + secret()
	c.in.Composition.Screenshots = []models.Screenshot{{Path: "shot.png", Caption: "shows " + quoted()}}
	c.in.Composition.ExecutionMode = models.Beads
	c.in.History = []models.Entry{{Role: "User", Content: secret()}, {Role: "AI", Content: "no " + secret() + " but " + secret()}}
	c.in.Notes = []models.Note{{ID: "ctx-1", Type: models.NoteCode, Content: "x = " + secret()}}
	c.beads = []models.Bead{
		{ID: "b-1", Title: "rotate " + quoted(), Status: "open", Description: "it is\n" + secret() + "\nnow"},
		{ID: "b-2", Title: "done " + quoted(), Status: "closed"},
	}
	return c
}

var leakCases = flag.Uint64("leaks.cases", 1000, "how many projects with secrets TestNoSecretLeaves makes")

// TestNoSecretLeaves checks that planted secrets, in every view mode, slice and mask, are in
// neither the document nor its record, and that the document contains no more certain secrets.
func TestNoSecretLeaves(t *testing.T) {
	cases := *leakCases
	if testing.Short() {
		cases = min(cases, 100)
	}
	for seed := range cases { // each is closed before the next one is opened
		if !t.Run("", func(t *testing.T) { leavesNoSecret(t, seed) }) {
			return
		}
	}
}

func leavesNoSecret(t *testing.T, seed uint64) {
	c := plant(seed)
	c.files["shot.png"] = "\x89PNG"
	dir, paths := written(t, c.files)
	b := guardedBuilder(t, dir, paths)
	b.Beads = func() (beads.Result, []string, error) { return beads.Result{Beads: c.beads}, nil, nil }
	doc := built(t, b, c.in)
	record, err := json.Marshal(RecordOf(doc, c.in, RecordInfo{}))
	if err != nil {
		t.Fatal(err)
	}
	shown := doc.Text() + string(record) + fmt.Sprint(doc.Warnings, doc.Secrets)
	for _, s := range c.secrets {
		for line := range strings.Lines(s) {
			if line = strings.TrimSpace(line); len(line) > 12 && !strings.HasPrefix(line, "-----") && strings.Contains(shown, line) {
				at := strings.Index(shown, line)
				t.Fatalf("case %d contains %q: %q", seed, line, shown[max(0, at-300):min(len(shown), at+200)])
			}
		}
	}
	found, err := secrets.Default().Scan(t.Context(), "", doc.Text())
	if err != nil {
		t.Fatal(err)
	}
	if i := slices.IndexFunc(found, func(f secrets.Finding) bool { return f.Class == secrets.Certain }); i >= 0 {
		t.Fatalf("case %d: %s is still found: %q", seed, found[i].Rule, found[i].Secret(doc.Text()))
	}
	for row, item := range doc.Items {
		if item.Err != nil || path.Ext(item.Path) == "" {
			t.Errorf("row %d: %v", row, item.Err)
		}
	}
}

// written writes a project and returns its folder and the paths of its files, in order.
func written(tb testing.TB, files map[string]string) (dir string, paths []string) {
	tb.Helper()
	dir = tb.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			tb.Fatal(err)
		}
		paths = append(paths, name)
	}
	slices.Sort(paths)
	return dir, paths
}

// TestWhatIsNotCheckedIsSaid checks that the document reports, each time, files and entries whose
// scan takes too long; secrets found by the complete scan are redacted in the next document.
func TestWhatIsNotCheckedIsSaid(t *testing.T) {
	dir, paths := written(t, map[string]string{"a.sh": "T=" + token(1) + "\n", "b.sh": "x\n"})
	b := guardedBuilder(t, dir, paths)
	checker := secrets.NewChecker(secrets.Default())
	checker.Deadline = 0
	b.Secrets = func(context.Context) *secrets.Checker { return checker }
	in := inputOf("a.sh", "b.sh")
	in.History = []models.Entry{{Role: "User", Content: token(2)}}
	for range 2 {
		doc := built(t, b, in)
		var late, said []string
		for _, one := range doc.Secrets.Late {
			late = append(late, fmt.Sprintf("%s %d", one.Where, one.Row))
		}
		for _, w := range doc.Warnings {
			said = append(said, w.String())
		}
		if want := []string{"a.sh 0", "b.sh 1", "Discussion Excerpt 1 -1"}; !slices.Equal(late, want) {
			t.Errorf("not checked: %q, want %q", late, want)
		}
		if want := "a.sh: was not fully checked for secrets (time limit)"; !slices.Contains(said, want) {
			t.Errorf("the warnings lack %q: %q", want, said)
		}
	}
	for _, one := range built(t, b, in).Secrets.Late {
		if err := one.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	doc := built(t, b, in)
	if len(doc.Secrets.Late) > 0 || doc.Secrets.In(secrets.Redacted) != 2 || strings.Contains(doc.Text(), token(1)) || strings.Contains(doc.Text(), token(2)) {
		t.Errorf("after all is checked: %+v\n%s", doc.Secrets, doc.Text())
	}
}

// TestTheProjectsRulesHideNothing checks that certain secrets stay redacted regardless of the
// project's .gitleaks.toml, and that other findings it hides are reported.
func TestTheProjectsRulesHideNothing(t *testing.T) {
	dir, paths := written(t, map[string]string{"a.yaml": "token: " + token(1) + "\npassword: hunter22x\n"})
	b := guardedBuilder(t, dir, paths)
	scanner, err := secrets.Configured([]byte("[allowlist]\nregexes = [\".*\"]\npaths = [\".*\"]\n"))
	if err != nil {
		t.Fatal(err)
	}
	checker := secrets.NewChecker(scanner)
	b.Secrets = func(context.Context) *secrets.Checker { return checker }
	doc := built(t, b, inputOf("a.yaml"))
	if strings.Contains(doc.Text(), token(1)) || !strings.Contains(doc.Text(), "hunter22x") {
		t.Errorf("the document:\n%s", doc.Text())
	}
	var said []string
	for _, w := range doc.Warnings {
		said = append(said, w.String())
	}
	want := []string{
		"1 secret redacted: github-pat in a.yaml (line 1)",
		"1 secret is redacted although .gitleaks.toml allows it: github-pat in a.yaml (line 1)",
		"1 value is readable because .gitleaks.toml allows it: password-in-settings in a.yaml (line 2)",
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

// texts contains the inputs of a document with every string set.
type texts struct {
	Composition models.Composition
	History     []models.Entry
	Notes       []models.Note
	Beads       []models.Bead
	Made        RecordInfo
}

// allTexts returns texts that affect the document; other strings are "word".
func allTexts() *texts {
	mask := models.NewFileItem("a.go")
	mask.ViewMode, mask.AstMask = models.Masked, map[string]models.MaskMode{"A": models.MaskDef, "Gone": models.MaskDef}
	sliced := models.NewFileItem("b.md")
	sliced.ViewMode, sliced.CustomSlices = models.Custom, []models.Slice{{StartLine: 1, EndLine: 2}, {StartLine: 3, EndLine: 1, Problem: "it ends before word"}}
	gone, nameless := models.NewFileItem("gone.go"), models.FileItem{Problem: "it names no word", AutoAggregate: true}
	all := &texts{
		Composition: models.Composition{
			Files:       []models.FileItem{mask, sliced, gone, nameless},
			Screenshots: []models.Screenshot{{Path: "shot.png"}, {Path: "gone.png"}},
			Tree:        models.TreeSelected, ExecutionMode: models.Beads, BeadsExclude: []string{"b-9"}, NotesExclude: []string{"ctx-9"},
			Links: models.SmartContexts{Contexts: []models.SmartContext{{
				Items: []models.ContextItem{{Path: "c.md"}, {Path: "gone.md"}}, Document: true,
				Options: models.LinkOptions{Templates: map[int]models.LinkTemplate{-1: {}, 0: {}}},
			}}},
		},
		History: []models.Entry{{Role: "User"}, {Role: "AI"}},
		Notes: []models.Note{
			{ID: "ctx-1", Type: models.NoteCode, Metadata: models.NoteMetadata{StartLine: 1, EndLine: 2}},
			{ID: "ctx-2", Type: models.NoteError},
			{ID: "ctx-3", Type: "word", Metadata: models.NoteMetadata{Filename: "a.go"}},
		},
		Beads: []models.Bead{{ID: "b-1", Status: "open"}, {ID: "b-2", Status: "closed"}, {ID: "b-3", Status: "word"}},
	}
	fillTexts(reflect.ValueOf(all).Elem())
	all.Composition.Strategy, all.Composition.Changes = models.Auto, models.Changes{}
	return all
}

// fillTexts sets each empty string to "word", and gives each empty slice of strings one.
func fillTexts(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if v.String() == "" {
			v.SetString("word")
		}
	case reflect.Slice:
		if v.Len() == 0 && v.Type().Elem().Kind() == reflect.String {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		}
		for i := range v.Len() {
			fillTexts(v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			value := reflect.New(v.Type().Elem()).Elem()
			value.Set(v.MapIndex(key))
			fillTexts(value)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fillTexts(v.Field(i))
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			fillTexts(v.Elem())
		}
	}
}

// TestNoTextLeavesASecret checks, for every string in the inputs of a document, that a secret in
// it is in neither the document nor its record. New fields are tested automatically.
func TestNoTextLeavesASecret(t *testing.T) {
	secret := token(1)
	dir, paths := written(t, map[string]string{
		"a.go": "package a\n\nfunc A() {}\n", "b.md": "# B\n\ntext\n", "c.md": "# C\n", secret: "named\n", "shot.png": "\x89PNG",
	})
	for n := 0; ; n++ {
		all, at, old := allTexts(), 0, ""
		mapTexts(reflect.ValueOf(all).Elem(), func(s string) string {
			if at++; at != n+1 {
				return s
			}
			old = s
			return secret
		})
		if at <= n {
			if n < 80 {
				t.Errorf("only %d strings were tried", n)
			}
			return
		}
		b := guardedBuilder(t, dir, paths)
		b.Beads = func() (beads.Result, []string, error) { return beads.Result{Beads: all.Beads}, nil, nil }
		in := Input{Composition: all.Composition, History: all.History, Notes: all.Notes}
		doc := built(t, b, in)
		record, err := json.Marshal(RecordOf(doc, in, all.Made).Fields())
		if err != nil {
			t.Fatal(err)
		}
		for what, text := range map[string]string{"document": doc.Text(), "record": string(record)} {
			if i := strings.Index(text, secret); i >= 0 {
				t.Errorf("text %d, which was %q: the %s holds it: %q", n, old, what, text[max(0, i-120):min(len(text), i+80)])
			}
		}
	}
}

// The check of an item that names only its path is cached with its source: each other field that
// can contain text must be checked separately.
func TestEachTextOfAnItemIsChecked(t *testing.T) {
	const token = "gh" + "p_0123456789abcdefghijABCDEFGHIJ012345"
	g := &guard{checker: secrets.NewChecker(secrets.Default()), numbers: &secrets.Numbers{}}
	checks := func(src *source, item Item) bool {
		t.Helper()
		found, err := g.hasFindingInTexts(t.Context(), &item, src)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	clean := Item{FileItem: models.NewFileItem("a.go"), EntryPath: "a.go"}
	fields := 0
	for _, field := range append(reflect.VisibleFields(reflect.TypeFor[models.FileItem]()), reflect.VisibleFields(reflect.TypeFor[Item]())...) {
		own := len(field.Index) == 1 && field.Name == "EntryPath"
		if _, of := reflect.TypeFor[models.FileItem]().FieldByName(field.Name); !of && !own || field.Name == "ViewMode" || field.Name == "Text" { // a few words after parsing
			continue
		}
		item, src := clean, &source{}
		if !planted(reflect.ValueOf(&item).Elem().FieldByName(field.Name), token) {
			continue
		}
		fields++
		if field.Name != "Path" && checks(src, clean) { // another path has another source
			t.Fatal("something was found in a clean item")
		}
		if !checks(src, item) {
			t.Errorf("a token in %s is not found: guard.speaks takes the item for one that says nothing", field.Name)
		}
	}
	if fields < 6 {
		t.Errorf("only %d fields were tried", fields)
	}
}

// planted sets the strings of a value, and reports whether it can hold any.
func planted(v reflect.Value, text string) bool {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
		return true
	case reflect.Interface:
		v.Set(reflect.ValueOf(text))
		return true
	case reflect.Struct:
		found := false
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				found = planted(v.Field(i), text) || found
			}
		}
		return found
	case reflect.Slice:
		one := reflect.MakeSlice(v.Type(), 1, 1)
		v.Set(one)
		return planted(one.Index(0), text)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return planted(v.Elem(), text)
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		texts := planted(key, text)
		texts = planted(value, text) || texts
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
		return texts
	}
	return false
}
