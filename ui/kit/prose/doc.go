// Package prose measures and wraps text. A [Layout] is a text as lines of a width, with
// monospaced Markdown fences; each character is measured once, by [Rulers], so wrapping takes
// linear time. Control characters, and those that reorder or hide text, are shown as symbols.
package prose
