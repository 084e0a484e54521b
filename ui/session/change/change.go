// Package change says what has changed in a session, for those who show it.
package change

// Set is a set of things that have changed.
type Set uint

// The things that change.
const (
	Project     Set = 1 << iota // another project, or its file on disk
	Tree                        // the files that the project has, or what they cost
	Composition                 // what is put together
	Document                    // the document
	Counts                      // tokens of the document
	Activity                    // what is running in the background
	Settings
	Presets
	Colours     // of what the preview shows
	Discussion  // the discussions, which one is active, or what entries cost
	Beads       // the project's tracker
	Snapshots   // the list of snapshots, what has changed since, or which one is replayed
	Missing     // what is missing, or where it may stand now
	Screenshots // which there are, and what is known of them
	Pictures    // small pictures of screenshots
	Left        // what other windows have left unsaved
	Notes       // the notes, or where the lines that they follow stand
	Requests    // what a pasted answer requests
	Edits       // the edits of a pasted answer
	Prompts     // the stored prompts
	Agents      // what programs propose
	Search      // the lines that a search in the files has found
	Git         // the files of the chosen git range
	Uses        // what files use, or what uses them
	Links       // what the smart context that is worked on takes in
	Asks        // what the project asks for outside of its folder
	Fit         // what is proposed to put together
	Secrets     // what is being checked for secrets to the end
)

// All is everything that can change.
const All = ^Set(0)

// Has reports whether one of the others is in the set.
func (s Set) Has(others Set) bool { return s&others != 0 }
