package aggregate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets/snapshots"
	"dossier/presets/store"
)

// NextIncrement returns the number of the next dossier of a namespace among the names
// of a folder: one more than the highest, whatever gaps there are.
func NextIncrement(names []string, namespace string) (int, error) {
	return store.NextNumber(names, namespace, ".md", ".toml")
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

// Write writes a document with its record under the next number and returns its path,
// relative to the project; the record has the same with the ending of [RecordName]. Two
// writers never share a number, and a file that exists is never replaced. The default
// folder gets a list of patterns of its own, which keeps dossiers out of the project's
// repository.
func (o Output) Write(doc *Document, record models.Snapshot) (string, error) {
	if !filepath.IsLocal(filepath.FromSlash(o.Dir)) {
		return "", fmt.Errorf("the output folder %s lies outside the project; name one inside it in dossier.toml, as dir in [output]", text.Escape(o.Dir))
	}
	if err := o.keepOut(); err != nil {
		return "", fmt.Errorf("write the dossier: %w", err)
	}
	name, err := snapshots.InProject(o.Folder, o.Dir, o.Namespace, "").Create(doc, record)
	if err != nil {
		return "", fmt.Errorf("write the dossier: %w", err)
	}
	return path.Join(o.Dir, name+".md"), nil
}

// RecordName returns the name of the record beside a dossier.
func RecordName(dossier string) string { return strings.TrimSuffix(dossier, ".md") + ".toml" }

// keepOut gives the default folder its list of patterns, unless it has one.
func (o Output) keepOut() error {
	name := path.Join(o.Dir, ".gitignore")
	if o.Dir != models.DefaultOutputDir {
		return nil
	}
	if _, err := o.Folder.Lstat(name); err == nil {
		return nil
	}
	if err := store.Create(o.Folder, name, []byte("*\n")); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// Run is the whole pipeline: it builds the document and writes it. The path is
// relative to the project.
func (b *Builder) Run(ctx context.Context, in Input, out Output, made Made) (*Document, string, error) {
	doc, err := b.Build(ctx, in, nil)
	if err != nil {
		return nil, "", err
	}
	name, err := out.Write(doc, RecordOf(doc, in, made))
	return doc, name, err
}
