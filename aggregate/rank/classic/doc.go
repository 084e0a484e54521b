// Package classic is a simple ranking of files for a question, and the context built from it: the best files in full
// until a budget is spent, the rest as one line each.
//
// A score is the weighted sum of five signals: the share of the question's words that the file contains, the type of
// the file, whether the question names it, whether it is a page if the question mentions pages, and how recently it
// was edited. [Options] hold the weights, the threshold and the limits; [Defaults] returns the scorer's published
// values. Tokens are estimated as a quarter of the code points.
//
// All functions are pure. The same files in the same order produce the same context on every machine: each product is
// rounded to a float64 before it is added.
package classic
