// Package tomledit changes single keys, tables and lists of a TOML document and preserves every
// other byte: comments, order, spacing, unknown keys, line endings, a byte-order mark. It reads
// and writes no files.
//
// [Check] rejects, in one pass over the bytes, a document that is too large to decode; [Decode]
// begins with it. All operations take linear time for any document. [Locate] finds the positions
// of keys. [Apply] finds the bytes to change, replaces them, decodes the result and compares it
// with the intended value: it returns a document with exactly that value, or an error. Everything
// that TOML can express in several ways is changed in its existing form: headers, dotted keys,
// inline tables, tables that are defined in several places.
package tomledit
