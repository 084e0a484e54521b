package imports

import (
	"bytes"
	"encoding/gob"
	"fmt"

	"dossier/aggregate/cachefile"
)

// magic begins the file of a graph. Another version of what files say has another one.
const magic = "dossier imports 1\n"

// maxStored bounds the file of a graph: more than a kilobyte for each of 200 000 files.
const maxStored = 256 << 20

// Save keeps what the files of a graph say in a file; an empty path is none. What could not be
// read is not kept, nor is what names something secret.
func (g *Graph) Save(file string) error {
	if file == "" {
		return nil
	}
	kept := map[string]*page{}
	for p, page := range g.pages {
		if page.err == nil && !page.tells() {
			kept[p] = page
		}
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(kept); err != nil {
		return fmt.Errorf("keep what files import: %w", err)
	}
	if err := cachefile.Replace(file, magic, func(head []byte) []byte { return append(head, b.Bytes()...) }); err != nil {
		return fmt.Errorf("keep what files import: %w", err)
	}
	return nil
}

// Load returns the graph of which a file was kept, to be brought up to date: of no files yet. It
// is the zero value when there is none.
func Load(file string) *Graph {
	g := &Graph{}
	if file == "" {
		return g
	}
	data := cachefile.Read(file, magic, maxStored)
	if data == nil || gob.NewDecoder(bytes.NewReader(data)).Decode(&g.pages) != nil {
		return &Graph{}
	}
	for _, page := range g.pages {
		page.secret.Store(1) // or it would not have been kept
	}
	return g
}
