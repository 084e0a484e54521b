// Package fit chooses how much of each file a document shows, so that it tells as much as a
// budget of tokens bears.
//
// A [Solver] takes for each file the ways to show it, each with its tokens and its value, and
// gives a [Plan] that takes exactly one of each: the multiple-choice knapsack problem. A plan
// is within the budget for certain, and says how good any plan could be. [Value] says what a
// way to show a file is worth to a question, and [About] which symbols of a long file to
// show whole.
//
// # How near to the optimum, and why a larger budget loses nothing
//
// Every option that lies on the upper hull of its file is a step that costs tokens and gives
// value. Taken by value for a token, as far as the budget bears, the steps are the optimum of
// the problem in which a part of a step can be taken, and so bound the one in which it
// cannot. Where the tokens of whole steps are the budget, they are the optimum of both: no smaller
// budget has a plan of more value.
//
// The budgets from there to the next whole step are a stretch, whose plans are made together: the
// steps with what else there is room for, and where those are more than a hundredth below the bound,
// plans that are found by trying the files whose options lose least against it one after the
// other. Between those, each plan is followed by the same with the cheapest richer options that fit.
// Of these plans, which rise in tokens and in value, a budget has the last that it bears. So a larger
// budget never gives less value, and no file has a richer option that there is room for. Within the limits
// of the search the result is within a hundredth of the optimum; with hundreds of files
// nearly every budget is answered by the steps alone.
//
// # How the values were set
//
// A file is read for two reasons: it has to be changed or understood, or what has to be is built on it.
// The first asks for its text, and the further down a file is in the ranking, the fewer files have
// that claim. Symbols that a question is about hold what has to be changed in about every second file, when they
// are most of what the question is about, and more often the more of the file they are. So a mask is worth most of
// what the whole file is, and a long file is shown in full only where the budget has room for what little
// more that is. The second reason is served by signatures, nearly as well by an outline, and falls less quickly.
// So the best files come in full or by their symbols, some of their neighbours as skeletons and the rest as outlines
// or names; and what is worth less than its tokens is left out, however large the budget is. A part of a file has a price
// beside its tokens ([Entry]): a symbol of forty tokens of a file that has little to do with a question says too little
// for a reader who does not know the rest.
//
// The score of a ranking counts for less where the words of the question are only scattered over a file
// ([Relevance]).
//
// The weights were first set by 30 questions to Kubernetes and Go's library, each with the symbols that answer it,
// which were written before any proposal for them was seen, and 60 commits of two projects. They were set again by these
// 30 and 342 commits of the 15 projects of the set validation of .ci/rank/projects.txt, whose messages are the questions and
// the lines that they changed the answers: only what was better for both was kept. 308 commits of 13 projects of the
// sets blind and second were measured with three variants of the price of a part, and nothing else, and so were 20 questions
// to five other projects (Caddy, etcd, Hugo, Prometheus, rclone). Which part of the symbols and lines is shown whole, before and
// after:
//
//	budget    30 questions   342 commits    308 others     20 others
//	 8 000    0.590  0.625   0.593  0.606   0.560  0.565   0.821  0.821
//	16 000    0.766  0.814   0.724  0.728   0.690  0.680   0.892  0.917
//	32 000    0.891  0.894   0.814  0.824   0.766  0.760   0.983  0.967
//	64 000    0.982  0.982                                        1.000
//
// So the gain is none on commits of projects that nothing was set by; what changed is how a proposal reads. Within 8 000 tokens
// one to Kubernetes has 9.9 files for 18.7, and 1.5 masks of at most 90 tokens for 4.5. Which part of the files of the 240
// questions of package rank is shown in full or by any symbol at all, and what of it such symbols hold as often as those of the
// 342 commits do:
//
//	budget    any symbol     as often
//	 8 000    0.864  0.845   0.615  0.614
//	16 000    0.911  0.900   0.737  0.729
//	32 000    0.940  0.932   0.822  0.824
//
// Tried and left out: that symbols of a file hold what is changed in one of three, as the 342 commits have it, which shows
// 0.02 to 0.05 less of the symbols of the 30 questions; that no mask has less than 100 tokens, which shows 0.04 less of them; that a
// mask of a file of more than 12 000 tokens counts for more, which was so before and shows 0.03 less of them.
//
//	make fit [CASES=folder]
//
// measures the same for the 30 questions or for any folder of cases, such as
// ui/project/fit/testdata/heldout with the 20, or one that .ci/rank/cases.py makes of commits.
//
// The package reads nothing and knows no disk.
package fit
