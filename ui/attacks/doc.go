// Package attacks opens projects of strangers who mean harm, by the command line and by a
// session, and looks at what becomes of it. It is tests alone; `go test` runs a little of each
// attack, and `make attacks` all of it and prints a table.
//
//   - Paths: testdata/paths.txt lists ways to name a file outside of a project, and
//     testdata/fields the files of a project that take a path, one archive for each place. Every
//     way is tried in every place.
//   - Swaps: a folder of the project becomes a link to outside and back, again and again, while
//     it is read.
//   - Repositories: a .git with commands wherever git runs one, below programs of the user's
//     PATH that leave a mark.
//   - Bombs: small files that expand to large ones, and special files.
//
// Next to each project is data of the user, with a mark in it (world_test.go). An
// attack has failed if the mark is in nothing that was printed, shown, copied or written,
// and if nothing outside of the project has changed.
package attacks
