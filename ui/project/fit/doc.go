// Package fit proposes the dossier of an opened project for a question: the right files,
// each shown as much as a budget of tokens bears.
//
// [Fit.Gather] finds out what the files that a ranking names cost in each way to show them; it
// reads and parses, and can be cancelled. [Candidates.Propose] then answers any number of
// budgets within milliseconds and reads nothing. [Fit.Settle] builds what is proposed, and
// gives way until the document is within the budget for certain.
//
// A proposal is a difference from the current composition: rows that come, go and change,
// each of which may be taken or not. [Proposal.Composition] makes the next composition of it.
// [Fit.Degrade] gathers the files of the composition and nothing else, so that what is
// proposed shows them less instead of leaving any out.
package fit
