package request

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"dossier/aggregate/disk"
	"dossier/aggregate/text"
)

// What is read at most, in bytes, whatever the guards allow.
const (
	MaxBytes      = 256 << 20 // of one file
	MaxTotalBytes = 1 << 30   // of all files together
)

// Disk is where files are read. [disk.Root] is one.
type Disk interface {
	Stat(path string) (disk.Info, error)
	Read(ctx context.Context, path string, limit int64) (disk.File, error)
}

// File is one file that was asked for.
type File struct {
	Path    string `json:"path"`    // in full
	Content string `json:"content"` // or why there is none, in brackets
	Problem string `json:"-"`       // why the file was not read; empty when it was
	// Notes say how Content differs from the bytes of the file, as that invalid ones were replaced.
	Notes []string `json:"-"`
}

// Files are what was read, by full path and in the order in which it was asked for. The
// zero value holds nothing.
type Files struct {
	list  []File
	at    map[string]int
	bytes int64 // of all contents
}

// Len returns the number of files.
func (f *Files) Len() int { return len(f.list) }

// List returns the files in their order. The caller must not change the slice.
func (f *Files) List() []File { return f.list }

// Has reports whether a file is there, by its full path.
func (f *Files) Has(path string) bool { _, ok := f.at[path]; return ok }

// Set puts a file behind the others, or in the place of the one with its path.
func (f *Files) Set(file File) {
	if i, ok := f.at[file.Path]; ok {
		f.bytes += int64(len(file.Content)) - int64(len(f.list[i].Content))
		f.list[i] = file
		return
	}
	if f.at == nil {
		f.at = map[string]int{}
	}
	f.at[file.Path] = len(f.list)
	f.list = append(f.list, file)
	f.bytes += int64(len(file.Content))
}

// Request reads what a model asked for, behind all guards, in the order of paths. A path
// that is there already or does not match the filter is passed over; with the last file
// that the guards allow it ends.
func (f *Files) Request(ctx context.Context, d Disk, paths []string, g Guards) error {
	matches := Matcher(g.Filter)
	for _, path := range paths {
		if g.full(f.Len()) {
			break
		}
		full := g.Full(path)
		if f.Has(full) || !matches(baseName(path)) {
			continue
		}
		if err := f.read(ctx, d, full, g); err != nil {
			return err
		}
	}
	return nil
}

// Include reads what the user wants in any case: of the guards only the size counts.
func (f *Files) Include(ctx context.Context, d Disk, paths []string, g Guards) error {
	g.Filter, g.MaxFiles = "", nil
	return f.Request(ctx, d, paths, g)
}

// read reads a file, or says in its place why it is not read.
func (f *Files) read(ctx context.Context, d Disk, full string, g Guards) error {
	limit := min(g.sizeLimit(), MaxBytes)
	decoded, err := f.content(ctx, d, full, limit)
	if ended := ctx.Err(); ended != nil {
		return ended
	}
	file := File{Path: full, Content: decoded.Text, Notes: decoded.Notes()}
	var large *disk.TooLargeError
	switch {
	case errors.As(err, &large):
		file.Problem = fmt.Sprintf("Skipped: file size %d bytes exceeds maxFileSize %d", large.Size, limit)
	case err != nil:
		file.Problem = "Error reading file: " + text.OneLine(err.Error())
	}
	if file.Problem != "" {
		file.Content = "[" + file.Problem + "]"
	}
	f.Set(file)
	return nil
}

func (f *Files) content(ctx context.Context, d Disk, full string, limit int64) (text.Decoded, error) {
	if limit <= 0 { // which a disk takes for a limit of its own
		info, err := d.Stat(full)
		if err == nil && info.Kind == disk.Regular && info.Size > 0 {
			return text.Decoded{}, &disk.TooLargeError{Path: full, Size: info.Size}
		}
		if err != nil {
			return text.Decoded{}, err
		}
	}
	read, err := d.Read(ctx, full, limit)
	if err != nil {
		return text.Decoded{}, err
	}
	if f.bytes+int64(len(read.Data)) > MaxTotalBytes {
		return text.Decoded{}, fmt.Errorf("with the files before it there would be more than %d bytes", MaxTotalBytes)
	}
	return text.Decode(read.Data)
}

// Full returns the full path of a file that is asked for: an absolute one as it is given,
// any other seen from the folder.
func (g Guards) Full(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(g.Dir, path)
}
