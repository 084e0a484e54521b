package relocate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/anchor"
	"dossier/models"
)

// project is files by path.
type project map[string]string

func (p project) search(taken ...string) *Search {
	files := Files{
		Size: func(name string) int64 { return int64(len(p[name])) },
		Read: func(_ context.Context, name string) ([]byte, error) { return []byte(p[name]), nil },
	}
	for name := range p {
		files.Paths = append(files.Paths, name)
	}
	slices.Sort(files.Paths)
	return NewSearch(files, taken)
}

func hashOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

const (
	login  = "package auth\n\nfunc Login(name, password string) error {\n\tuser := findUser(name)\n\treturn user.verifyPassword(password)\n}\n"
	logout = "package auth\n\nfunc Logout(session *Session) error {\n\tsession.expireNow()\n\treturn closeSession(session)\n}\n"
)

func sliceOf(t testing.TB, text string, start, end int) models.Slice {
	t.Helper()
	s, err := anchor.NewText(text).Make(start, end)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFile(t *testing.T) {
	slice := sliceOf(t, login, 3, 6)
	tests := []struct {
		name    string
		files   project
		taken   []string
		known   Known
		want    []string // path and reason
		certain bool
	}{
		{
			name: "the same bytes in one other file are certain", files: project{"internal/x.go": login, "a/login.go": logout},
			known: Known{Path: "auth/login.go", Hash: hashOf(login), Size: int64(len(login))}, want: []string{"internal/x.go same content"}, certain: true,
		},
		{
			name: "the same bytes twice are not certain, and the nearer is first", files: project{"lib/b/login.go": login, "src/b/login.go": login},
			known: Known{Path: "src/a/login.go", Hash: hashOf(login), Size: int64(len(login))}, want: []string{"src/b/login.go same content", "lib/b/login.go same content"},
		},
		{
			name: "the same bytes count in a file that has an entry", files: project{"b.go": login}, taken: []string{"b.go"},
			known: Known{Path: "a.go", Hash: hashOf(login), Size: int64(len(login))}, want: []string{"b.go same content"}, certain: true,
		},
		{
			name: "an empty file is known by nothing", files: project{"b/__init__.txt": "", "x": ""},
			known: Known{Path: "a/y", Hash: hashOf("")}, want: nil,
		},
		{
			name: "the same name, the nearest folder first", files: project{"src/core/auth/login.go": login, "old/login.go": logout},
			known: Known{Path: "src/auth/login.go"}, want: []string{"src/core/auth/login.go same name", "old/login.go same name"},
		},
		{
			name: "a name that has an entry is not proposed", files: project{"old/login.go": logout}, taken: []string{"old/login.go"},
			known: Known{Path: "src/login.go"}, want: nil,
		},
		{
			name: "case and extension, in the same folder only", files: project{"src/Login.go": login, "src/login.ts": login, "lib/Login.go": login, "src/login_test.go": login},
			known: Known{Path: "src/login.go"}, want: []string{"src/Login.go similar name", "src/login.ts similar name"},
		},
		{
			name: "content goes before the name", files: project{"other/login.go": logout, "src/signin.go": login},
			known: Known{Path: "src/login.go", Slices: []models.Slice{slice}}, want: []string{"src/signin.go similar content", "other/login.go same name"},
		},
		{
			name: "a name whose content is another is not proposed", files: project{"other/login.go": "package other\n"},
			known: Known{Path: "src/login.go", Slices: []models.Slice{slice}}, want: nil,
		},
		{
			name: "symbols identify a file", files: project{"web/handlers.py": "def start_server(): pass\ndef stop_server(): pass\nclass Router: pass\n", "web/views.py": "x = 1\n"},
			known: Known{Path: "web/server.py", Symbols: []string{"start_server", "stop_server", "Router.add", "Router"}}, want: []string{"web/handlers.py similar content"},
		},
		{name: "nothing is like it", files: project{"b.go": login}, known: Known{Path: "a.py"}, want: nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.files.search(tt.taken...).File(t.Context(), tt.known)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, named(got)); diff != "" {
				t.Errorf("wrong places (-want +got):\n%s", diff)
			}
			if certain := len(got) > 0 && got[0].Certain; certain != tt.certain {
				t.Errorf("certain: %t, want %t", certain, tt.certain)
			}
		})
	}
}

func named(places []Place) []string {
	var out []string
	for _, p := range places {
		out = append(out, p.Path+" "+string(p.Why))
	}
	return out
}

func TestSlice(t *testing.T) {
	s := sliceOf(t, login, 3, 6)
	moved := "package auth\n\n// Login is moved.\n" + strings.TrimPrefix(login, "package auth\n\n")
	tests := []struct {
		name  string
		files project
		slice models.Slice
		want  []Place
	}{
		{
			name: "its lines in one other file", files: project{"a.go": logout, "b/c.go": moved}, slice: s,
			want: []Place{{Path: "b/c.go", Why: SameLines, Score: 0.95, Certain: true, Start: 4, End: 7}},
		},
		{
			name: "if its lines are in two files, the user chooses", files: project{"a.go": logout, "b.go": moved, "c.go": moved}, slice: s,
			want: []Place{{Path: "b.go", Why: SameLines, Score: 0.95, Start: 4, End: 7}, {Path: "c.go", Why: SameLines, Score: 0.95, Start: 4, End: 7}},
		},
		{name: "one that was never tied to its text", files: project{"b.go": login}, slice: models.Slice{StartLine: 3, EndLine: 6}},
		{name: "brackets alone are found nowhere", files: project{"b.go": "}\n"}, slice: sliceOf(t, "}\n", 1, 1)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.files.search().Slice(t.Context(), "a.go", tt.slice)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong places (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFolderAndPattern(t *testing.T) {
	files := project{"internal/api/a.go": login, "internal/api/b.go": logout, "web/rest/a.go": login, "web/rest/b.go": logout, "web/rest/c.ts": "x", "docs/a.md": "y"}
	s := files.search()
	if diff := cmp.Diff([]string{"internal/api same name"}, named(s.Folder("src/api", nil))); diff != "" {
		t.Errorf("by name (-want +got):\n%s", diff)
	}
	children := []string{"src/calls/a.go", "src/calls/b.go", "src/calls/c.ts"}
	if diff := cmp.Diff([]string{"web/rest similar content", "internal/api similar content"}, named(s.Folder("src/calls", children))); diff != "" {
		t.Errorf("by what it held (-want +got):\n%s", diff)
	}
	matches := func(p string) bool { return strings.HasPrefix(p, "internal/api/") }
	if diff := cmp.Diff([]string{"internal/api/**/*.go same name"}, named(s.Pattern("src/api/**/*.go", nil, matches))); diff != "" {
		t.Errorf("a pattern (-want +got):\n%s", diff)
	}
	if got := s.Pattern("*.go", nil, matches); got != nil {
		t.Errorf("a pattern without a folder: %v, want none", got)
	}
}

func TestHolders(t *testing.T) {
	files := project{"a.go": logout, "b.go": login, "c.go": "func LoginAll() {}\n", "d.py": "def Login(): pass\n"}
	got, err := files.search().FilesDefining(t.Context(), "a.go", "auth.Login#2", 5)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"b.go"}, got); diff != "" {
		t.Errorf("wrong files (-want +got):\n%s", diff)
	}
}

func TestSearchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := project{"b.go": login}.search().Slice(ctx, "a.go", sliceOf(t, login, 3, 6))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestSearchIsBounded(t *testing.T) {
	files := project{"a.go.go": strings.Repeat("x", maxFileBytes+1)}
	for i := range 3 * maxSimilar {
		files[fmt.Sprintf("p%d/f%d.go", i%7, i)] = logout
	}
	read := 0
	s := files.search()
	inner := s.files.Read
	s.files.Read = func(ctx context.Context, p string) ([]byte, error) { read++; return inner(ctx, p) }
	for range 3 {
		if _, err := s.File(t.Context(), Known{Path: "a.go", Slices: []models.Slice{sliceOf(t, login, 3, 6)}}); err != nil {
			t.Fatal(err)
		}
	}
	if read < maxSimilar/2 || read > maxSimilar {
		t.Errorf("%d files read in three searches, want at most %d", read, maxSimilar)
	}
}

// history is a generated tree before and after files were renamed, moved and edited; went is the
// true mapping.
type history struct {
	before, after project
	went          map[string]string // "" for deleted files
}

var roots = []string{"src", "internal/core", "lib/util", "web/handlers", "cmd/tool"}

func makeHistory(r *rand.Rand) history {
	words := []string{"user", "order", "cart", "price", "index", "login", "token", "cache", "route", "store", "query", "event"}
	word := func() string { return words[r.IntN(len(words))] }
	source := func() string {
		var b strings.Builder
		b.WriteString("package x\n\nimport (\n\t\"context\"\n\t\"errors\"\n)\n")
		for range 3 + r.IntN(8) {
			f := fmt.Sprintf("%s%s%d", word(), strings.ToUpper(word()), r.IntN(50))
			fmt.Fprintf(&b, "\nfunc %s(ctx context.Context) error {\n\tif err := %s(ctx, %d); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n", f, word()+"By"+word(), r.IntN(1000))
		}
		return b.String()
	}
	edit := func(s string) string {
		lines := strings.SplitAfter(s, "\n")
		for range 1 + len(lines)/8 {
			i := r.IntN(len(lines))
			lines[i] = fmt.Sprintf("\t// %s %s %d\n", word(), word(), r.IntN(10_000))
		}
		return strings.Join(lines, "")
	}
	h := history{before: project{}, after: project{}, went: map[string]string{}}
	for i := range 120 {
		p := fmt.Sprintf("%s/%s/%s_%s.go", roots[r.IntN(len(roots))], word(), word(), word())
		if i%10 == 0 {
			p = fmt.Sprintf("%s/%s/doc.go", roots[r.IntN(len(roots))], word()) // a frequent name
		}
		h.before[p] = source()
	}
	used := map[string]bool{}
	for p := range h.before {
		used[p] = true
	}
	for _, p := range slices.Sorted(func(yield func(string) bool) {
		for p := range h.before {
			if !yield(p) {
				return
			}
		}
	}) {
		to, text := p, h.before[p]
		switch r.IntN(10) {
		case 0:
			h.went[p] = ""
			continue
		case 1: // moved
			to = path.Join(roots[r.IntN(len(roots))], word(), path.Base(p))
		case 2: // renamed
			to = path.Join(path.Dir(p), word()+"_"+word()+"_new.go")
		case 3: // moved and edited
			to, text = path.Join(roots[r.IntN(len(roots))], word(), path.Base(p)), edit(text)
		case 4: // renamed and edited
			to, text = path.Join(path.Dir(p), word()+"_"+word()+"_v2.go"), edit(text)
		case 5:
			text = edit(text)
		}
		if to != p && used[to] {
			to, text = p, h.before[p]
		}
		used[to] = true
		h.after[to] = text
		if to != p {
			h.went[p] = to
		}
	}
	return h
}

// TestHistories measures the correct and wrong results on trees with a known history.
func TestHistories(t *testing.T) {
	type figures struct{ lost, found, listed, silent, wrong, certainWrong int }
	run := func(know func(t testing.TB, text string) Known) figures {
		var f figures
		for seed := range uint64(6) {
			h := makeHistory(rand.New(rand.NewPCG(seed, 7)))
			s := h.after.search()
			for p, to := range h.went {
				k := know(t, h.before[p])
				k.Path = p
				places, err := s.File(t.Context(), k)
				if err != nil {
					t.Fatal(err)
				}
				f.lost++
				switch {
				case len(places) == 0:
					f.silent++
				case places[0].Path == to:
					f.found++
				case slices.ContainsFunc(places, func(q Place) bool { return q.Path == to }):
					f.listed++
				case Likely(places):
					f.wrong++
				}
				if len(places) > 0 && places[0].Certain && places[0].Path != to {
					f.certainWrong++
				}
			}
		}
		return f
	}
	tests := []struct {
		name         string
		know         func(t testing.TB, text string) Known
		found, wrong float64 // of the lost files: min, max
	}{
		{"with its hash and two slices", func(t testing.TB, text string) Known {
			return Known{Hash: hashOf(text), Size: int64(len(text)), Slices: []models.Slice{sliceOf(t, text, 8, 13), sliceOf(t, text, 15, 20)}}
		}, 0.7, 0.02},
		{"with its text", func(_ testing.TB, text string) Known { return Known{Text: text} }, 0.7, 0.02},
		{"with its name alone", func(testing.TB, string) Known { return Known{} }, 0.25, 0.3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := run(tt.know)
			t.Logf("%+v", f)
			if f.certainWrong > 0 {
				t.Errorf("%d certain proposals are wrong", f.certainWrong)
			}
			if share := float64(f.found) / float64(f.lost); share < tt.found {
				t.Errorf("found %.2f of those lost, want at least %.2f", share, tt.found)
			}
			if share := float64(f.wrong) / float64(f.lost); share > tt.wrong {
				t.Errorf("%.2f likely proposals are wrong, want at most %.2f", share, tt.wrong)
			}
		})
	}
}

// BenchmarkFile searches for one of ten thousand files by its lines.
func BenchmarkFile(b *testing.B) {
	files := project{}
	for i := range 10_000 {
		files[fmt.Sprintf("src/p%d/file%d.go", i%97, i)] = fmt.Sprintf("%s// %d\n", login, i)
	}
	known := Known{Path: "src/p1/gone.go", Slices: []models.Slice{sliceOf(b, login, 3, 6)}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := files.search().File(b.Context(), known); err != nil {
			b.Fatal(err)
		}
	}
}
