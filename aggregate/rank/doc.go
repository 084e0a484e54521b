// Package rank says which files of a project a question is about, and why.
//
// An [Index] holds what each file says: the words of its code, comments and strings, split
// at case and underscore and stemmed; its identifiers, whole; which of them it defines; and
// of what its path is made. It is a value that never changes. [Index.Update] makes the next
// one, and reads what the disk has something new to say of; what was known by its content is
// not looked at again. [Load] and [Index.Save] keep it in one file, which is made again when
// it is damaged. [Index.Rank] ranks the files for a question:
//
//   - A word counts by how rare it is, by where it stands, and by how often (BM25F).
//   - A word is found where an identifier has it as two: backoff is BackOff too.
//   - A name in code counts when a file defines it, and less when it uses it.
//   - What is no source (tests, documentation, examples, configuration, what programs wrote,
//     what others wrote) stands behind the source, unless the question asks for such files.
//   - Two words that stand beside each other in the question and in a name count more, and so
//     does what the question says again and again; what is behind its first line counts less.
//   - The best files hand something on to those that they are linked with: a file is linked
//     with those that define a name that it uses, when few files define it. Tests that the
//     question fits hand something on to what they test.
//   - Paths in the question, of stack traces too, mean the files that they name.
//   - With a [History]: a commit whose message fits the question hands something on to the
//     files that it changed, the best files to those that change with them, and a file that
//     changed lately counts a little more. Then the source files among the best hundred are put
//     into an order that was learned (see below).
//
// Each file of a ranking comes with its reasons, and [Ranking.Symbols] says which symbols of
// a file the question is about: by their words, and by the symbols of the file that use them or
// that they use.
//
// Reading is bounded: of a file the first [disk.DefaultLimit] bytes are read and at most
// [maxTerms] different words kept, of a project [MaxFiles] files and [MaxBytes] bytes, of a
// question the first 64 KiB. [Index.Over] says how many files that leaves out.
//
// # How it is kept
//
// Words are known by hashes of 56 bits. A segment says for some documents (a document is a
// content, however many files have it) in which of them each word stands and how often, and
// which names each has. It is one stretch of bytes, in memory as in the file; a question
// reads there what it needs. An update makes a segment of what is new, and merges the last
// ones while one is not several times as large as the next. Nothing is taken out of a segment:
// a document without a file counts for nothing, and is dropped once half of all are so. What
// files refer to is not kept; it is found for the few files that hand something on.
//
// # How the weights were set
//
// By climbing (TestCases with -learn): one weight after the other is made smaller and larger,
// and what is better for the mean of the repositories stays, each of which counts the same.
// The questions were the messages of 973 commits of 25 public projects in seventeen languages,
// the answers the source files that these changed. Then the weights were rounded, and
// ingredients that added nothing were taken out: how long a file is, how many others use it,
// how near to each other words stand, how well its folder fits.
//
// It was tested on 240 questions to eight other projects (express, flask, fmt, gin, gson,
// okhttp, ripgrep, zod), whose trees have no history:
//
//	                      recall at 5     10     20    mean reciprocal rank
//	BM25                        0.539  0.696  0.817  0.430
//	package classic             0.466  0.627  0.774  0.408
//	before these were seen      0.832  0.902  0.937  0.734
//	without words as two        0.827  0.910  0.934  0.746
//	this ranking                0.834  0.910  0.936  0.750
//
// The third line is the first set of weights, learned on the 25 alone. Between later variants
// that were equally good there, these eight decided, so that the last lines are a little too good.
// Words that identifiers have as two were added last, and no weight was changed for them; the tables
// below are without them.
//
// A history was tried on 576 questions to 24 of the 25, and on 302 to 19 others that no weight
// was learned on; each has what was there before the commit that is its answer. Its weights are
// those with which no figure of either was worse than without it. With three times these weights
// the 24 gained more (0.798, 0.880, 0.923, 0.723), and the mean reciprocal rank of the 19 fell
// to 0.640.
//
//	                      recall at 5     10     20    mean reciprocal rank
//	without, the 24             0.775  0.856  0.892  0.700
//	with                        0.788  0.871  0.915  0.715
//	without, the 19             0.699  0.788  0.852  0.652
//	with                        0.706  0.792  0.857  0.655
//
// Last all was tried, once, on 360 questions to twelve more, thirty to each:
//
//	                      recall at 5     10     20    mean reciprocal rank
//	BM25                        0.515  0.625  0.734  0.418
//	package classic             0.435  0.592  0.707  0.350
//	without a history           0.719  0.803  0.866  0.662
//	with                        0.736  0.823  0.874  0.676
//
// By project, the same four figures:
//
//	                          BM25                          this ranking
//	axum                      0.521  0.589  0.753  0.475    0.781  0.882  0.910  0.788
//	libuv                     0.419  0.532  0.728  0.330    0.764  0.867  0.927  0.720
//	luarocks                  0.425  0.511  0.589  0.361    0.628  0.711  0.839  0.604
//	monolog                   0.500  0.550  0.650  0.438    0.708  0.783  0.800  0.674
//	ocaml-cohttp              0.517  0.700  0.789  0.377    0.731  0.833  0.856  0.646
//	phoenix                   0.408  0.541  0.641  0.377    0.600  0.711  0.789  0.385
//	preact                    0.533  0.617  0.750  0.338    0.667  0.783  0.817  0.625
//	retrofit                  0.380  0.421  0.616  0.278    0.710  0.717  0.750  0.673
//	ring                      0.847  0.887  0.910  0.656    0.920  0.993  1.000  0.820
//	shelf                     0.583  0.767  0.844  0.406    0.761  0.839  0.933  0.711
//	vapor                     0.511  0.581  0.671  0.477    0.762  0.802  0.877  0.751
//	zls                       0.539  0.803  0.870  0.498    0.795  0.952  0.992  0.711
//
// What each ingredient adds, by recall at 5 and the mean reciprocal rank when it is left out:
//
//	                          the 24          the 12          the 8
//	nothing                   0.788  0.715    0.736  0.676    0.827  0.746
//	roles                     0.671  0.565    0.666  0.583    0.697  0.613
//	asking for roles          0.784  0.712    0.740  0.681    0.827  0.746
//	comments                  0.774  0.695    0.731  0.669    0.812  0.736
//	strings                   0.786  0.708    0.743  0.680    0.799  0.717
//	names of files            0.783  0.703    0.742  0.660    0.803  0.726
//	identifiers               0.779  0.695    0.732  0.657    0.837  0.732
//	pairs of words            0.779  0.710    0.730  0.670    0.826  0.734
//	the first line            0.787  0.713    0.727  0.662    0.824  0.730
//	repeated words            0.785  0.715    0.733  0.673    0.825  0.738
//	links                     0.789  0.713    0.738  0.678    0.814  0.756
//	tests as evidence         0.787  0.714    0.740  0.677    0.820  0.740
//	what changes together     0.788  0.717    0.735  0.678
//	messages of commits       0.779  0.706    0.722  0.670
//	what is recent            0.788  0.711    0.729  0.666
//	history                   0.775  0.700    0.719  0.662
//
// # The learned order
//
// The formula says which files are good; how to combine what it is made of was learned of the histories
// of 61 other projects: regression trees over 24 figures of a file (a table of 30 kB in the program, in whole
// numbers, so that each machine gives the same order). Most of the gain is of the history: how lately a file
// changed, and which part of the commits that say a word of the question changed it. Without these features, and
// without a history, trees are no better than the formula, which then decides alone.
//
// Each question is a commit's message as above, so that the answers are source files. Nothing was learned of questions
// for tests or documents: what is no source stays where the score puts it, and so does what the question names.
// docs/benchmarks.md has the figures, and .ci/rank/learn makes all of it again. The tables above are of the formula.
//
// What was tried and left out: how much of the question a file has; that what is handed on lifts
// no file above the one that it comes from; links by what files import (package imports), beside
// the references or in their place, each way, with weights from 0.02 to 0.4. Of 312 questions to
// 13 of the 24 the best recall at 5 was 0.811 for 0.805, with a mean reciprocal rank of 0.710 for
// 0.716, each with a standard error of 0.005; on 120 to five others, too, nothing was certain.
//
//	make rank CASES=folder [HELDOUT=folder] [LEARN=1] [ANALYZED=folder]
//
// prints such tables for any folders of cases. A folder has a file cases.jsonl with a line
// {"repo", "tag", "query", "files"} for each question, and for each repository a git bundle
// with the tags (repo.bundle) or a bare clone (repo.git), in which a tag can be any commit.
// What a commit has for ancestors is the history of its questions: make the tags the parents
// of the commits that are the answers; a tag without a parent has no history. ANALYZED keeps
// what was parsed for the next time.
//
// # Beside a change
//
// [Index.RankChange] ranks the files that a change does not touch by how likely they go with it. Its weights were first
// chosen by hand, and tried on 180 changes of six projects, of each of which one source file was left out (BM25 with the
// words of the changed lines: recall at 1, 5 and 10, and the mean reciprocal rank):
//
//	BM25                        0.278  0.600  0.761  0.429
//	by hand, nothing tuned      0.522  0.850  0.967  0.663
//
// Then one weight after the other was changed for three of the projects, and the others were looked at once: 0.533, 0.867,
// 0.978, 0.681; and the other way round: 0.533, 0.844, 0.956, 0.671. What both ways agreed on is in use: 0.567, 0.878,
// 0.967, 0.700 for all six, which is a little too good. Tests of what has changed came last, with a weight of which none of
// these figures is worse, though no answer is a test. Left out, one at a time:
//
//	nothing                     0.567  0.878  0.972  0.700
//	words                       0.511  0.828  0.911  0.655
//	names defined               0.544  0.867  0.972  0.685
//	names used                  0.544  0.878  0.972  0.685
//	names left                  0.550  0.878  0.972  0.688
//	linked from                 0.561  0.878  0.972  0.697
//	links to                    0.578  0.878  0.972  0.703
//	tests                       0.567  0.878  0.967  0.700
//	together                    0.550  0.856  0.961  0.678
//	alike                       0.561  0.883  0.972  0.697
//	recent                      0.572  0.878  0.972  0.703
//
// A test is one of what has changed if it uses what the changed files define, or has the name of one that few files have; both
// are of one language. If it covers a file that the change uses or that uses it as well, it counts twice. In 92 of these changes
// a test was changed too; with that one as the answer, and as it was before, the four figures are 0.000, 0.033, 0.174, 0.069, and
// without this feature 0.000, 0.011, 0.076, 0.056: sources stay first, because a review begins with them.
//
// Last came that a feature of which no file has much counts for less, because of changes that say little: beside one line of a
// comment, files with one of its words were as sure as the best beside any other change. It costs one of the 180 changes its
// place among the first five: 0.567, 0.872, 0.972, 0.698.
//
// At most 256 KiB of the changed lines are read, of each file an equal share at least.
//
// How near folders are to each other added nothing and was left out. make changes CASES=folder prints these figures, with
// PARTS=1 those without a feature, with TESTS=1 those of tests.
//
// A library for searching (bleve 2) was tried in its place: GOROOT/src, 10 734 files, took 167 s
// on a busy machine, 273 MB and 16 MB on the disk, a question 3 ms. It ranks by words alone and
// adds 26 MB to a binary, so what makes this ranking better would still be ours.
//
// Goroutines: Update and Rank use all processors and wait for that.
package rank
