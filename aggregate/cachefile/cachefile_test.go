package cachefile

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

const magic = "a test 1\n"

// written returns the bytes of a file that holds body.
func written(t testing.TB, body []byte) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "new folder", "cache")
	if err := Replace(path, magic, func(data []byte) []byte { return append(data, body...) }); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Dir(path) + "/.*"); len(left) > 0 {
		t.Errorf("%v was left behind", left)
	}
	return data
}

func TestWhatIsNotAWholeFileIsNone(t *testing.T) {
	good := written(t, []byte("body"))
	flipped := bytes.Clone(good)
	flipped[len(magic)+1] ^= 1
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"a whole file", good, "body"},
		{"an empty body", written(t, nil), ""},
		{"an empty file", nil, ""},
		{"a file cut off", good[:len(good)-1], ""},
		{"a flipped bit", flipped, ""},
		{"another version", append([]byte("a test 2\n"), good[len(magic):]...), ""},
		{"larger than the limit", written(t, []byte("a larger body")), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "cache")
			if err := os.WriteFile(path, tt.data, 0o600); err != nil {
				t.Fatal(err)
			}
			if got := string(Read(path, magic, 8)); got != tt.want {
				t.Errorf("read %q, want %q", got, tt.want)
			}
		})
	}
}

func TestAFileThatCannotBeReplacedStays(t *testing.T) {
	dir := t.TempDir()
	if err := Replace(dir, magic, func(data []byte) []byte { return data }); err == nil {
		t.Error("a folder was replaced")
	}
	if left, _ := filepath.Glob(filepath.Dir(dir) + "/.*"); len(left) > 0 {
		t.Errorf("%v was left behind", left)
	}
	if got := Read(dir, magic, 100); got != nil {
		t.Errorf("a folder reads as %q", got)
	}
	if got := Read(filepath.Join(dir, "none"), magic, 100); got != nil {
		t.Errorf("no file reads as %q", got)
	}
}
