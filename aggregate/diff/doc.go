// Package diff computes the differences between two texts by line and by word, and formats
// unified diffs.
//
// All functions are pure. Applying the changes to the first text gives the second. The run time
// grows about linearly for all inputs, because the search for a minimal diff is bounded; beyond
// the bound the diff is not minimal.
package diff
