package tree

// Reason says why a name is not listed, that is, not offered by the tree, by folders
// and by globs. Whatever the reason, the person may name a file itself.
type Reason uint8

// The reasons. The zero value is a name that is listed.
const (
	Listed       Reason = iota
	Ignored             // by an ignore file; the verdict names it
	Junk                // by the default list
	OwnOutput           // a dossier or its snapshot
	Discussion          // a file of discussions or notes, which is never aggregated
	LinkOutside         // a symbolic link that leads out of the project
	LinkToFolder        // a symbolic link to a folder of the project
	LinkBroken          // a symbolic link to nothing
	LinkLoop            // symbolic links in a circle
	Special             // a pipe, socket or device
	Unreadable          // a folder that cannot be read
	TooDeep             // a folder below MaxDepth others
	Cut                 // a folder that was not looked into, because MaxFiles was reached
	Missing             // nothing is there
	Outside             // not a path in the project
	Repository          // .git or what lies in it
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
