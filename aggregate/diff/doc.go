// Package diff finds what differs between two texts, line by line and word by word, and
// writes it as a unified difference.
//
// What may be relied on: the functions are pure; putting the changes in place of what
// they name gives the other text; texts of any shape take a time that grows about as
// fast as they do, because the search for the fewest changes ends at a bound, beyond
// which more than the fewest are found.
package diff
