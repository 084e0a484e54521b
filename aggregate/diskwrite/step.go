// Package diskwrite is what all that write to a disk have in common. Whatever Dossier keeps
// is written through it.
//
// A [Step] is one call to the system. A test can stand between a writer and the disk: it
// sees each step, and may fail it, once or from then on, or write less than was asked for.
// Where nobody watches, which is everywhere but in tests, a step costs the load of a pointer.
//
// A file that is being written has a name of [TempName] and is held ([Hold]), so that
// [Sweep] can tell it from one that a killed process left. Locks of files tell that; where
// the system or the file system has none, the age does. [Replace] is the whole of it for
// what can be made again. The package starts no goroutine.
package diskwrite

import (
	"io"
	"sync/atomic"
)

// The steps.
const (
	MakeFolder = "make folder"
	Lock       = "lock"
	Look       = "look" // at what a name is
	List       = "list" // the names of a folder
	Read       = "read"
	Create     = "create" // a new file
	Write      = "write"
	Chmod      = "chmod"
	Chown      = "chown"
	Sync       = "sync" // a file
	Close      = "close"
	Rename     = "rename" // over what has the name
	Link       = "link"   // to a name that nothing has
	Remove     = "remove"
	SyncFolder = "sync folder"
)

// Step is one step of a writer.
type Step struct {
	Do     string
	Folder string // its path
	Name   string // in Folder; empty where the step is about the folder
	To     string // of a rename or a link: the new name, in Folder
	Data   []byte // of a write: what it writes; whoever watches may shorten it
}

// Watcher is asked to take each step. It calls take, or does not, and returns the error
// that the writer gets. Several goroutines may call it.
type Watcher func(s *Step, take func() error) error

var watcher atomic.Pointer[Watcher]

// Watch puts w between all writers of this process and the disk, until stop is called. It
// is for tests.
func Watch(w Watcher) (stop func()) {
	before := watcher.Swap(&w)
	return func() { watcher.Store(before) }
}

// Take takes a step.
func Take(s Step, take func() error) error {
	if w := watcher.Load(); w != nil {
		return (*w)(&s, take)
	}
	return take()
}

// WriteTo writes data to a file that has a name in a folder.
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
