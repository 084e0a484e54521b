// Package diskwrite contains what all disk writers share. All files that Dossier writes go
// through it.
//
// A [Step] is one system call. A test can intercept steps: it sees each one and may make it fail,
// once or from then on, or shorten a write. Without an interceptor, which is everywhere except in
// tests, a step costs one pointer load.
//
// A file being written has a name from [TempName] and is held with [Hold], so that [Sweep] can
// distinguish it from one left by a killed process. It does so by file locks or, where they are
// not supported, by age. [Replace] does all of this for files that can be created again. The
// package starts no goroutines.
package diskwrite

import (
	"io"
	"sync/atomic"
)

// Kinds of steps.
const (
	MakeFolder = "make folder"
	Lock       = "lock"
	Stat       = "look" // stat a name
	List       = "list" // read a folder
	Read       = "read"
	Create     = "create" // create a file
	Write      = "write"
	Chmod      = "chmod"
	Chown      = "chown"
	Sync       = "sync" // sync a file
	Close      = "close"
	Rename     = "rename" // rename over an existing name
	Link       = "link"   // link to an unused name
	Remove     = "remove"
	SyncFolder = "sync folder"
)

// Step is one step of a writer.
type Step struct {
	Do     string
	Folder string // its path
	Name   string // in Folder; empty for a step on the folder itself
	To     string // for a rename or link: the new name in Folder
	Data   []byte // for a write: the data, which a watcher may shorten
}

// Watcher intercepts steps. It may call take, and returns the error that the writer gets. It must
// be safe for concurrent use.
type Watcher func(s *Step, take func() error) error

var watcher atomic.Pointer[Watcher]

// Watch intercepts all steps of this process with w until stop is called. It is for tests.
func Watch(w Watcher) (stop func()) {
	before := watcher.Swap(&w)
	return func() { watcher.Store(before) }
}

// Perform performs a step.
func Perform(s Step, take func() error) error {
	if w := watcher.Load(); w != nil {
		return (*w)(&s, take)
	}
	return take()
}

// WriteTo writes data to the named file in a folder.
func WriteTo(w io.Writer, folder, name string, data []byte) (n int, err error) {
	watch := watcher.Load()
	if watch == nil {
		return w.Write(data)
	}
	s := &Step{Do: Write, Folder: folder, Name: name, Data: data}
	err = (*watch)(s, func() error {
		n, err = w.Write(s.Data)
		return err
	})
	return n, err
}
