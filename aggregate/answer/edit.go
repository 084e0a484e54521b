package answer

// Form is how an answer writes an edit.
type Form string

// The forms.
const (
	Unified  Form = "udiff"    // a unified difference, of git or plain
	Search   Form = "search"   // <<<<<<< SEARCH … ======= … >>>>>>> REPLACE
	Patch    Form = "v4a"      // *** Begin Patch … *** End Patch
	XML      Form = "xml"      // <file path="…"> with changes or content
	Tool     Form = "tool"     // str_replace, create and insert as JSON
	Whole    Form = "whole"    // a file in a fence
	Elided   Form = "elided"   // a file in a fence, with "... existing code ..."
	Function Form = "function" // a function alone in a fence
)

// Action is what an edit does to its file.
type Action string

// The actions.
const (
	Modify Action = "modify" // replaces Old by New
	Write  Action = "write"  // makes New the whole content, of a new file or of one that exists
	Create Action = "create" // the same, of a file that must not exist
	Delete Action = "delete"
	Rename Action = "rename" // to To; the content stays
	Insert Action = "insert" // New behind the line Line
)

// Edit is one change that an answer asks for: one hunk of a difference, one block, one file.
type Edit struct {
	Path   string // as the answer writes it, with slashes between folders; empty: it names none
	To     string // of a Rename: the new path
	Form   Form
	Action Action

	// Readings are the old and the new text of a Modify, in the order in which they are tried:
	// most edits have one. Of a Write or Create the only one has the content as New; of a Delete
	// it may have the old content.
	Readings []Reading
	// Under are lines or names that stand above the place, the outermost first: what follows @@.
	Under []string
	// Line is a line number that the answer gives, from 1; 0: none. It is a hint only, except
	// for an Insert, which has nothing else.
	Line int
	// All says that every occurrence is meant.
	All bool
	// Inline says that Old may begin and end within a line.
	Inline bool
	// Unclosed says that what ends the edit is missing: its last lines may be lost, or be prose.
	Unclosed bool
	// Final says whether the file's last line ends with a newline, where the answer says so.
	Final Final

	// At and End are the bytes of the answer that the edit was read from.
	At, End int
}

// Reading is one way to read an edit: lines, each with its newline.
type Reading struct{ Old, New string }

// Final is what an answer says of a file's last newline.
type Final int8

// The values of [Final]. The zero value leaves it as it is.
const (
	FinalKept Final = iota
	FinalPresent
	FinalAbsent
)

// MaxEdits is how many edits are read of one answer.
const MaxEdits = 5000

// content returns the whole content that the edit writes.
func (e Edit) content() string {
	if len(e.Readings) == 0 {
		return ""
	}
	return e.Readings[0].New
}
