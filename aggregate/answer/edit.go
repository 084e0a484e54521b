package answer

import "slices"

// Form is the notation of an edit in an answer.
type Form string

// The forms.
const (
	Unified  Form = "udiff"    // a unified diff, of git or plain
	Search   Form = "search"   // <<<<<<< SEARCH … ======= … >>>>>>> REPLACE
	Patch    Form = "v4a"      // *** Begin Patch … *** End Patch
	XML      Form = "xml"      // <file path="…"> with changes or content
	Tool     Form = "tool"     // str_replace, create and insert as JSON
	Whole    Form = "whole"    // a file in a fence
	Elided   Form = "elided"   // a file in a fence, with "... existing code ..."
	Function Form = "function" // only a function in a fence
)

// Action is what an edit does to its file.
type Action string

// The actions.
const (
	Modify Action = "modify" // replaces Old by New
	Write  Action = "write"  // makes New the whole content of a new or existing file
	Create Action = "create" // the same, for a file that must not exist
	Delete Action = "delete"
	Rename Action = "rename" // to To; the content is unchanged
	Insert Action = "insert" // New after line Line
)

// Edit is one change that an answer requests: one hunk of a diff, one block, one file.
type Edit struct {
	Path   string // as written, slash-separated; empty if the answer does not name the file
	To     string // for a Rename: the new path
	Form   Form
	Action Action

	// Readings are the old and the new text of a Modify, in the order in which they are tried; most edits have one. A
	// Write or Create has one, with the content as New; that of a Delete may have the old content.
	Readings []Reading
	// Under are lines above the place, outermost first: the text after @@.
	Under []string
	// Line is a line number in the answer, from 1; 0 for none. It is only a hint, except for an Insert, which has
	// nothing else.
	Line int
	// All says that the edit applies to every occurrence.
	All bool
	// Inline says that Old may begin and end within a line.
	Inline bool
	// Loose says that the path is part of a sentence, or of a comment in the file itself, so that the content may be
	// an example.
	Loose bool
	// Bare says that the path is recognized as a file only if the project has it; see [Known].
	Bare bool
	// Unclosed says that the end marker of a file is missing: the last lines may be lost, or be prose.
	Unclosed bool
	// Part says that the content may be only a part of the file, because the answer does not say that it writes all
	// of it.
	Part bool
	// Doubt says why the text may not be what the model meant, as a sentence without a full stop; empty if there is no
	// reason. Such an edit is not certain.
	Doubt string
	// Unsupported says why the edit cannot be applied; empty if it can.
	Unsupported string
	// Final says whether the file's last line ends with a newline, if the answer specifies it.
	Final Final

	// At and End are the byte range of the edit in the answer.
	At, End int
}

// Reading is one interpretation of an edit: lines, each with its newline.
type Reading struct{ Old, New string }

// Final is the state of a file's final newline according to an answer.
type Final int8

// The values of [Final]. The zero value retains the current state.
const (
	FinalUnchanged Final = iota
	FinalPresent
	FinalAbsent
)

// MaxEdits is the maximum number of edits of one answer.
const MaxEdits = 5000

// Known returns the edits without those whose path is recognized as a file only if the project has it, and which the
// project does not have.
func Known(edits []Edit, exists func(path string) bool) []Edit {
	return slices.DeleteFunc(edits, func(e Edit) bool { return e.Bare && !exists(clean(e.Path)) })
}

// content returns the whole content that the edit writes.
func (e Edit) content() string {
	if len(e.Readings) == 0 {
		return ""
	}
	return e.Readings[0].New
}
