package rank

import (
	"context"
	"crypto/sha256"
	"maps"
	"sync"

	"dossier/aggregate/code"
	"dossier/aggregate/disk"
	"dossier/aggregate/parallel"
	"dossier/aggregate/text"
)

// Disk is where files are read. [disk.Root] is one.
type Disk interface {
	Stat(path string) (disk.Info, error)
	Head(ctx context.Context, path string, limit int64) (disk.File, error)
}

// Project is what an index is made of.
type Project struct {
	Disk  Disk
	Files []string // what the tree lists, in byte order
	// Structure returns the symbols of a text, or nil where there are none; the error is the
	// context's. It may be nil itself.
	Structure func(ctx context.Context, language, src string) (*code.Structure, error)
	// Progress is told now and then, from several goroutines, how many of the files that had
	// to be read are done. It may be nil.
	Progress func(done, all int)
}

// maxText bounds what of a file is read, in bytes.
const maxText = disk.DefaultLimit

// Update returns the index of a project's files as they are now. Those are read that the
// disk has something new to say of; what is known by its content is not looked at again.
// When nothing has changed it is the same index. The error is the context's. A file that
// cannot be read is known by its path alone.
func (x *Index) Update(ctx context.Context, p Project) (*Index, error) {
	u := update{Project: p, dict: x.dict, docs: x.docs, known: make(map[string]*entry, len(x.files))}
	if u.dict == nil {
		u.dict, u.docs = newDict(), map[key]*doc{}
	}
	for i := range x.files {
		u.known[x.files[i].path] = &x.files[i]
	}
	stale, err := u.stale(ctx)
	if err != nil {
		return nil, err
	}
	if len(stale) == 0 && len(p.Files) == len(x.files) {
		return x, nil
	}
	return u.run(ctx, stale)
}

// update makes the next index of one.
type update struct {
	Project
	known map[string]*entry
	ids   []disk.Identity // of the files

	dict *dict
	mu   sync.Mutex // of docs and done
	docs map[key]*doc
	done int
}

// stale returns the places of the files that have to be read.
func (u *update) stale(ctx context.Context) ([]int, error) {
	u.ids = make([]disk.Identity, len(u.Files))
	fresh := make([]bool, len(u.Files))
	err := parallel.Each(ctx, len(u.Files), func(i int) error {
		info, err := u.Disk.Stat(u.Files[i])
		if err != nil {
			return ctx.Err() // read, to be told why
		}
		u.ids[i] = info.Identity
		have := u.known[u.Files[i]]
		fresh[i] = have != nil && have.id == info.Identity
		return nil
	})
	var stale []int
	for i, ok := range fresh {
		if !ok {
			stale = append(stale, i)
		}
	}
	return stale, err
}

func (u *update) run(ctx context.Context, stale []int) (*Index, error) {
	u.docs = maps.Clone(u.docs)
	read := make(map[int]entry, len(stale))
	analyzers := sync.Pool{New: func() any { return &analyzer{} }}
	err := parallel.Each(ctx, len(stale), func(i int) error {
		a := analyzers.Get().(*analyzer)
		defer analyzers.Put(a)
		e, err := u.read(ctx, a, u.Files[stale[i]])
		if err != nil {
			return err
		}
		u.mu.Lock()
		defer u.mu.Unlock()
		read[stale[i]] = e
		if u.done++; u.Progress != nil {
			u.Progress(u.done, len(stale))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	files := make([]entry, len(u.Files))
	for i, p := range u.Files {
		if e, ok := read[i]; ok {
			files[i] = e
		} else {
			files[i] = *u.known[p]
		}
	}
	u.forget(files)
	return newIndex(u.dict, files, u.docs), nil
}

// read reads a file. The error is the context's.
func (u *update) read(ctx context.Context, a *analyzer, p string) (entry, error) {
	file, err := u.Disk.Head(ctx, p, maxText)
	if ended := ctx.Err(); ended != nil {
		return entry{}, ended
	}
	var k key
	content := empty
	if err == nil {
		if decoded, err := text.Decode(file.Data); err == nil {
			k = key{sha256.Sum256(file.Data), text.Language(p, decoded.Text)}
			if content, err = u.content(ctx, a, k, decoded.Text); err != nil {
				return entry{}, err
			}
		}
	}
	e := u.dict.newEntry(a, p, content)
	e.id, e.key = file.Identity, k
	return e, nil
}

// content returns what a text says. The error is the context's.
func (u *update) content(ctx context.Context, a *analyzer, k key, src string) (*doc, error) {
	u.mu.Lock()
	have := u.docs[k]
	u.mu.Unlock()
	if have != nil {
		return have, nil
	}
	var s *code.Structure
	if u.Structure != nil {
		var err error
		if s, err = u.Structure(ctx, k.language, src); err != nil {
			return nil, err
		}
	}
	made := u.dict.doc(k.language, a.analyze(k.language, src, s))
	u.mu.Lock()
	defer u.mu.Unlock()
	if have = u.docs[k]; have == nil {
		have, u.docs[k] = made, made
	}
	return have, nil
}

// forget drops what no file says any more, once that is more than what files say: a branch
// that is left and taken up again costs nothing.
func (u *update) forget(files []entry) {
	used := make(map[key]bool, len(files))
	for i := range files {
		used[files[i].key] = true
	}
	if len(u.docs) > 2*len(used) {
		maps.DeleteFunc(u.docs, func(k key, _ *doc) bool { return !used[k] })
	}
}
