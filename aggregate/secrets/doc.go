// Package secrets finds what should not leave the user's machine: keys, tokens and passwords in
// texts, and files whose names are secret.
//
// A [Scanner] has rules in the format of gitleaks, whose rules are embedded (gitleaks.toml, with
// its licence next to it), and additional ones (providers.toml, more.toml). It finds what
// gitleaks finds, which is the oracle of its tests, and tokens that gitleaks misses because of
// adjacent characters (edges.go). It searches only near the keywords of a rule, and reports a
// secret as a byte range. A value is one finding, whichever rules match it.
//
// A scanner is immutable and safe for concurrent use. It reads no files and starts no goroutines.
// All regular expressions take linear time; a scan ends with its context.
package secrets
