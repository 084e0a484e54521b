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

// The folder's name begins with an underscore, so that the go command ignores its sources. all:
// includes names that begin with a dot.
//
//go:embed all:_sample
var sample embed.FS

const (
	// sampleSuffix is appended to the names of files that have a meaning in this repository, such
	// as .gitignore; it is removed in copies.
	sampleSuffix = ".sample"

	// marker is the file with the checksums and paths of the copied files, in the format of
	// sha256sum. It is empty while a copy is being made.
	marker = ".dossier/sample.sha256"
)

// CopySample writes the sample project to dir, which it creates if it does not exist.
//
// An existing copy is updated: unmodified files get the content of this version, and new ones are
// added. Files that the user has edited or deleted are left alone; deleting the whole folder
// allows a fresh copy. An interrupted copy is completed.
//
// It returns an error, and writes nothing, if the folder contains files but no copy.
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
		return nil // nothing has changed, so nothing is written
	}
	return replace(root, marker, sums.Bytes())
}

// begin creates the marker in an empty folder. If another process has just created it, it returns
// the checksums in it.
func begin(root *os.Root) (map[string]string, error) {
	if err := checkEmpty(root); err != nil {
		if copied, markerErr := readMarker(root); markerErr == nil {
			return copied, nil // the files are written by the other process, which creates the marker first
		}
		return nil, err
	}
	return nil, replace(root, marker, nil)
}

// sampleFile is a file of the sample with its name in the copy.
type sampleFile struct {
	path string // slash-separated
	data []byte
}

func (f sampleFile) sum() string { return checksum(f.data) }

func checksum(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

// sampleFiles returns the files of the sample, sorted by their embedded paths.
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

// update writes f unless the user has modified or deleted it. old is the checksum when it was
// last copied, or empty if it never was.
func update(root *os.Root, f sampleFile, old string) error {
	switch now, err := root.ReadFile(f.path); {
	case errors.Is(err, fs.ErrNotExist):
		if old != "" {
			return nil // deleted by the user
		}
	case err != nil:
		return nil // it is now a folder or a link, not our file
	default:
		if sum := checksum(now); sum != old || sum == f.sum() {
			return nil // modified, or up to date
		}
	}
	return replace(root, f.path, f.data)
}

// replace atomically writes a file.
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

// readMarker returns the checksums of the copied files by path.
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

// checkEmpty returns an error if the folder contains anything except Dossier's own folder, in
// which another process may be creating the marker.
func checkEmpty(root *os.Root) error {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() != path.Dir(marker) {
			return errors.New("the folder is not empty; choose an empty one")
		}
	}
	return nil
}
