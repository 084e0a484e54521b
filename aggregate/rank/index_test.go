package rank

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"dossier/aggregate/code"
	"dossier/aggregate/code/languages"
	"dossier/aggregate/disk"
	"dossier/aggregate/text"
)

func languageByName(p string) string { return text.Language(p, "") }

// counting is a disk that counts what is read.
type counting struct {
	*disk.Root
	reads atomic.Int64
}

func (d *counting) Head(ctx context.Context, path string, limit int64) (disk.File, error) {
	d.reads.Add(1)
	return d.Root.Head(ctx, path, limit)
}

// folder is a project on the disk.
type folder struct {
	dir  string
	disk *counting
}

func newFolder(t testing.TB, files map[string]string) *folder {
	t.Helper()
	f := &folder{dir: t.TempDir()}
	f.write(t, files)
	root, err := disk.Open(f.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	f.disk = &counting{Root: root}
	return f
}

// write writes files; an empty one goes. All of them are old, so that the disk can tell.
func (f *folder) write(t testing.TB, files map[string]string) {
	t.Helper()
	for name, content := range files {
		full := filepath.Join(f.dir, filepath.FromSlash(name))
		if content == "" {
			if err := os.Remove(full); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		old := time.Now().Add(-time.Hour)
		if err := os.Chtimes(full, old, old); err != nil {
			t.Fatal(err)
		}
	}
}

func (f *folder) files(t testing.TB) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(f.dir, func(p string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(f.dir, p)
			out = append(out, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

func (f *folder) update(t testing.TB, x *Index) *Index {
	t.Helper()
	next, err := x.Update(t.Context(), Project{Disk: f.disk, Files: f.files(t), Structure: parse})
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func parse(ctx context.Context, language, src string) (*code.Structure, error) {
	s, err := languages.InProcess{}.Parse(ctx, language, src)
	if err != nil {
		return nil, ctx.Err()
	}
	return s, nil
}

func ranked(t testing.TB, x *Index, question string) []string {
	t.Helper()
	r, err := x.Rank(t.Context(), question, 10)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range r.Files {
		out = append(out, f.Path)
	}
	return out
}

// shop is a project with all roles.
func shop(t testing.TB) map[string]string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/shop.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
	}
	return files
}

func TestRank(t *testing.T) {
	x := newFolder(t, shop(t)).update(t, &Index{})
	tests := []struct {
		name, question string
		want           []string // the first files, in this order
	}{
		{"a word of the body", "the discount is rounded wrongly", []string{"shop/price.py"}},
		{"a word in another form", "rounding of discounts", []string{"shop/price.py"}},
		{"a name that is defined", "apply_coupon raises KeyError", []string{"shop/coupon.py", "shop/cart.py"}},
		{"the name of a file", "cart loses items", []string{"shop/cart.py"}},
		{"tests stand behind the source", "coupon code expired", []string{"shop/coupon.py", "shop/cart.py"}},
		{"unless they are asked for", "flaky test of coupons", []string{"tests/test_coupon.py"}},
		{"documentation is found by asking for it", "what does the documentation say of expired codes", []string{"shop/coupon.py", "shop/cart.py", "docs/coupons.md"}},
		{"a path", "what is wrong in shop/cart.py", []string{"shop/cart.py"}},
		{"a path of a test", "tests/test_coupon.py fails", []string{"tests/test_coupon.py"}},
		{"a stack trace", "it crashes:\n  File \"/srv/app/shop/price.py\", line 3, in total\n  File \"/srv/app/shop/cart.py\", line 9, in add", []string{"shop/cart.py", "shop/price.py"}},
		{"nothing", "", nil},
		{"nothing that is there", "zebra", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ranked(t, x, tt.question)
			if diff := cmp.Diff(tt.want, got[:min(len(got), max(len(tt.want), 0))]); diff != "" || len(tt.want) == 0 && len(got) > 0 {
				t.Errorf("%q ranks %v (-want +got):\n%s", tt.question, got, diff)
			}
		})
	}
}

// A word of the question is found where an identifier or the name of a file has it as two.
func TestWordsWrittenAsTwo(t *testing.T) {
	x := newFolder(t, map[string]string{
		"one.go":          "package p\n\nfunc one(backoff int) {}\n",
		"two.go":          "package p\n\nfunc two(backOff int) {}\n",
		"both.go":         "package p\n\nfunc both(backOff, backoff int) {}\n",
		"back_off.go":     "package p\n",
		"apart.go":        "package p\n\nfunc apart(back, off int) {}\n",
		"other.go":        "package p\n\nfunc offBack() {}\n",
		"vendor_x/one.go": "package x\n\n// 重试\nfunc backing() {}\n",
	}).update(t, &Index{})
	got := ranked(t, x, "backoff")
	slices.Sort(got)
	if diff := cmp.Diff([]string{"back_off.go", "both.go", "one.go", "two.go"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	r, err := x.Rank(t.Context(), "backoff", 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Files {
		if len(f.Reasons) == 0 || !strings.HasPrefix(f.Reasons[0].Text, "backoff") {
			t.Errorf("%s is there because of %v", f.Path, f.Reasons)
		}
	}
	if got := ranked(t, x, "重试重试"); got != nil {
		t.Errorf("a word of other letters ranks %v", got)
	}
}

func TestReasons(t *testing.T) {
	x := newFolder(t, shop(t)).update(t, &Index{})
	r, err := x.Rank(t.Context(), "apply_coupon fails for a cart, see shop/price.py", 3)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, f := range r.Files {
		fmt.Fprintln(&got, f.Path)
		for _, reason := range f.Reasons {
			fmt.Fprintf(&got, "  %s: %s\n", reason.Kind, reason.Text)
		}
	}
	want := `shop/price.py
  named in the question: shop/price.py
  words: price (name, code), shop (path)
  linked from: shop/cart.py
shop/cart.py
  words: cart (name, symbols), apply (code), coupon (code), price (code), shop (path)
  links to: shop/price.py
shop/coupon.py
  symbols: apply_coupon
  words: coupon (name, symbols), apply (symbols, code), shop (path)
  tested by: tests/test_coupon.py
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("other reasons (-want +got):\n%s", diff)
	}
}

// A word that says nothing of where something is is no reason, whatever has it for a name.
func TestReasonsTellNoStopWords(t *testing.T) {
	x := newFolder(t, map[string]string{"cart.py": "def the():\n    pass\n\n\ndef cart():\n    pass\n"}).update(t, &Index{})
	r, err := x.Rank(t.Context(), "The cart is empty when the page is loaded", 1)
	if err != nil {
		t.Fatal(err)
	}
	want := []Reason{{Symbols, "cart"}, {Words, "cart (name, symbols)"}}
	if diff := cmp.Diff(want, r.Files[0].Reasons); diff != "" {
		t.Errorf("other reasons (-want +got):\n%s", diff)
	}
}

func TestSymbols(t *testing.T) {
	files := shop(t)
	x := newFolder(t, files).update(t, &Index{})
	r, err := x.Rank(t.Context(), "apply_coupon ignores that a coupon has expired", 3)
	if err != nil {
		t.Fatal(err)
	}
	src := files["shop/coupon.py"]
	s, err := parse(t.Context(), "python", src)
	if err != nil {
		t.Fatal(err)
	}
	scores := r.Symbols(NewOutline(src, s))
	best := ""
	for path, score := range scores {
		if best == "" || score > scores[best] {
			best = path
		}
	}
	if best != "apply_coupon" || scores["unrelated"] != 0 {
		t.Errorf("the scores are %v, want apply_coupon best and nothing for unrelated", scores)
	}
}

// TestSymbolsOfASymbol says that a symbol has something of the one that uses it and of the one that it uses, less than
// that one, and nothing of one that shares its name with another.
func TestSymbolsOfASymbol(t *testing.T) {
	const src = "def coupon(n):\n    return tidy(n) + twin(n)\n\ndef tidy(n):\n    return n\n\ndef outer(n):\n    return coupon(n)\n\n" +
		"class A:\n    def twin(n):\n        return n\n\nclass B:\n    def twin(n):\n        return n\n"
	x := newFolder(t, map[string]string{"a.py": src, "b.py": "def other():\n    pass\n"}).update(t, &Index{})
	r, err := x.Rank(t.Context(), "when is the coupon taken", 3)
	if err != nil {
		t.Fatal(err)
	}
	s, err := parse(t.Context(), "python", src)
	if err != nil {
		t.Fatal(err)
	}
	scores := r.Symbols(NewOutline(src, s))
	if best := scores["coupon"]; scores["tidy"] <= 0 || scores["tidy"] >= best || scores["outer"] <= 0 || scores["outer"] >= best || scores["A.twin"] != 0 {
		t.Errorf("the scores are %v", scores)
	}
}

func TestUpdateReadsWhatChanged(t *testing.T) {
	f := newFolder(t, shop(t))
	x := f.update(t, &Index{})
	f.disk.reads.Store(0)
	if again := f.update(t, x); again != x || f.disk.reads.Load() > 0 {
		t.Errorf("%d files are read again, and the index is another: %t", f.disk.reads.Load(), again != x)
	}
	f.write(t, map[string]string{"shop/gift.py": "def wrap(): pass\n", "shop/price.py": ""})
	next := f.update(t, x)
	if f.disk.reads.Load() != 1 {
		t.Errorf("%d files are read, want 1", f.disk.reads.Load())
	}
	if got := ranked(t, next, "wrap a gift"); len(got) == 0 || got[0] != "shop/gift.py" {
		t.Errorf("a new file is not found: %v", got)
	}
	if got := ranked(t, next, "rounded discount"); slices.Contains(got, "shop/price.py") {
		t.Errorf("a file that went is found: %v", got)
	}
	if got := ranked(t, x, "rounded discount"); !slices.Contains(got, "shop/price.py") {
		t.Errorf("the index before has changed: %v", got)
	}
}

func TestKept(t *testing.T) {
	f := newFolder(t, shop(t))
	x := f.update(t, &Index{})
	file := filepath.Join(t.TempDir(), "cache", "index")
	if err := x.Save(file); err != nil {
		t.Fatal(err)
	}
	f.disk.reads.Store(0)
	kept := f.update(t, Load(file))
	if f.disk.reads.Load() > 0 {
		t.Errorf("%d files are read again", f.disk.reads.Load())
	}
	const question = "flaky test of apply_coupon"
	if diff := cmp.Diff(ranked(t, x, question), ranked(t, kept, question)); diff != "" {
		t.Errorf("another ranking (-before +kept):\n%s", diff)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, damaged := range map[string][]byte{
		"cut": data[:len(data)/2], "changed": append(slices.Clone(data[:len(data)-9]), make([]byte, 9)...), "empty": {}, "longer": append(slices.Clone(data), 0),
	} {
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if x := Load(file); x.Len() != 0 {
			t.Errorf("%s: %d files of a damaged index", name, x.Len())
		}
	}
	if x := Load(filepath.Join(t.TempDir(), "gone")); x.Len() != 0 {
		t.Error("there are files without an index")
	}
}

func TestBounds(t *testing.T) {
	var many strings.Builder
	for i := range 3 * maxTerms {
		fmt.Fprintf(&many, "word%d ", i)
	}
	x := newFolder(t, map[string]string{
		"binary.bin": "a\x00b", "many.txt": many.String(), "long.txt": strings.Repeat("x", 100_000), "empty.txt": " ",
	}).update(t, &Index{})
	for i := range x.files {
		if n := x.files[i].doc.lengths[proseField]; n > maxTerms {
			t.Errorf("%s has %d words", x.files[i].path, n)
		}
	}
	if got := ranked(t, x, "binary "+strings.Repeat("word1 other thing ", 10_000)); !slices.Contains(got, "binary.bin") {
		t.Errorf("what cannot be read is not found by its name: %v", got)
	}
}

func TestUpdateEndsWithItsContext(t *testing.T) {
	f := newFolder(t, shop(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&Index{}).Update(ctx, Project{Disk: f.disk, Files: f.files(t)}); err != context.Canceled {
		t.Errorf("the error is %v", err)
	}
	x := f.update(t, &Index{})
	if _, err := x.Rank(ctx, "coupon", 3); err != context.Canceled {
		t.Errorf("the error is %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	x := newFolder(f, map[string]string{"a.go": "package a\nfunc Login() {}\n", "b.txt": "login"}).update(f, &Index{})
	f.Add(x.append(nil))
	f.Add([]byte{0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := decode(data)
		if err != nil {
			return
		}
		if _, err := x.Rank(t.Context(), "login Login a.go", 5); err != nil {
			t.Fatal(err)
		}
		if len(x.docs) > 0 {
			mergeSegments(x.segments, 0, len(x.docs), nil)
			x.compacted()
		}
		again, err := decode(x.append(nil))
		if err != nil || again.Len() != x.Len() {
			t.Fatalf("an index of %d files has %d when it is kept, %v", x.Len(), again.Len(), err)
		}
	})
}
