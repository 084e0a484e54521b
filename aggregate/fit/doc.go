// Package fit chooses how much of each file a document shows, to make it as useful as possible within a budget of
// tokens.
//
// A [Solver] takes for each file its possible views, each with its tokens and its value, and returns a [Plan] that
// selects exactly one view of each: the multiple-choice knapsack problem. A plan never exceeds the budget, and has an
// upper bound of the value of any plan. [Value] returns the value of a view for a question, and [About] the symbols
// of a long file to show whole.
//
// # Distance from the optimum, and larger budgets
//
// Every option on the upper convex hull of its file is a step that costs tokens and adds value. Taken by value per
// token while the budget allows, the steps are the optimum of the fractional problem, which allows a part of a step,
// and so bound the integral one. For a budget that is exactly the tokens of whole steps, they are the optimum of
// both: no smaller budget has a plan of more value.
//
// The budgets from there to the next whole step are a budget range, whose plans are computed together: the steps with
// further options that fit, and if those are more than a hundredth below the bound, plans found by trying the files
// whose options lose least against it, one after another. Between those, each plan is extended by the cheapest richer
// options that fit. Of these plans, ascending in tokens and in value, a budget gets the last one within it. So a
// larger budget never gives less value, and no file has a richer option that would fit. Within the limits of the
// search, the result is within a hundredth of the optimum; with hundreds of files, the steps alone solve nearly every
// budget.
//
// # How the values were set
//
// A file is read for two reasons: to change or understand it, or because a file to be changed depends on it. The
// first reason requires its text, and applies to fewer files the lower they rank. The symbols that a question is
// about contain the code to be changed in about every second file if they are most of what the question is about, and
// more often the larger their share of the file. So a mask is worth most of the value of the whole file, and a long
// file is shown in full only if the budget has room for the small difference. The second reason needs signatures, and
// an outline is nearly as good; its value decreases less quickly with the rank. So the best files are shown in full
// or by their symbols, some of their neighbours as skeletons and the rest as outlines or names; and a view worth less
// than its tokens is excluded, however large the budget is. A part of a file has a price in addition to its tokens
// ([Entry]): a symbol of forty tokens from a weakly related file is of little use to a reader who does not know the
// rest of the file.
//
// A score is reduced if the words of the question are only scattered over a file ([Relevance]).
//
// The weights were first set with 30 questions about Kubernetes and Go's library, each with the symbols that answer
// it, which were written before any proposal for them was seen, and with 60 commits of two projects. They were set
// again with these 30 and 342 commits of the 15 projects of the set validation of .ci/rank/projects.txt, whose
// messages are the questions and whose changed lines are the answers: only improvements of both were retained. 308
// commits of 13 projects of the sets blind and second were measured with three variants of the price of a part, and
// nothing else, and so were 20 questions about five other projects (Caddy, etcd, Hugo, Prometheus, rclone). The share
// of the symbols and lines that is shown whole, before and after:
//
//	budget    30 questions   342 commits    308 others     20 others
//	 8 000    0.590  0.625   0.593  0.606   0.560  0.565   0.821  0.821
//	16 000    0.766  0.814   0.724  0.728   0.690  0.680   0.892  0.917
//	32 000    0.891  0.894   0.814  0.824   0.766  0.760   0.983  0.967
//	64 000    0.982  0.982                                        1.000
//
// So there is no gain on commits of projects that no weight was set with; what changed is the readability of
// proposals. Within 8 000 tokens, one for Kubernetes has 9.9 files instead of 18.7, and 1.5 masks of at most 90
// tokens instead of 4.5. The share of the files of package rank's 240 questions that is shown in full or by any
// symbol at all, and the expected share if such symbols contain the answer as often as those of the 342 commits do:
//
//	budget    any symbol     as often
//	 8 000    0.864  0.845   0.615  0.614
//	16 000    0.911  0.900   0.737  0.729
//	32 000    0.940  0.932   0.822  0.824
//
// Tried without success: that the symbols of a file contain the change in one of three cases, as in the 342 commits,
// which shows 0.02 to 0.05 less of the symbols of the 30 questions; a minimum of 100 tokens for masks, which shows
// 0.04 less of them; a bonus for masks of files over 12 000 tokens, as it was before, which shows 0.03 less of them.
//
//	make fit [CASES=folder]
//
// measures the same for the 30 questions or for any folder of cases, such as ui/project/fit/testdata/heldout with the
// 20, or one that .ci/rank/cases.py makes from commits.
//
// The package performs no I/O.
package fit
