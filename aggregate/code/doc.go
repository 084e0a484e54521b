// Package code renders source code by its symbols: skeletons, outlines and masks.
//
// A [Parser] parses a source once into a [Structure] of byte ranges: its symbols, the parts that
// a skeleton omits, its imports. Every view is then a pure function of the source and its
// structure, so that one parse serves them all and none of them runs C code. The packages below
// create structures: grammar reads syntax trees, languages has one folder per language, and
// worker runs the C code of the grammars in separate processes.
package code
