// Package code shows source code by its symbols: skeleton, outline, masks.
//
// A [Parser] reads a source once into a [Structure]: its symbols, what a skeleton
// leaves out of it, its imports, as ranges of bytes. Every view is then a pure
// function of the source and its structure, so that one parse serves them all and
// none of them runs C code. How a structure is made is the business of the packages
// below: grammar reads syntax trees, languages holds one folder a language, and
// worker keeps the C code of the grammars in processes of its own.
package code
