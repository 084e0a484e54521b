package tree

// Reason is why a name is not listed, that is, not shown in the tree and not matched by folders
// and globs. The user may still name the file explicitly.
type Reason uint8

// Reasons. The zero value means that the name is listed.
const (
	Listed       Reason = iota
	Ignored             // by an ignore file, which is in the verdict
	Junk                // by the default list
	OwnOutput           // a document or its snapshot
	Discussion          // a file of discussions or notes, which is never part of a document
	LinkOutside         // a symbolic link to a target outside the project
	LinkToFolder        // a symbolic link to a folder in the project
	LinkBroken          // a broken symbolic link
	LinkLoop            // a cycle of symbolic links
	Special             // a pipe, socket or device
	Unreadable          // a folder that cannot be read
	TooDeep             // a folder deeper than MaxDepth
	Cut                 // a folder that was not read because MaxFiles was reached
	Missing             // it does not exist
	Outside             // not a path in the project
	Repository          // .git or its contents
)

func (r Reason) String() string {
	switch r {
	case Listed:
		return ""
	case Ignored:
		return "ignored"
	case Junk:
		return "default list"
	case OwnOutput:
		return "own output"
	case Discussion:
		return "discussion or notes file"
	case LinkOutside:
		return "link that leads outside the project"
	case LinkToFolder:
		return "link to a folder"
	case LinkBroken:
		return "link to nothing"
	case LinkLoop:
		return "links in a circle"
	case Special:
		return "not a regular file"
	case Unreadable:
		return "folder cannot be read"
	case TooDeep:
		return "nested too deeply"
	case Cut:
		return "too many files"
	case Missing:
		return "missing"
	case Outside:
		return "outside the project"
	case Repository:
		return "belongs to git"
	}
	return "unknown"
}
