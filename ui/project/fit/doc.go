// Package fit proposes a document for a question: the right files of a project, each in the view
// that a budget of tokens allows.
//
// [Fit.Gather] determines the costs of each view of the ranked files; it reads and parses, and can
// be cancelled. [Candidates.Propose] then answers any number of budgets within milliseconds without
// reading. [Fit.Settle] builds the proposal, and reduces it until the document is certainly within
// the budget.
//
// A proposal is a difference from the current composition: added, removed and changed rows, each of
// which can be applied separately. [Proposal.Composition] returns the resulting composition.
// [Fit.Degrade] gathers only the files of the composition, so that the proposal shows less of them
// instead of removing any.
package fit
