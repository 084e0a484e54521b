// Package snapshots keeps dossiers with what made them: in a folder, each is a pair of
// files, namespace_NNN.md with the text and namespace_NNN.toml with the record, a
// [models.Snapshot]. What was copied is called namespace_cNNN and counted apart, so that
// no copy shares its name with a dossier that was written.
//
// What may be relied on:
//
//   - A snapshot is there whole or not at all, whatever happens while it is written, and
//     its text never changes. The record takes the number; one whose writer was killed before the
//     text was there is swept. One whose text is gone or empty, by another program or by a
//     crash where there are no hard links, is listed as damaged: its composition can be restored.
//   - Each byte is vouched for. The record holds the SHA-256 of the text, and begins with
//     that of all its other lines. What differs is a [*DamageError], and is never mended.
//   - A record changes in its description and in whether it is pinned, in no other byte.
//   - A text without a record, of another program or from before, is listed and read all
//     the same.
//   - Copies that were kept before they had names of their own are listed and read under
//     such a name: acme_007 as acme_c007.
//   - A folder that comes from a stranger is safe to list and to read: names are matched
//     literally, only regular files are opened, and what is read of each is bounded.
//
// The package starts no goroutine and keeps no file open between two calls.
package snapshots
