// Package fit chooses how much of each file a document shows, so that it tells as much as a
// budget of tokens bears.
//
// A [Solver] takes for each file the ways to show it, each with its tokens and its value, and
// gives a [Plan] that takes exactly one of each: the multiple-choice knapsack problem. A plan
// is within the budget for certain, and says how good any plan could be. [Value] says what a
// way to show a file is worth to a question, and [About] which symbols of a long file to
// show whole.
//
// # How near to the optimum
//
// Every option that lies on the upper hull of its file is a step that costs tokens and gives
// value. Taken by value for a token, as far as the budget bears, the steps are the optimum of
// the problem in which a part of a step can be taken, and so bound the one in which it
// cannot. Where the plan that they give, with what else there is room for, is within a
// hundredth of that bound, it is the answer: then a budget that is a little larger gives the
// same and something more. Else the files whose options lose least against it are
// tried one after the other, with every plan on the way that no other beats. Within the limits
// of that search the result is within a hundredth of the optimum; with hundreds of files
// nearly every budget is answered by the steps alone.
//
// # How the values were set
//
// A file is read for two reasons: it has to be changed, or what has to be changed rests on it.
// The first asks for its text, and few files have that claim, so it grows with the square
// of how relevant the file is; the second is served by its signatures, nearly as well by its
// outline, and grows with the relevance itself. So the best files come in full, their
// neighbours as skeletons and the rest as outlines or names, at any budget.
//
// The package reads nothing and knows no disk.
package fit
