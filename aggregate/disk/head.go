package disk

import (
	"context"
	"errors"
	"io"
)

// Head reads at most the first limit bytes of the regular file at path. The result contains the
// file's full size.
func (r *Root) Head(ctx context.Context, path string, limit int64) (File, error) {
	f, file, err := openRegular(ctx, path, func() (handle, error) { return r.handle(path) })
	if err != nil {
		return file, err
	}
	defer f.Close()
	data := make([]byte, min(file.Size, limit))
	n, err := io.ReadFull(f, data)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return file, accessError(path, err)
	}
	file.Data = data[:n]
	return file, nil
}
