// Package imports knows which files of a project use which others, by what their code
// imports.
//
// [Read] makes a [Source] of one file: what it imports, what it declares, and which names it
// takes from its own package. A [Graph] finds the files that these mean, among those that the
// project's tree lists, and answers what a file uses and what uses it, to a depth. Both are
// values that never change; [Graph.Update] makes the next one of what changed, and it is equal
// to one that is built anew.
//
// An import leads to the files that declare what is taken from it, as far as that is known:
//
//	Go           the files of the package that declare the names used of it; all but its tests when none is named. Build constraints are not looked at
//	Python       modules and submodules, relative or below the folders that can be in sys.path; type stubs where there is nothing else
//	JavaScript   relative paths, paths and baseUrl of tsconfig.json, packages of the project by their package.json; index files; Vue and Svelte too
//	Java, Kotlin the files that declare the names in a package, of a wildcard those that are mentioned
//	Rust         mod and use, to the deepest module that is a file; crates of the project by their Cargo.toml
//	C, C++       the folder of the file, else the nearest file whose path ends so
//	C#           the files that declare, in a namespace that is used, names that are mentioned
//	Ruby         require_relative, and require below lib, app, test and spec
//	PHP          classes by PSR-4, else by the namespaces that files declare; include of fixed paths
//
// Names that a file takes from its own package without an import lead to the files that declare
// them, in Go, Java, Kotlin, C# and PHP. They are found by their spelling: what is mentioned
// may be a name of something else. What a program loads by a name that it computes is not
// found, nor what an annotation or a container wires up.
//
// Of the imports that lead into a project, those that mean the right files, against what the
// languages' own tools say where there is one:
//
//	Go           all 21 655 that go list tells of the standard library, and 33 more, of which ten were looked at and right
//	Python       2 435 of 2 437 in Scrapy and Flask (importlib, which is wrong about two)
//	TypeScript   2 152 of 2 167 in Vue and a Next.js site (tsc, which leaves most of the others to bundlers)
//	C            2 585 of 2 588 files that the sources of Redis read (gcc -MM); 31 more stand in branches that are not compiled
//
// Goroutines: Update reads and resolves on all processors, and waits for that.
package imports
