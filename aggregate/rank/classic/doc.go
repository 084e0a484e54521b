// Package classic is a simple ranking of files for a question, and the context that is put
// together by it: the best files whole until a budget is spent, the rest as one line each.
//
// A score is the sum of five signals, each with its weight: how many of the question's
// words the file holds, the kind of file, whether the question names it, whether it is a
// page when the question speaks of pages, and how recently it was worked on. [Options] hold
// the weights, the threshold and the limits; [Defaults] returns those that the scorer is
// known with. Tokens are estimated as a quarter of the code points.
//
// All functions are pure. The same files in the same order give the same context on every
// machine: each product is rounded to a float64 before it is added.
package classic
