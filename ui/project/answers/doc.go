// Package answers applies the edits of a model's answer to the files of a project:
// [Answers.Find] finds and places them, [Answers.Preview] says what some of them make of the files,
// [Answers.Apply] writes that, and [project.Files.Undo] undoes it, also after a restart.
//
// Find and Preview write nothing. Paths are held to the project: nothing outside of it, no symbolic
// link, nothing of git or of Dossier, and no ignored secret file is read or written. The calls are
// safe for concurrent use and end with their context.
package answers
