// Package secrets finds what should not leave a person's machine: keys, tokens and
// passwords in texts, and files that are secret by their names.
//
// A [Scanner] has rules in the form of gitleaks, whose list is embedded (gitleaks.toml, with
// its licence beside it), and a few more (more.toml). What it finds in a text is what
// gitleaks finds in it, which is the oracle of its tests; it only looks where a keyword of
// a rule stands, and tells where the secret lies as a range of bytes.
//
// A scanner does not change and may be used by several goroutines. It reads nothing and
// starts nothing. Regular expressions take time in proportion to the text, whoever wrote
// them; a scan ends with its context.
package secrets
