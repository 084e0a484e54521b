package fit

import "context"

// Ranker ranks the files of a project for a question, the best first. The error is the
// context's, or says why they cannot be ranked.
type Ranker func(ctx context.Context, question string) ([]Ranked, error)
