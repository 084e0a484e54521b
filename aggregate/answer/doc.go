// Package answer finds the edits in a model's answer and places them in the files of a project.
//
// [Parse] reads the text of an answer once and returns its edits: unified diffs, search-and-replace blocks, patches
// between *** Begin Patch and *** End Patch, files and changes in XML, calls of editing tools in JSON, whole files in
// fences, files with "... existing code ..." instead of unchanged lines, and single functions. Examples, shell
// commands and quotes are not edits.
//
// [File.Place] finds the place of an edit in a file by its content; line numbers alone never decide. A [Placement] is
// certain if exactly one place is equal except for white space, the indentation as a whole or line numbers in the
// quoted text; likely if there is one place and the text differs; ambiguous if there are several; otherwise it is not
// found, and contains the nearest place. A place that already has the new text is not a place for the edit.
// [File.Compose] applies the placements of a file.
//
// Lines that an edit does not change stay byte for byte the same, including line ends, white space at line ends,
// byte-order mark and encoding. All functions are pure; the work is proportional to the length of the answer and of
// the files.
package answer
