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
// or names; and what is worth less than its tokens is left out, however large the budget is.
//
// The score of a ranking counts for less where the words of the question are only scattered over a file
// ([Relevance]).
//
// The weights were set by 30 questions to Kubernetes and Go's library, each with the symbols that answer it,
// which were written before any proposal for them was seen, together with 60 commits of two other projects,
// whose messages were the questions and the lines that they changed the answers: only what was better for both was
// kept, and that a mask of a file of more than 12 000 tokens counts for more, which costs two hundredths of the symbols and
// leaves such a file whole less often. How much of the symbols is shown whole, before and after:
//
//	budget    30 questions
//	16 000    0.700  0.766
//	32 000    0.833  0.891
//	64 000    0.916  0.982
//
// 20 questions to five other projects (Caddy, etcd, Hugo, Prometheus, rclone), written afterwards and never
// used to choose anything, find 0.900, 0.983 and 1.000 of their symbols whole. (Since words are found that
// identifiers have as two, it is 0.892, 0.983 and 1.000, and the same as before for the 30.)
//
// The same of the lines that the 60 commits changed, and which part of the files of the 240 questions of package rank
// is shown in full or by symbols:
//
//	budget    60 commits      240 questions
//	 8 000    0.513  0.563    0.869  0.885
//	16 000    0.597  0.626    0.917  0.919
//	32 000    0.756  0.766    0.934  0.936
//
//	make fit [CASES=folder]
//
// measures the same for the 30 questions or for any folder of cases, such as
// ui/project/fit/testdata/heldout with the 20.
//
// The package reads nothing and knows no disk.
package fit
