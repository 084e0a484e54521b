// Package prose measures and wraps text. A [Layout] is a text as lines of a width, with
// Markdown fences monospaced; each character is measured once, by [Rulers], so that the work
// grows with the text alone. Control characters, and those that reorder or hide text, are
// shown as signs.
package prose
