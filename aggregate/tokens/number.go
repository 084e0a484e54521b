package tokens

// Count is a number of tokens in one vocabulary. If it is not exact, it is an estimate, displayed
// with a tilde, and off by at most Off tokens in either direction; see [Guess] and [EstimateUnread] for
// the scope of this bound. For an estimate, an Off of 0 means that the error is unknown.
type Count struct {
	N          int        `json:"count"`
	Exact      bool       `json:"exact"`
	Off        int        `json:"off,omitempty"`
	Vocabulary Vocabulary `json:"-"`
}

// Add returns the sum, in the vocabulary of c unless c is 0. It is exact if both are exact and in
// the same vocabulary.
func (c Count) Add(d Count) Count {
	if c.N == 0 {
		c.Vocabulary = d.Vocabulary
	}
	d = d.In(c.Vocabulary)
	return Count{c.N + d.N, c.Exact && d.Exact, c.Off + d.Off, c.Vocabulary}
}

// Less returns the difference c - d, which may be negative, with the rules of [Count.Add].
func (c Count) Less(d Count) Count { return c.Add(Count{-d.N, d.Exact, d.Off, d.Vocabulary}) }

// CountedIn reports whether the count is final for a vocabulary.
func (c Count) CountedIn(v Vocabulary) bool { return c.Exact && (c.Vocabulary == v || c.N == 0) }

// In returns the count in another vocabulary: an estimate, unless it is 0. The number is
// unchanged, because for English and source code the vocabularies differ by at most 3 % in nine
// of ten files; text in other scripts has up to twice as many tokens in cl100k, which is the
// error.
func (c Count) In(v Vocabulary) Count {
	if c.N != 0 && c.Vocabulary != v {
		c.Off += max(c.N, -c.N)
	}
	return Count{c.N, c.CountedIn(v), c.Off, v}
}
