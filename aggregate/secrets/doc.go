// Package secrets finds what should not leave a person's machine: keys, tokens and
// passwords in texts, and files that are secret by their names.
//
// A [Scanner] has rules in the form of gitleaks, whose list is embedded (gitleaks.toml, with
// its license next to it), and more of them (providers.toml, more.toml). It finds what gitleaks
// finds, which is the oracle of its tests, and the tokens that gitleaks misses because of what is
// next to them (edges.go). It only looks near the keywords of a rule, and reports a secret as a
// range of bytes. One value is one finding, whichever rules find it.
//
// A scanner does not change and may be used by several goroutines. It reads nothing and
// starts nothing. Regular expressions take time in proportion to the text, whoever wrote
// them; a scan ends with its context.
package secrets
