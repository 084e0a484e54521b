// Package snapshots stores documents together with their records. In a folder, each snapshot is a
// pair of files, namespace_NNN.md with the text and namespace_NNN.toml with the record, a
// [models.Snapshot]. Copied documents are named namespace_cNNN and numbered separately, so that
// copies and written documents have different names.
//
// It guarantees:
//
//   - A snapshot is written completely or not at all, and its text never changes. The
//     record allocates the number; if its writer was killed before the text existed, it is
//     removed. A record whose text is missing or empty, because of another program or of
//     a crash without hard links, is listed as damaged: its composition can be restored.
//   - Every byte is verified. The record contains the SHA-256 of the text, and begins with
//     that of all its other lines. A mismatch is a [*DamageError], and is never repaired.
//   - Only the description and the pinned flag of a record can change.
//   - A text without a record, of another program or an earlier version, is also listed
//     and readable.
//   - Copies stored before they had separate names are listed and read under such a name:
//     acme_007 as acme_c007.
//   - An untrusted folder is safe to list and to read: names are matched literally, only
//     regular files are opened, and the amount read of each is bounded.
//
// The package starts no goroutines and keeps no files open between calls.
package snapshots
