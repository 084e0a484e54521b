// Package answers applies the edits of a model's answer to the files of a project: [Answers.Find]
// finds and places them, [Answers.Preview] computes the result of some of them, [Answers.Apply]
// writes it, and [project.Files.Undo] undoes that, also after a restart.
//
// Find and Preview write nothing. Paths are restricted to the project: nothing outside it, no
// symbolic link, nothing of git or Dossier, and no ignored secret file is read or written. The
// calls are safe for concurrent use and end with their context.
package answers
