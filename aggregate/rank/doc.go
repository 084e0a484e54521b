// Package rank says which files of a project a question is about, and why.
//
// An [Index] holds what each file says: the words of its code, comments and strings, split
// at case and underscore and stemmed; its identifiers, whole; which of them it defines; and
// of what its path is made. It is a value that never changes. [Index.Update] makes the next
// one, and reads what the disk has something new to say of; what was known by its content is
// not looked at again. [Load] and [Index.Save] keep it in one file, which is made again when
// it is damaged. [Index.Rank] ranks the files for a question:
//
//   - A word counts by how rare it is, by where it stands, and by how often (BM25F).
//   - A name in code counts when a file defines it, and less when it uses it.
//   - What is no source (tests, documentation, examples, configuration, what programs wrote,
//     what others wrote) stands behind the source, unless the question asks for such files.
//   - The best files hand something on to those that they are linked with: a file is linked
//     with those that define a name that it uses, when few files define it.
//   - Paths in the question, of stack traces too, mean the files that they name.
//
// Each file of a ranking comes with its reasons, and [Ranking.Symbols] says which symbols of
// a file the question is about.
//
// Reading is bounded: of a file the first [disk.DefaultLimit] bytes are read and at most
// [maxTerms] different words kept, of a question the first 64 KiB are.
//
// Goroutines: Update and Rank use all processors and wait for that.
package rank
