// Package store puts bytes on the disk so that a file holds the whole old content or
// the whole new one, whatever happens: a kill, a crash, a full disk, a loss of power,
// another process that saves at the same moment.
//
// [Store.Update] changes a file: it takes a lock, reads the file again, lets the
// caller decide on what it read, writes a temporary file beside it, syncs it, renames
// it over the old one and syncs the folder. When it returns nil, the new content has
// reached the disk; on Windows, which cannot sync a folder, it has reached it unless
// the power fails in the next moments. [Create] and [CreatePair] never replace a file
// that is there, whoever made it. [Read] opens regular files only and never waits for a
// pipe.
//
// The lock is a file in the person's state folder and never lies beside the data; where
// that folder cannot be had it is the data's folder itself that is locked. The lock is
// advisory: programs that do not know it are noticed because the file is read again under
// it. A replaced file keeps its permission bits and its owner, or is not replaced; its
// access lists and hard links are those of a new file, and where its group cannot be kept
// the group may do what others may. Every path is taken inside an [os.Root]. The
// package starts a goroutine for a lock that is waited for, and none else: the
// system keeps the queue, and frees the lock of a process that ends.
package store
