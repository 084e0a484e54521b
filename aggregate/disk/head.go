package disk

import (
	"context"
	"errors"
	"io"
)

// Head reads at most the first limit bytes of the regular file at path, whatever its
// size, which is in what it returns.
func (r *Root) Head(ctx context.Context, path string, limit int64) (File, error) {
	if err := ctx.Err(); err != nil {
		return File{}, err
	}
	f, err := r.open(path)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return File{}, accessError(path, err)
	}
	file := File{Info: infoOf(info)}
	if file.Kind != Regular {
		return file, &IrregularError{Path: path, Kind: file.Kind}
	}
	data := make([]byte, min(file.Size, limit))
	n, err := io.ReadFull(f, data)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return file, accessError(path, err)
	}
	file.Data = data[:n]
	return file, nil
}
