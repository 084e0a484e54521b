// Package ignore decides by patterns which paths of a tree are excluded, exactly as git does. It
// reads no files: the caller passes the text of the ignore files.
//
// A [List] is one file of patterns. A [Dir] is a folder with all lists that apply to it; folders
// form a chain up to the repository's root. [Dir.Match] returns the verdict on a name in a folder
// and the pattern that matched: file, line and text.
//
// The lists of a tree, by ascending precedence, are: the user's global excludes, the repository's
// info/exclude, the lists of each folder from the root down (in one folder .gitignore, .ignore,
// .dossierignore, .scignore), and the project's own excludes. The contents of an ignored folder
// are ignored even if another pattern includes them; the default list applies only if nothing
// else matched.
//
// A folder with its own .git begins another repository: the patterns of the outer one do not
// apply inside it, because git does not enter it either.
//
// Names are compared byte by byte, except ASCII letters if [Lists.IgnoreCase] is set, as in git with
// core.ignoreCase.
//
// Values are immutable and safe for concurrent use. A match takes at most as many steps as the
// product of the lengths of pattern and path, for all patterns.
package ignore
