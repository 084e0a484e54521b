package request

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/disk"
	"dossier/aggregate/vectorstest"
)

// TestVectors runs the cases recorded from the system whose part this is.
func TestVectors(t *testing.T) {
	root := layOut(t)
	vectorstest.Run(t, rooted(vectorstest.Read(t), root), map[string]func(t *testing.T, input, expected json.RawMessage){
		"buildMatcher":             in(root, matcherVector),
		"buildSafeBaseName":        in(root, baseNameVector),
		"buildHereDocToken":        in(root, tokenVector),
		"buildContextAssignString": in(root, assignsVector),
		"readRequestedFiles":       in(root, requestVector),
		"readIncludeFiles":         in(root, includeVector),
	})
}

// in gives a case the folder that its tree lies in.
func in(root string, run func(t *testing.T, root string, input, expected json.RawMessage)) func(*testing.T, json.RawMessage, json.RawMessage) {
	return func(t *testing.T, input, expected json.RawMessage) { run(t, root, input, expected) }
}

// rooted puts a folder in the place of <ROOT>.
func rooted(data []byte, root string) []byte {
	return []byte(strings.ReplaceAll(string(data), "<ROOT>", filepath.ToSlash(root)))
}

// layOut writes the tree of the cases into a folder.
func layOut(t testing.TB) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]string
	decodeFile(t, "testdata/tree.json", root, &tree)
	for name, encoded := range tree {
		data, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(root, name), string(data))
	}
	return root
}

func write(t testing.TB, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// decodeFile reads JSON in which <ROOT> represents a folder.
func decodeFile(t testing.TB, name, root string, into any) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	fromJSON(t, rooted(data, root), into)
}

func fromJSON(t testing.TB, data []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

func same[T any](t *testing.T, expected json.RawMessage, got T) {
	t.Helper()
	var want T
	fromJSON(t, expected, &want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func openDisk(t testing.TB, root string) *disk.Root {
	t.Helper()
	d, err := disk.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func matcherVector(t *testing.T, _ string, input, expected json.RawMessage) {
	var in struct {
		Pattern string
		Values  []string
	}
	fromJSON(t, input, &in)
	got := []bool{}
	for _, v := range in.Values {
		got = append(got, Matcher(in.Pattern)(v))
	}
	same(t, expected, got)
}

func baseNameVector(t *testing.T, _ string, input, expected json.RawMessage) {
	var in struct{ FilePath string }
	fromJSON(t, input, &in)
	same(t, expected, BaseName(in.FilePath))
}

func tokenVector(t *testing.T, _ string, input, expected json.RawMessage) {
	var in struct{ Content, Base string }
	fromJSON(t, input, &in)
	same(t, expected, Token(in.Content, in.Base))
}

func assignsVector(t *testing.T, _ string, input, expected json.RawMessage) {
	var in struct {
		Cwd     string
		Entries [][2]string
		Tokens  string `json:"base_tokens"`
	}
	fromJSON(t, input, &in)
	var f Files
	for _, e := range in.Entries {
		f.Set(File{Path: e[0], Content: e[1]})
	}
	n := 0
	same(t, expected, f.assigns(in.Cwd, func(string, string) string {
		if strings.HasPrefix(in.Tokens, "fixed") {
			return "context"
		}
		n++
		return fmt.Sprint("context-T", n)
	}))
}

type readInput struct {
	FilePaths, IncludePaths []string
	Options                 struct {
		Dir         string
		Filter      string
		MaxFiles    *int
		MaxFileSize *int64
	}
	Preset [][2]string
}

func (in readInput) guards(root string) Guards {
	g := Guards{in.Options.Dir, in.Options.Filter, in.Options.MaxFiles, in.Options.MaxFileSize}
	if g.Dir == "" {
		g.Dir = root
	}
	return g
}

func requestVector(t *testing.T, root string, input, expected json.RawMessage) {
	var in readInput
	fromJSON(t, input, &in)
	var f Files
	for _, e := range in.Preset {
		f.Set(File{Path: e[0], Content: e[1]})
	}
	if err := f.Request(t.Context(), openDisk(t, root), in.FilePaths, in.guards(root)); err != nil {
		t.Fatal(err)
	}
	sameFiles(t, expected, &f)
}

func includeVector(t *testing.T, root string, input, expected json.RawMessage) {
	var in readInput
	fromJSON(t, input, &in)
	var f Files
	if err := f.Include(t.Context(), openDisk(t, root), in.IncludePaths, in.guards(root)); err != nil {
		t.Fatal(err)
	}
	sameFiles(t, expected, &f)
}

// sameFiles compares what was read. What an error says is the system's own affair.
func sameFiles(t *testing.T, expected json.RawMessage, f *Files) {
	t.Helper()
	const failed = "[Error reading file: "
	var want [][2]string
	fromJSON(t, expected, &want)
	for i := range want {
		want[i][0] = filepath.ToSlash(want[i][0])
	}
	got := [][2]string{}
	for i, file := range f.List() {
		if i < len(want) && strings.HasPrefix(want[i][1], failed) && strings.HasPrefix(file.Content, failed) {
			file.Content = want[i][1]
		}
		got = append(got, [2]string{filepath.ToSlash(file.Path), file.Content})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
