// Package answers applies the edits of a model's answer to the files of a project:
// [Answers.Find] finds and places them, [Answers.Preview] computes the result of some of them,
// [Answers.Apply] writes it, and [project.Files.Undo] undoes that, also after a restart.
//
// Find and Preview write nothing. Paths are restricted to the project: external paths, symbolic
// links, files of git or Dossier, and ignored secret files are neither read nor written. All
// calls are safe for concurrent use and end with their context.
package answers
