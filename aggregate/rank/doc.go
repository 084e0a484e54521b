// Package rank ranks the files of a project by their relevance to a question, and gives the reasons.
//
// An [Index] holds for each file the words of its code, comments and strings, split at case and underscore and
// stemmed; its whole identifiers; which of them it defines; and the words of its path. It is immutable.
// [Index.Update] returns its successor: it reads only files that have changed on the disk, and analyzes only contents
// that it does not know. [Load] and [Index.Save] store an index in one file, which is rebuilt if it is damaged.
// [Index.Rank] ranks the files for a question:
//
//   - A word counts by its rarity, its field, and its frequency (BM25F).
//   - A word is also found where an identifier contains it as two: backoff matches BackOff.
//   - A name in code counts if a file defines it, and less if it only uses it.
//   - Files other than source (tests, documentation, examples, configuration, generated and
//     vendored files) rank after source, unless the question asks for such files.
//   - Two words that are adjacent in the question and in a name count more, and so do words that
//     the question repeats; those after its first line count less.
//   - The best files pass part of their scores on to linked files: a file is linked with those
//     that define a name that it uses, if few files define it. Tests that match the question pass
//     part of theirs on to the files that they test.
//   - Paths in the question, including those of stack traces, select the files that they name.
//   - With a [History]: a commit whose message matches the question adds to the files that it
//     changed, the best files add to those that change with them, and a recently changed file
//     counts a little more. Then the source files among the best hundred are put into a learned
//     order (see below).
//
// Each file of a ranking comes with its reasons, and [Ranking.Symbols] returns which symbols of a file are relevant
// to the question: by their words, and by the symbols of the file that use them or that they use.
//
// Reading is bounded: of a file the first [disk.DefaultLimit] bytes and at most [maxTerms] distinct words, of a
// project [MaxFiles] files and [MaxBytes] bytes, of a question the first 64 KiB. [Index.PathOnly] returns the number of
// files beyond these limits.
//
// # Storage
//
// Words are represented by hashes of 56 bits. A segment maps each word to those of its documents that contain it,
// with counts, and each document to its names; a document is a content, however many files have it. A segment is a
// sequence of bytes, the same in memory as in the file, which queries read directly. An update makes a segment of the
// new documents, and merges the last segments until each is several times as large as the next. Nothing is removed
// from a segment: a document without a file is ignored, and dropped once half of all documents are such. References
// between files are not stored, but found for the few files that pass something on.
//
// # How the weights were set
//
// By coordinate ascent (TestCases with -learn): one weight after another is decreased and increased, and a change is
// retained if it improves the mean over the repositories, which all count the same. The questions were the messages
// of 973 commits of 25 public projects in seventeen languages, the answers the source files that these changed. Then
// the weights were rounded, and ingredients without an effect were removed: the length of a file, the number of its
// users, the distance between words, the match of its folder.
//
// It was tested on 240 questions about eight other projects (express, flask, fmt, gin, gson, okhttp, ripgrep, zod),
// whose trees have no history:
//
//	                      recall at 5     10     20    mean reciprocal rank
//	BM25                        0.539  0.696  0.817  0.430
//	package classic             0.466  0.627  0.774  0.408
//	before these were seen      0.832  0.902  0.937  0.734
//	without words as two        0.827  0.910  0.934  0.746
//	this ranking                0.834  0.910  0.936  0.750
//
// The third line is the first set of weights, learned on the 25 alone. Between later variants that were equally good
// on those 25, these eight decided, so the last lines are slightly too good. Words that identifiers contain as two
// were added last, without a change of weights; the tables below are without them.
//
// A history was tried on 576 questions about 24 of the 25, and on 302 about 19 other projects that no weight was
// learned on. Each question has the history before the commit that is its answer. The weights in use are those with
// which no figure of either group was worse than without a history. With three times these weights, the 24 gained
// more (0.798, 0.880, 0.923, 0.723), but the mean reciprocal rank of the 19 fell to 0.640.
//
//	                      recall at 5     10     20    mean reciprocal rank
//	without, the 24             0.775  0.856  0.892  0.700
//	with                        0.788  0.871  0.915  0.715
//	without, the 19             0.699  0.788  0.852  0.652
//	with                        0.706  0.792  0.857  0.655
//
// Finally everything was tried, once, on 360 questions about twelve further projects, thirty for each:
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
// Each ingredient's contribution, as recall at 5 and mean reciprocal rank without it:
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
// The formula determines which files are good; how to combine its parts was learned from the histories of 61 other
// projects: regression trees over 24 figures of a file (a table of 30 kB in the program, in integers, so that every
// machine produces the same order). Most of the gain is from the history: how recently a file changed, and the share
// of the commits mentioning a word of the question that changed it. Without these features, and without a history,
// trees are no better than the formula, which then decides alone.
//
// Each question is a commit message as above, so the answers are source files. The training data has no questions
// about tests or documents: files other than source keep their rank by score, and so do files that the question
// names. docs/benchmarks.md has the figures, and .ci/rank/learn reproduces them all. The tables above are of the
// formula.
//
// Tried without success: the share of the question that a file contains; that a passed-on score lifts no file above
// its origin; links by imports (package imports), in addition to references or instead of them, in either direction,
// with weights from 0.02 to 0.4. On 312 questions about 13 of the 24, the best recall at 5 was 0.811 instead of
// 0.805, with a mean reciprocal rank of 0.710 instead of 0.716, each with a standard error of 0.005; on 120 about
// five others, no difference was significant either.
//
//	make rank CASES=folder [HELDOUT=folder] [LEARN=1] [ANALYZED=folder]
//
// prints such tables for any folders of cases. A folder has a file cases.jsonl with a line {"repo", "tag", "query",
// "files"} for each question, and for each repository a git bundle with the tags (repo.bundle) or a bare clone
// (repo.git), in which a tag can be any commit. The ancestors of a tag are the history of its questions: let the tags
// be the parents of the commits that are the answers; a tag without a parent has no history. ANALYZED saves parsed
// files for the next run.
//
// # Files related to a change
//
// [Index.RankChange] ranks the files outside a change by how likely they belong to it. Its weights were first chosen
// by hand, and tried on 180 changes of six projects, each with one source file withheld (BM25 with the words of the
// changed lines: recall at 1, 5 and 10, and the mean reciprocal rank):
//
//	BM25                        0.278  0.600  0.761  0.429
//	by hand, nothing tuned      0.522  0.850  0.967  0.663
//
// Then one weight after another was changed for three of the projects, and the others were measured once: 0.533,
// 0.867, 0.978, 0.681; and the reverse: 0.533, 0.844, 0.956, 0.671. The changes that both agreed on are in use:
// 0.567, 0.878, 0.967, 0.700 for all six, which is slightly too good. Tests of the changed files were added last,
// with a weight that makes none of these figures worse, although no answer is a test. Without one feature at a time:
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
// A test belongs to a change if it uses what the changed files define, or has the name of a changed file that few
// files share; both have the same language. If it also covers a file that is linked with the change, it counts twice.
// In 92 of these changes, a test was changed too; with that test as the answer, in its state before, the four figures
// are 0.000, 0.033, 0.174, 0.069, and without this feature 0.000, 0.011, 0.076, 0.056: source ranks first, because a
// review begins with it.
//
// A feature of which no file has much is scaled down. This was added last, for changes with little content: for one
// changed line of a comment, files with one of its words were as certain as the best for any other change. It moves
// one of the 180 changes out of the first five: 0.567, 0.872, 0.972, 0.698.
//
// At most 256 KiB of the changed lines are read, at least an equal share of each file.
//
// The distance between folders had no effect and was dropped. make changes CASES=folder prints these figures, with
// PARTS=1 those without one feature, with TESTS=1 those of tests.
//
// A search library (bleve 2) was tried instead: GOROOT/src, 10 734 files, took 167 s on a busy machine, 273 MB of
// memory and 16 MB on the disk, and a question 3 ms. It ranks by words alone and adds 26 MB to a binary, and what
// makes this ranking better would still be our own code.
//
// Update and Rank start goroutines on all processors, and wait for them.
package rank
