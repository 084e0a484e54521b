// Package change describes the changes of a session for its observers.
package change

// Set is a set of changed things.
type Set uint

// The things that change.
const (
	Project     Set = 1 << iota // another project, or its file on disk
	Tree                        // the project's files, or their costs
	Composition                 // the composition
	Document                    // the document
	Counts                      // tokens of the document
	Activity                    // background work
	Settings
	Presets
	Colours     // syntax colours of the preview
	Snapshots   // the list of snapshots, the changes since one, or the replayed one
	Screenshots // the screenshots, or their properties
	Pictures    // small pictures of screenshots
	Recovery    // unsaved work of other windows
	Consent     // permissions that the project requests
)

// next is the first change that is not assigned to a feature.
var next = Consent << 1

// New returns a change for one feature. It is called when the program starts.
func New() Set {
	if next == 0 {
		panic("there are too many changes")
	}
	c := next
	next <<= 1
	return c
}

// All is everything that can change.
const All = ^Set(0)

// Has reports whether one of the others is in the set.
func (s Set) Has(others Set) bool { return s&others != 0 }
