package imports

import (
	"bytes"
	"encoding/gob"
	"fmt"

	"dossier/aggregate/cachefile"
)

// magic begins the file of a graph. It contains the version of the extracted data.
const magic = "dossier imports 3\n"

// maxStored is the max size of a graph's file: more than a kilobyte for each of 200,000 files.
const maxStored = 256 << 20

// Save stores the sources of a graph in a file; an empty path does nothing. It skips unreadable
// files and files whose data contains a secret.
func (g *Graph) Save(file string) error {
	if file == "" {
		return nil
	}
	kept := map[string]*page{}
	for p, page := range g.pages {
		if page.Facts != nil && !page.Facts.leaks() {
			kept[p] = page
		}
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(kept); err != nil {
		return fmt.Errorf("save the imports of files: %w", err)
	}
	if err := cachefile.Replace(file, magic, func(head []byte) []byte { return append(head, b.Bytes()...) }); err != nil {
		return fmt.Errorf("save the imports of files: %w", err)
	}
	return nil
}

// Load returns a graph with the sources stored in a file but without files: call [Graph.Update]
// next. It returns the zero value if there is no file.
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
		if page.Facts == nil {
			return &Graph{} // damaged
		}
		page.Facts.secret.Store(1) // otherwise it would not have been stored
	}
	return g
}
