// Package presets implements persistent storage for users and projects: the project file with its
// presets, the user's own presets and settings, discussions, notes, the unsaved state of each
// window, and permissions for paths outside projects.
//
// It guarantees:
//
//   - Loading never fails and never writes. A missing file is empty. So is a file that is
//     unreadable, not valid TOML, beyond a limit, of a newer version or a symbolic link;
//     its ReadOnly method returns the reason.
//   - Such a file is never written. Others are only written by Save, by the protocol of
//     package store, and only in the parts that the user changed, by package tomledit:
//     comments, order, unknown keys and all other bytes are preserved.
//   - Changes by other programs since the file was loaded are preserved. If the user
//     changed the same part, Save writes nothing and returns a [*ConflictError].
//     Discussions are merged by entry, and both versions are kept on a conflict.
//   - An invalid value is a [Problem] with file, line and key; it stays in the file until
//     the user changes it.
//   - Nothing is created on the disk before the first save, except window locks. The
//     user's folders are private (0700).
//
// A loaded file is an immutable value: Save returns the next one. The package starts no
// goroutines and keeps no files open.
package presets
