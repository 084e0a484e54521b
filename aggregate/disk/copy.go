package disk

import (
	"context"
	"io"
)

// CopyTo writes the content of the regular file at path to w without holding it in memory, at most limit
// bytes. It returns the file without Data, and a [*TooLargeError] for a larger file, whatever its reported
// size.
func (r *Root) CopyTo(ctx context.Context, w io.Writer, path string, limit int64) (File, error) {
	f, file, err := openRegular(ctx, path, func() (handle, error) { return r.handle(path) })
	if err != nil {
		return file, err
	}
	defer f.Close()
	n, err := io.Copy(w, io.LimitReader(cancelable{ctx, f}, limit+1))
	switch {
	case ctx.Err() != nil:
		return file, ctx.Err()
	case err != nil:
		return file, accessError(path, err)
	case n > limit:
		return file, &TooLargeError{Path: path, Size: max(file.Size, n), Limit: limit}
	}
	file.Size = n
	return file, nil
}

// cancelable is a reader that stops when the context ends.
type cancelable struct {
	ctx context.Context
	in  io.Reader
}

func (c cancelable) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.in.Read(p)
}
