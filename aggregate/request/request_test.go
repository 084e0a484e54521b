package request

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate/disk"
	"dossier/aggregate/systemtest"
)

func limit[T any](n T) *T { return &n }

// What is read of the tree of the recorded cases, where they say nothing.
func TestRead(t *testing.T) {
	root := layOut(t)
	d := openDisk(t, root)
	outside := filepath.Join(t.TempDir(), "secret.txt")
	write(t, outside, "secret")
	if systemtest.Links(t) {
		if err := os.Symlink(outside, filepath.Join(root, "link.txt")); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(root, "zero.bin"), "a\x00b\x01")
	tests := []struct {
		name     string
		includes []string
		paths    []string
		guards   Guards
		want     []string // paths seen from the folder with what they hold
	}{
		{name: "a byte-order mark is dropped", paths: []string{"bom.txt"}, want: []string{"bom.txt", "bom"}},
		{name: "line ends stay", paths: []string{"crlf.txt"}, want: []string{"crlf.txt", "a\r\nb\r\n"}},
		{name: "an invalid byte is replaced", paths: []string{"latin1.txt"}, want: []string{"latin1.txt", "caf\ufffd"}},
		{name: "a size that is just allowed", paths: []string{"exact40.txt"}, guards: Guards{MaxFileSize: limit[int64](40)}, want: []string{"exact40.txt", strings.Repeat("y", 40)}},
		{name: "one path in several spellings is one file", paths: []string{"empty.txt", "./empty.txt", "small/../empty.txt"}, want: []string{"empty.txt", ""}},
		{name: "includes count for what is requested", includes: []string{"empty.txt"}, paths: []string{"small/a.js"}, guards: Guards{MaxFiles: limit(1)}, want: []string{"empty.txt", ""}},
		{name: "includes obey the size", includes: []string{"empty.txt", "exact40.txt"}, guards: Guards{Filter: "x", MaxFileSize: limit[int64](39)}, want: []string{"empty.txt", "", "exact40.txt", "[Skipped: file size 40 bytes exceeds maxFileSize 39]"}},
		{name: "errors and what is too large use up files", paths: []string{"gone", "exact40.txt", "empty.txt"}, guards: Guards{MaxFiles: limit(2), MaxFileSize: limit[int64](1)}, want: []string{"gone", "[Error reading file: ROOT/gone does not exist]", "exact40.txt", "[Skipped: file size 40 bytes exceeds maxFileSize 1]"}},
		{name: "a folder is an error", paths: []string{"small"}, want: []string{"small", "[Error reading file: ROOT/small is a folder, not a regular file]"}},
		{name: "what is no text is an error", paths: []string{"zero.bin"}, want: []string{"zero.bin", "[Error reading file: not text: there is a NUL byte at 0x1]"}},
		{name: "what leads out of the folder is an error", paths: []string{"link.txt"}, want: []string{"link.txt", "[Error reading file: ROOT/link.txt leads outside the project, to OUTSIDE; allow that path to include it (dossier allow, or the menu of its row)]"}},
		{name: "the filter sees the name alone", paths: []string{"small/a.js", "small/b.test.js"}, guards: Guards{Filter: "?.js"}, want: []string{"small/a.js", "export const a = 1;\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if slices.Contains(tt.paths, "link.txt") {
				systemtest.NeedLinks(t)
			}
			var f Files
			tt.guards.Dir = root
			if err := errors.Join(f.Include(t.Context(), d, tt.includes, tt.guards), f.Request(t.Context(), d, tt.paths, tt.guards)); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, file := range f.List() {
				got = append(got, strings.TrimPrefix(filepath.ToSlash(file.Path), filepath.ToSlash(root)+"/"), filepath.ToSlash(strings.NewReplacer(root, "ROOT", outside, "OUTSIDE").Replace(file.Content)))
				if (file.Problem != "") != strings.HasPrefix(file.Content, "[") {
					t.Errorf("%s: the problem is %q", file.Path, file.Problem)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestTheOnlyErrorIsTheContexts(t *testing.T) {
	root := layOut(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var f Files
	if err := f.Request(ctx, openDisk(t, root), []string{"empty.txt"}, Guards{Dir: root}); !errors.Is(err, context.Canceled) || f.Len() != 0 {
		t.Errorf("error %v with %d files", err, f.Len())
	}
}

// heavy is a disk whose files are as large as may be.
type heavy struct{}

func (heavy) Stat(string) (disk.Info, error) { return disk.Info{}, nil }

func (heavy) Read(_ context.Context, path string, limit int64) (disk.File, error) {
	if limit > MaxBytes {
		return disk.File{}, errors.New("read without a limit")
	}
	return disk.File{Info: disk.Info{ModTime: time.Time{}}, Data: make([]byte, 1)}, nil
}

func TestMemoryIsBounded(t *testing.T) {
	f := Files{bytes: MaxTotalBytes}
	if err := f.Request(t.Context(), heavy{}, []string{"/a"}, Guards{}); err != nil {
		t.Fatal(err)
	}
	if got := f.List()[0].Problem; !strings.Contains(got, "more than 1073741824 bytes") {
		t.Errorf("the problem is %q", got)
	}
}

func TestVerdict(t *testing.T) {
	g := Guards{Filter: "*.go", MaxFiles: limit(2), MaxFileSize: limit[int64](10)}
	tests := []struct {
		path   string
		before int
		size   int64
		want   Verdict
	}{
		{"a.go", 1, 10, Allowed},
		{"dir.txt/a.go", 0, -1, Allowed},
		{"a.go", 1, 11, TooLarge},
		{"a.txt", 1, 11, Filtered},
		{"a.txt", 2, 11, TooMany},
	}
	for _, tt := range tests {
		if got := g.Verdict(tt.path, tt.before, tt.size); got != tt.want {
			t.Errorf("%s after %d files: %s, want %s", tt.path, tt.before, got, tt.want)
		}
	}
	if got := (Guards{}).Verdict("a", 1e9, MaxBytes); got != Allowed {
		t.Errorf("without guards: %s", got)
	}
}

func TestAssignsOfOneName(t *testing.T) {
	var f Files
	for _, path := range []string{"/w/a.md", "/w/b/a.md", "/w/a_2.md", "/w/aContent.md", "/w/c/a.go", "/w/x\\y.c", "/w/q\"\n.c"} {
		f.Set(File{Path: path})
	}
	names := regexp.MustCompile(`(?m)^@(\w+) assign "(.*)"$`).FindAllStringSubmatch(f.Assigns("/w"), -1)
	var got []string
	for _, name := range names {
		got = append(got, name[1]+" "+name[2])
	}
	want := []string{"spec_a a.md", "spec_a_2 b/a.md", "spec_a_2_2 a_2.md", "spec_aContent_2 aContent.md", "spec_a_3 c/a.go", `spec_y x/y.c`, `spec_q q"\n.c`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestAssignsNeverCollide checks for any paths and contents that names are unique and that each content can be
// extracted between its delimiters.
func TestAssignsNeverCollide(t *testing.T) {
	path := rapid.StringMatching(`/w/([abA_-]/)?[aA_2.-]{1,4}(Content)?(\.[a-c])?`)
	content := rapid.StringMatching(`([ab\n]|--begin-context(-[0-3])?--|--end-context(-[0-3])?--){0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		var f Files
		for range rapid.IntRange(0, 12).Draw(t, "files") {
			f.Set(File{Path: path.Draw(t, "path"), Content: content.Draw(t, "content")})
		}
		rest := f.assigns("/w", func(string, string) string { return "context" })
		seen := map[string]bool{}
		for _, file := range f.List() {
			head := regexp.MustCompile(`^@(\w+) assign "[^\n]*"\n@(\w+)Content assign\n--begin-(context(?:-\d+)?)--\n`).FindStringSubmatch(rest)
			if head == nil || head[1] != head[2] || seen[head[1]] || seen[head[1]+"Content"] {
				t.Fatalf("a bad head, or one that was there: %q", rest)
			}
			seen[head[1]], seen[head[1]+"Content"] = true, true
			body, after, found := strings.Cut(rest[len(head[0]):], "--end-"+head[3]+"--")
			if body = strings.TrimSuffix(body, "\n"); !found || body != file.Content {
				t.Fatalf("cut out %q of %q", body, file.Content)
			}
			rest = strings.TrimPrefix(after, "\n")
		}
		if rest != "" {
			t.Fatalf("left over: %q", rest)
		}
	})
}

func FuzzToken(f *testing.F) {
	f.Add("--begin-context--\n--end-context-1--", "context")
	f.Add("--begin-a--begin-a--", "a")
	f.Add("--end---1----end---1--", "-")
	f.Fuzz(func(t *testing.T, content, base string) {
		got := Token(content, base)
		free := func(token string) bool {
			return !strings.Contains(content, "--begin-"+token+"--") && !strings.Contains(content, "--end-"+token+"--")
		}
		want := base
		for n := 1; !free(want); n++ {
			want = base + "-" + strconv.Itoa(n)
		}
		if got != want {
			t.Errorf("token %q, the first that is free is %q", got, want)
		}
	})
}

func FuzzMatcher(f *testing.F) {
	f.Add("*a*b?", "xaxbx")
	f.Add("[abc].js", "a.js")
	f.Add("?é*", "éé")
	f.Fuzz(func(t *testing.T, pattern, name string) {
		if len(pattern) > 60 || len(name) > 60 || !utf8.ValidString(pattern) || !utf8.ValidString(name) {
			t.Skip()
		}
		oracle := strings.NewReplacer(`\*`, "(?s:.*)", `\?`, "(?s:.)").Replace(regexp.QuoteMeta(pattern))
		want := pattern == "" || regexp.MustCompile(`\A`+oracle+`\z`).MatchString(name)
		if got := Matcher(pattern)(name); got != want {
			t.Errorf("%q matches %q: %t", pattern, name, got)
		}
	})
}

// A content that holds a hundred thousand marks of its own.
func BenchmarkToken(b *testing.B) {
	var content strings.Builder
	for n := range 100_000 {
		content.WriteString("--begin-context-" + strconv.Itoa(n) + "--\n")
	}
	b.SetBytes(int64(content.Len()))
	b.ReportAllocs()
	for b.Loop() {
		Token("--begin-context--"+content.String(), "context")
	}
}
