package request

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"dossier/aggregate/disk"
	"dossier/aggregate/text"
)

// Limits in bytes that apply regardless of the guards.
const (
	MaxBytes      = 256 << 20 // of one file
	MaxTotalBytes = 1 << 30   // of all files together
)

// Disk reads files. It is implemented by [disk.Root].
type Disk interface {
	Stat(path string) (disk.Info, error)
	Read(ctx context.Context, path string, limit int64) (disk.File, error)
}

// File is one requested file.
type File struct {
	Path    string `json:"path"`    // the full path
	Content string `json:"content"` // or the reason why there is none, in brackets
	Problem string `json:"-"`       // why the file was not read; empty if it was
	// Notes describe how Content differs from the bytes of the file, for example that invalid ones were replaced.
	Notes []string `json:"-"`
}

// Files is a list of files that were read, by full path and in the order of the requests. The zero value is empty.
type Files struct {
	list  []File
	at    map[string]int
	bytes int64 // total size of the contents
}

// Len returns the number of files.
func (f *Files) Len() int { return len(f.list) }

// List returns the files in order. The caller must not modify the slice.
func (f *Files) List() []File { return f.list }

// Has reports whether a file is present, given its full path.
func (f *Files) Has(path string) bool { _, ok := f.at[path]; return ok }

// Set appends a file, or replaces the one with the same path.
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

// Request reads the files that a model requested, in the order of paths, subject to all guards. It skips a path that
// is present already or does not match the filter, and stops at the maximum number of files.
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

// Include reads files for the user: of the guards, only the size limit applies.
func (f *Files) Include(ctx context.Context, d Disk, paths []string, g Guards) error {
	g.Filter, g.MaxFiles = "", nil
	return f.Request(ctx, d, paths, g)
}

// read reads a file, or adds an entry that says why it is not read.
func (f *Files) read(ctx context.Context, d Disk, full string, g Guards) error {
	limit := min(g.sizeLimit(), MaxBytes)
	decoded, err := f.content(ctx, d, full, limit)
	if ctxErr := ctx.Err(); ctxErr != nil {
		return ctxErr
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
	if limit <= 0 { // which a disk would interpret as its default limit
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

// Full returns the full path of a requested file: an absolute path is unchanged, any other is relative to Dir.
func (g Guards) Full(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(g.Dir, path)
}
