package assets

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"dossier/aggregate/diskwrite"
)

// SampleName is the name of the sample project, for the folder that it is copied to.
const SampleName = "acme-api"

// The folder's name begins with an underscore, so that the go command passes over the
// sources in it. all: takes the names along that begin with a dot.
//
//go:embed all:_sample
var sample embed.FS

const (
	// sampleSuffix ends the names of the files that would mean something where they are
	// kept, such as .gitignore; it is cut off when they are copied.
	sampleSuffix = ".sample"

	// marker holds the checksum and the path of each file as it was copied, in the form
	// of sha256sum. While a copy is being made it is there and has no lines.
	marker = ".dossier/sample.sha256"
)

// CopySample writes the sample project into dir, which is made when it is not there.
//
// A folder that holds a copy already is brought up to date: files that are as they were
// copied get the text of this version, and new ones are added. What a person has edited
// or deleted stays so; deleting the whole folder is the way to a fresh copy. A copy that
// was interrupted is completed.
//
// A folder that has files and no copy in it is an error, and nothing is written.
func CopySample(dir string) error {
	if err := copySample(dir); err != nil {
		return fmt.Errorf("copy the sample project to %s: %w", dir, err)
	}
	return nil
}

func copySample(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()

	copied, err := readMarker(root)
	if errors.Is(err, fs.ErrNotExist) {
		copied, err = begin(root)
	}
	if err != nil {
		return err
	}

	files, err := sampleFiles()
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, f := range files {
		if err := update(root, f, copied[f.path]); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%s  %s\n", f.sum(), f.path)
	}
	if old, err := root.ReadFile(marker); err == nil && bytes.Equal(old, sums.Bytes()) {
		return nil // nothing is written when nothing is new
	}
	return replace(root, marker, sums.Bytes())
}

// begin makes the marker of a copy in an empty folder. Where another window has just made it,
// it returns the checksums of that.
func begin(root *os.Root) (map[string]string, error) {
	if err := checkEmpty(root); err != nil {
		if copied, markerErr := readMarker(root); markerErr == nil {
			return copied, nil // the files are that window's, which makes the marker first
		}
		return nil, err
	}
	return nil, replace(root, marker, nil)
}

// sampleFile is a file of the sample under the name that its copy has.
type sampleFile struct {
	path string // slash-separated
	data []byte
}

func (f sampleFile) sum() string { return checksum(f.data) }

func checksum(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

// sampleFiles returns the files of the sample in byte order of where they are kept.
func sampleFiles() ([]sampleFile, error) {
	tree, err := fs.Sub(sample, "_sample")
	if err != nil {
		return nil, err
	}
	var files []sampleFile
	err = fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(tree, name)
		files = append(files, sampleFile{strings.TrimSuffix(name, sampleSuffix), data})
		return err
	})
	return files, err
}

// update writes f unless a person has had a hand in it. was is the checksum that the
// file had when it was copied last, or empty when it never was.
func update(root *os.Root, f sampleFile, was string) error {
	switch now, err := root.ReadFile(f.path); {
	case errors.Is(err, fs.ErrNotExist):
		if was != "" {
			return nil // deleted
		}
	case err != nil:
		return nil // a folder or a link stands there now, which is no copy of ours
	default:
		if sum := checksum(now); sum != was || sum == f.sum() {
			return nil // edited, or up to date
		}
	}
	return replace(root, f.path, f.data)
}

// replace writes a file whole or not at all.
func replace(root *os.Root, name string, data []byte) error {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	folder, err := root.OpenRoot(path.Dir(name))
	if err != nil {
		return err
	}
	defer folder.Close()
	return diskwrite.Replace(folder, path.Base(name), data, 0o644)
}

// readMarker returns the checksums of the files as they were copied, by path.
func readMarker(root *os.Root) (map[string]string, error) {
	data, err := root.ReadFile(marker)
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		if sum, name, ok := strings.Cut(lines.Text(), "  "); ok {
			sums[name] = sum
		}
	}
	return sums, lines.Err()
}

// checkEmpty reports whether there is anything in the folder but what Dossier keeps in
// every project, where another window may be making the marker at this moment.
func checkEmpty(root *os.Root) error {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() != path.Dir(marker) {
			return errors.New("the folder holds files of its own; choose an empty one")
		}
	}
	return nil
}
