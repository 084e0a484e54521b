// Package tomledit changes single keys, tables and lists of a TOML document and
// leaves every other byte as the person wrote it: comments, order, spacing, unknown
// keys, line endings, a byte-order mark. It reads and writes no files.
//
// [Check] refuses, in one pass over the bytes, a document that is too large to decode;
// [Decode] begins with it. Whatever the shape of a document, the time that it takes grows
// with its size alone. [Locate] says where things stand. [Apply] finds the bytes of what
// is to change, puts the new text in their place, decodes the result and compares it with
// what was meant: it returns a document that means exactly that, or an error, never
// anything between. Everything that TOML can spell in more than one way is changed in
// the way in which it is spelled: headers, dotted keys, inline tables, tables that
// stand in several places.
package tomledit
