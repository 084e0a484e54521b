package requests

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/aggregate/request"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/projecttest"
)

// TestMain lets the test binary be one of the processes that parse.
func TestMain(m *testing.M) { projecttest.Main(m) }

func open(t *testing.T, files map[string]string) (*project.Project, Requests) {
	t.Helper()
	p := projecttest.Open(t, files)
	return p, To(p)
}

// sources are a project with symbols.
func sources() map[string]string {
	return map[string]string{
		"auth/token.go":  "package auth\n\n// Validate checks.\nfunc Validate(s string) bool { return s != \"\" }\n",
		"server/http.go": "package server\n\ntype Server struct{}\n\nfunc (s *Server) Login() {}\n\nfunc (s *Server) Close() {}\n",
		"server/sock.go": "package server\n\ntype Socket struct{}\n\nfunc (s *Socket) Close() {}\n\nfunc open() { new(Server).Login() }\n",
		"store/store.go": "package store\n\ntype Store interface {\n\tFetch(k string) string\n}\n",
		"store/mem.go":   "package store\n\ntype Mem struct{}\n\nfunc (m *Mem) Fetch(k string) string { return k }\n",
		"store/both.go":  "package store\n\ntype A interface {\n\tPut(k string) string\n}\n\ntype B struct{}\n\nfunc (b B) Put(k string) string { return k }\n",
		"store/sizes.go": "package store\n\nconst MaxKeys = 20\n",
		"jobs.py":        "def send_mail(to):\n    return to\n\n\ndef run():\n    send_mail('x')\n",
		"notes.md":       "# Server.Login\n\nsend_mail\n",
	}
}

// A symbol is found where exactly one file defines it; one that others only use is not
// theirs.
func TestSymbols(t *testing.T) {
	_, r := open(t, sources())
	tests := []struct {
		name, text string
		want       []string
	}{
		{"of its type", "`Server.Login` is wrong", []string{"server/http.go Server.Login"}},
		{"spelled in other ways", "`(*Server).Login()` and `Server::Login`", []string{"server/http.go Server.Login"}},
		{"of a package", "`auth.Validate`", []string{"auth/token.go Validate"}},
		{"of a type of a package", "`server.Socket.Close`", []string{"server/sock.go Socket.Close"}},
		{"of a module", "`jobs.send_mail`", []string{"jobs.py send_mail"}},
		{"by a name of several words", "`send_mail` fails", []string{"jobs.py send_mail"}},
		{"not where its file is found", "`send_mail` fails. See jobs.py", []string{"jobs.py "}},
		{"but by its whole name", "`Server.Login` fails. See server/http.go", []string{"server/http.go Server.Login", "server/http.go "}},
		{"of a file that is named with it, the file is not meant", "the definition of `send_mail` in jobs.py", []string{"jobs.py send_mail"}},
		{"of a method in a file, by its name alone", "`Login` in server/http.go", []string{"server/http.go Server.Login"}},
		{"that its file does not define, all of the file is meant", "the definition of `gone` in jobs.py", []string{"jobs.py "}},
		{"the files of a folder, each once", "jobs.py and server/", []string{"jobs.py ", "server/http.go ", "server/sock.go "}},
		{"the files of a pattern", "`auth/*.go`", []string{"auth/token.go "}},
		{"of several files they are candidates", "`Close()`", []string{"Close  ambiguous server/http.go::Server.Close server/sock.go::Socket.Close"}},
		{"also where only other lines of its file are found", "`send_mail` fails.\n\njobs.py:5", []string{"jobs.py send_mail", "jobs.py "}},
		{"not where lines in it are found", "`send_mail` fails.\n\njobs.py:1", []string{"jobs.py "}},
		{"nor where its sentence says lines of its file", "`send_mail` fails, jobs.py:5", []string{"jobs.py "}},
		{"of several files, not where one is found already", "`Close()` in its loop. See server/sock.go", []string{"server/sock.go "}},
		{"with a body before that of an interface", "`Store.Get` or `Fetch()`", []string{"store/mem.go Mem.Fetch  store/mem.go::Mem.Fetch store/store.go::Store.Fetch"}},
		{"of a file with a body before that of an interface", "`Put` in store/both.go", []string{"store/both.go B.Put  store/both.go::A.Put store/both.go::B.Put"}},
		{"of a constant where it is asked for", "Show me `MaxKeys`", []string{"store/sizes.go MaxKeys"}},
		{"not of a constant elsewhere", "`MaxKeys` is small", nil},
		{"that is asked for and not defined", "Show me `Server.Gone` and `fmt.Println`", []string{"Server.Gone  not defined", "fmt.Println  not defined"}},
		{"an unknown folder", "I need server/gone/ and other/", []string{"server/gone/  missing"}},
		{"a pattern of names", "I need all `*.py` files", []string{"jobs.py "}},
		{"a pattern of a folder that matches nothing", "I need `server/*.rs`", []string{"server/*.rs  missing"}},
		{"a file of another repository", "https://github.com/a/b/blob/main/x/y.go#L3", []string{"github.com/a/b/blob/main/x/y.go  another repository"}},
		{"a file of the system", "I also need /etc/passwd", []string{"/etc/passwd  outside"}},
		{"of no file it is none", "`fmt.Println`, `Server.Gone`, `strings.Builder`", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, err := r.Find(t.Context(), tt.text, request.Guards{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range found {
				line := f.Path + " " + f.Symbol
				if f.Verdict != Allowed {
					line += " " + string(f.Verdict)
				}
				if f.Text != "" {
					line += strings.Repeat(" ", max(0, 2-strings.Count(line, " "))) + " " + strings.Join(f.Candidates, " ")
				}
				got = append(got, line)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestPathsAreSeenFromTheFolderOfTheGuards(t *testing.T) {
	_, r := open(t, map[string]string{"a.go": "", "sub/a.go": "", "sub/b.go": ""})
	found, err := r.Find(t.Context(), "a.go and b.go", request.Guards{Dir: "sub"})
	if err != nil || len(found) != 2 || found[0].Path != "sub/a.go" || found[1].Path != "sub/b.go" {
		t.Errorf("found %+v, error %v", found, err)
	}
}

// What is accepted becomes the fewest entries that show it, and what is shown stays.
func TestPlanAndApply(t *testing.T) {
	p, r := open(t, sources())
	whole := func(path string) Found { return Found{Path: path, Verdict: Allowed} }
	lines := func(path string, start, end int) Found {
		return Found{Path: path, Start: start, End: end, Verdict: Allowed}
	}
	symbol := func(path, name string) Found { return Found{Path: path, Symbol: name, Verdict: Allowed} }
	entry := func(path string, mode models.ViewMode) models.FileItem {
		item := models.NewFileItem(path)
		item.ViewMode = mode
		return item
	}
	type shown struct {
		Path    string
		Mode    models.ViewMode
		Lines   [][2]int
		Symbols map[string]models.MaskMode
	}
	def := map[string]models.MaskMode{"Server.Login": models.MaskDef}
	sliced, masked := entry("server/http.go", models.Custom), entry("server/http.go", models.Masked)
	sliced.CustomSlices = []models.Slice{{StartLine: 1, EndLine: 1, ContentHash: "sha256:of the first line"}}
	masked.AstMask = def
	tests := []struct {
		name    string
		before  []models.FileItem
		found   []Found
		changed int
		want    []shown
	}{
		{"whole files, each once, in their order", nil, []Found{whole("jobs.py"), whole("auth/token.go"), whole("jobs.py")}, 2, []shown{{Path: "jobs.py", Mode: models.Full}, {Path: "auth/token.go", Mode: models.Full}}},
		{"lines are slices", nil, []Found{lines("jobs.py", 1, 2), lines("jobs.py", 5, 99)}, 1, []shown{{Path: "jobs.py", Mode: models.Custom, Lines: [][2]int{{1, 2}, {5, 6}}}}},
		{"a symbol is a mask", nil, []Found{symbol("server/http.go", "Server.Login")}, 1, []shown{{Path: "server/http.go", Mode: models.Masked, Symbols: def}}},
		{"all of a file comes before parts", nil, []Found{lines("jobs.py", 1, 2), whole("jobs.py")}, 1, []shown{{Path: "jobs.py", Mode: models.Full}}},
		{"with lines a symbol is its lines", nil, []Found{symbol("server/http.go", "Server.Login"), lines("server/http.go", 1, 1)}, 1, []shown{{Path: "server/http.go", Mode: models.Custom, Lines: [][2]int{{5, 5}, {1, 1}}}}},
		{"what is shown in full stays", []models.FileItem{entry("jobs.py", models.Full)}, []Found{lines("jobs.py", 1, 2), whole("jobs.py")}, 0, []shown{{Path: "jobs.py", Mode: models.Full}}},
		{"less becomes more", []models.FileItem{entry("jobs.py", models.Summary)}, []Found{whole("jobs.py")}, 1, []shown{{Path: "jobs.py", Mode: models.Full}}},
		{"a symbol of a file that is shown by its lines", []models.FileItem{sliced}, []Found{symbol("server/http.go", "Server.Login")}, 1, []shown{{Path: "server/http.go", Mode: models.Custom, Lines: [][2]int{{1, 1}, {5, 5}}}}},
		{"lines of a file that is shown by its symbols", []models.FileItem{masked}, []Found{lines("server/http.go", 1, 1)}, 1, []shown{{Path: "server/http.go", Mode: models.Custom, Lines: [][2]int{{5, 5}, {1, 1}}, Symbols: def}}},
		{"a skeleton becomes the symbol", []models.FileItem{entry("server/http.go", models.Skeleton)}, []Found{symbol("server/http.go", "Server.Login")}, 1, []shown{{Path: "server/http.go", Mode: models.Masked, Symbols: def}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var items []aggregate.Item
			var matches [][]string
			for i, item := range tt.before {
				items = append(items, aggregate.Item{FileItem: item, Entry: i})
				matches = append(matches, []string{item.Path})
			}
			picks, err := r.Plan(t.Context(), items, tt.found)
			if err != nil {
				t.Fatal(err)
			}
			e := project.NewEdit(models.Composition{Files: tt.before}, p.StoredState().FilesBase(), aggregate.Rows{Items: items, Matches: matches})
			if changed := Apply(e, picks); changed != tt.changed {
				t.Errorf("%d files changed, want %d", changed, tt.changed)
			}
			var got []shown
			for _, item := range e.Composition.Files {
				one := shown{Path: item.Path, Mode: item.ViewMode, Symbols: item.AstMask}
				for _, s := range item.CustomSlices {
					one.Lines = append(one.Lines, [2]int{s.StartLine, s.EndLine})
					if s.ContentHash == "" {
						t.Errorf("the slice of %s is not tied to its text", item.Path)
					}
				}
				got = append(got, one)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
	if _, err := r.Plan(t.Context(), nil, []Found{{Path: "x.go", Verdict: Missing}}); err == nil {
		t.Error("what is missing can be put together")
	}
}

// What was added is shown, whatever else is asked for of the file, and adding it again
// changes nothing.
func TestWhatWasAddedIsShown(t *testing.T) {
	p, r := open(t, sources())
	found, err := r.Find(t.Context(), "`Server.Login`\n\nserver/http.go:1", request.Guards{})
	if err != nil || len(found) != 2 {
		t.Fatalf("found %+v, error %v", found, err)
	}
	var items []aggregate.Item
	var matches [][]string
	files := []models.FileItem{}
	for round, changed := range []int{1, 0} {
		picks, err := r.Plan(t.Context(), items, found)
		if err != nil {
			t.Fatal(err)
		}
		e := project.NewEdit(models.Composition{Files: files}, p.StoredState().FilesBase(), aggregate.Rows{Items: items, Matches: matches})
		if got := Apply(e, picks); got != changed {
			t.Errorf("round %d changes %d files, want %d", round, got, changed)
		}
		files = e.Composition.Files
		if len(files) != 1 {
			t.Fatalf("there are %d files", len(files))
		}
		items, matches = []aggregate.Item{{FileItem: files[0]}}, [][]string{{files[0].Path}}
		for _, f := range found {
			if !Shows(items[0], f) {
				t.Errorf("round %d: %+v is not shown", round, f)
			}
		}
	}
}

func TestCostIsThatOfWhatIsShown(t *testing.T) {
	p, r := open(t, sources())
	cost := func(f Found) int {
		n, err := r.Cost(t.Context(), p.Input(), f)
		if err != nil || !n.Exact {
			t.Errorf("%+v costs %+v, error %v", f, n, err)
		}
		return n.N
	}
	whole, part := cost(Found{Path: "server/http.go"}), cost(Found{Path: "server/http.go", Symbol: "Server.Login"})
	if part == 0 || part >= whole {
		t.Errorf("the symbol costs %d tokens, the file %d", part, whole)
	}
}

// What is handed to a model has no secrets in it, and no file that is secret by its name.
func TestReadRevealsNoSecret(t *testing.T) {
	const token = "gh" + "p_0123456789abcdefghijABCDEFGHIJ012345"
	_, r := open(t, map[string]string{"a.sh": "T=" + token + "\n", "b.sh": "echo " + token + "\n", ".env": "A=1\n"})
	var files request.Files
	if err := r.Read(t.Context(), &files, Wanted{Paths: []string{"a.sh", "b.sh", ".env"}, Guards: request.Guards{}}); err != nil {
		t.Fatal(err)
	}
	said := r.Assigns(&files)
	if strings.Contains(said, token) || strings.Contains(said, "A=1") || strings.Count(said, "[REDACTED:github-pat#1]") != 2 {
		t.Errorf("the assigns are:\n%s", said)
	}
}

// A name that too many files have is said, and not taken for one that is not defined.
func TestACommonNameIsSaid(t *testing.T) {
	files := map[string]string{"zzz/target.go": "package zzz\n\nfunc Common() {}\n"}
	for i := range maxHolders {
		files[fmt.Sprintf("a%d.go", i)] = "package a\n\nfunc f() { Common() }\n"
	}
	_, r := open(t, files)
	found, err := r.Find(t.Context(), "`Common()` and `zzz.Common`", request.Guards{})
	if err != nil || len(found) != 2 || found[0].Verdict != Ambiguous || found[0].Reason != Common || found[0].Acceptable() || found[1].Path != "zzz/target.go" {
		t.Errorf("found %+v, error %v", found, err)
	}
}

// A line alone means what is around it, in the extent that is chosen.
func TestALineAloneMeansItsSymbol(t *testing.T) {
	long := "package p\n\n// F does.\nfunc F() {\n" + strings.Repeat("\tprintln(1)\n", 30) + "}\n\nvar x = 1\n\n" + strings.Repeat("// free\n", 3)
	_, r := open(t, map[string]string{"f.go": long, "a.txt": strings.Repeat("x\n", 30)})
	tests := []struct {
		text   string
		extent Extent
		want   Found
	}{
		{"f.go:12", AroundSymbol, Found{Symbol: "F", First: 4, Last: 35, Line: 12}},
		{"f.go:3", AroundSymbol, Found{Symbol: "F", First: 4, Last: 35, Line: 3}},
		{"f.go:37", AroundSymbol, Found{Symbol: "x", First: 37, Last: 37, Line: 37}},
		{"f.go:40", AroundSymbol, Found{Start: 30, End: 41, Line: 40}},
		{"f.go:12", OneLine, Found{Start: 12, End: 12, Line: 12}},
		{"f.go:12", NearLines, Found{Start: 2, End: 22, Line: 12}},
		{"f.go:12", WholeFile, Found{Line: 12}},
		{"a.txt:2", AroundSymbol, Found{Start: 1, End: 12, Line: 2}},
		{"f.go:2-3", AroundSymbol, Found{Start: 2, End: 3}},
		{"f.go", OneLine, Found{}},
	}
	for _, tt := range tests {
		t.Run(tt.text+" "+string(tt.extent), func(t *testing.T) {
			found, err := r.Find(t.Context(), tt.text, request.Guards{})
			if err != nil || len(found) != 1 {
				t.Fatalf("found %+v, error %v", found, err)
			}
			got := found[0].Extend(tt.extent)
			got = Found{Start: got.Start, End: got.End, Symbol: got.Symbol, First: got.First, Last: got.Last, Line: got.Line}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(Definition{})); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
