// Package answer finds the edits in a model's answer and places them in the files of a project.
//
// [Parse] reads the text of an answer once and returns its edits: unified differences, blocks to
// search and replace, patches between *** Begin Patch and *** End Patch, files and changes in
// XML, calls of editing tools in JSON, whole files in fences, files with "... existing code ..."
// in the place of what stays, and single functions. Examples, shell commands and quotes are no
// edits.
//
// [File.Place] looks for an edit in a file by its content; line numbers alone never decide. A
// [Placement] is certain where there is one place that is equal but for white space, the
// indentation as a whole or line numbers in the quoted text; likely where there is one place and
// the text differs; ambiguous where there are several; and not found otherwise, with the nearest
// place. [Compose] applies the placements of a file.
//
// What is kept by an edit stays byte for byte as the file has it, line ends, white space at line
// ends, byte-order mark and encoding included. All functions are pure; the work grows with the
// length of the answer and of the files.
package answer
