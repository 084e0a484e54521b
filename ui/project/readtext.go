package project

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"dossier/aggregate/text"
)

// MaxChat is the max size of a text of conversations in bytes: an export of several years.
const MaxChat = 512 << 20

// ReadTextFile reads a text file given by the user, of at most limit bytes.
func ReadTextFile(name string, limit int) (string, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is not a regular file", Shown(name))
	}
	f, err := os.Open(filepath.Clean(name))
	if err != nil {
		return "", fmt.Errorf("read the text: %w", err)
	}
	defer f.Close()
	return ReadText(f, Shown(name), limit)
}

// ReadText reads a text of at most limit bytes; name is for messages.
func ReadText(from io.Reader, name string, limit int) (string, error) {
	data, err := io.ReadAll(io.LimitReader(from, int64(limit)+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("read %s: %w", name, err)
	case len(data) > limit:
		return "", fmt.Errorf("%s has more than %d MB", name, limit>>20)
	}
	decoded, err := text.Decode(data)
	if err != nil {
		return "", fmt.Errorf("%s is not text: %w", name, err)
	}
	return decoded.Text, nil
}
