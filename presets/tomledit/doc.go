// Package tomledit changes single keys, tables and lists of a TOML document and
// leaves every other byte as the person wrote it: comments, order, spacing, unknown
// keys, line endings, a byte-order mark. It reads and writes no files.
//
// [Check] refuses, in one pass over the bytes, a document that would be slow to
// decode; [Decode] and [Locate] begin with it. [Apply] finds the bytes of what is to
// change, puts the new text in their place, decodes the result and compares it with
// what was meant: it returns a document that means exactly that, or an error, never
// anything between. Everything that TOML can spell in more than one way is changed in
// the way in which it is spelled: headers, dotted keys, inline tables, tables that
// stand in several places.
package tomledit
