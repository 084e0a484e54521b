// Package ignore decides by patterns which paths of a tree are left out, exactly as
// git does. It reads no files: the caller hands it the text of the ignore files.
//
// A [List] is one file of patterns. A [Dir] is one folder with every list that
// applies to it; folders form a chain up to the repository's root. [Dir.Match] answers
// for a name in a folder and says which pattern spoke: file, line and text.
//
// The lists of a tree, the weakest first: the person's global excludes, the
// repository's info/exclude, the lists of each folder from the root down (in one
// folder .gitignore, .ignore, .dossierignore, .scignore), and the project's own
// excludes. What lies in an ignored folder is ignored, whatever speaks for it; the
// default list is asked only where nothing else has spoken.
//
// A folder with a .git of its own begins another repository: the patterns of the
// outer one do not reach into it, as git never looks there from outside.
//
// Names are compared byte by byte: git's core.ignoreCase has no effect here, so that a
// project gives the same document on every machine.
//
// Values do not change once made and may be used by several goroutines. A match takes
// at most as many steps as the lengths of pattern and path multiplied, whatever the
// pattern.
package ignore
