// Package repair is what a composition names and is not there, where that may stand now, and
// how a composition is rewritten to name it there. Nothing is changed without being asked.
package repair
