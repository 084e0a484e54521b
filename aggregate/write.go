package aggregate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets/store"
)

// NextIncrement returns the number of the next dossier of a namespace among the names
// of a folder: one more than the highest, whatever gaps there are.
func NextIncrement(names []string, namespace string) (int, error) {
	return store.NextNumber(names, namespace, ".md")
}

// OutputName returns the name of a dossier: at least three digits.
func OutputName(namespace string, number int) string {
	return store.NumberedName(namespace, number, ".md")
}

// Output is where dossiers go.
type Output struct {
	Folder    *os.Root // the project's
	Dir       string   // in it, slash-separated
	Namespace string
}

// Write writes a document under the next number and returns its path, relative to the
// project. Two writers never share a number, and a file that exists is never replaced.
// The default folder gets a list of patterns of its own, which keeps dossiers out of
// the project's repository.
func (o Output) Write(doc *Document) (string, error) {
	if !filepath.IsLocal(filepath.FromSlash(o.Dir)) {
		return "", fmt.Errorf("the output folder %s lies outside the project; name one inside it in dossier.toml, as dir in [output]", text.Escape(o.Dir))
	}
	if o.Dir == models.DefaultOutputDir {
		err := store.Create(o.Folder, path.Join(o.Dir, ".gitignore"), []byte("*\n"))
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return "", fmt.Errorf("write the dossier: %w", err)
		}
	}
	name, _, err := store.CreateNumbered(o.Folder, o.Dir, o.Namespace, ".md", []byte(doc.Text()))
	if err != nil {
		return "", fmt.Errorf("write the dossier: %w", err)
	}
	return path.Join(o.Dir, path.Base(name)), nil
}

// Run is the whole pipeline: it builds the document and writes it. The path is
// relative to the project.
func (b *Builder) Run(ctx context.Context, in Input, out Output) (*Document, string, error) {
	doc, err := b.Build(ctx, in, nil)
	if err != nil {
		return nil, "", err
	}
	name, err := out.Write(doc)
	return doc, name, err
}
