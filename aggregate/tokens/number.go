package tokens

// Count is a number of tokens of one vocabulary. One that is not exact is an estimate, is shown with a
// tilde, and is off by at most Off tokens, up or down: see [Guess] and [Unread] for what that holds
// for. An Off of 0 beside an estimate says that its error is not known.
type Count struct {
	N          int        `json:"count"`
	Exact      bool       `json:"exact"`
	Off        int        `json:"off,omitempty"`
	Vocabulary Vocabulary `json:"-"`
}

// Add returns the sum, in the vocabulary of the first unless there is nothing of that; exact when
// both are and of one vocabulary.
func (c Count) Add(d Count) Count {
	if c.N == 0 {
		c.Vocabulary = d.Vocabulary
	}
	d = d.In(c.Vocabulary)
	return Count{c.N + d.N, c.Exact && d.Exact, c.Off + d.Off, c.Vocabulary}
}

// Less returns how many tokens more there are than of d, below 0 where there are fewer, as
// [Count.Add] does.
func (c Count) Less(d Count) Count { return c.Add(Count{-d.N, d.Exact, d.Off, d.Vocabulary}) }

// CountedIn reports whether a count in a vocabulary can come to nothing else.
func (c Count) CountedIn(v Vocabulary) bool { return c.Exact && (c.Vocabulary == v || c.N == 0) }

// In returns the count in another vocabulary: an estimate, unless nothing was counted. The number
// stays, for in English and in source code the vocabularies come to the same within 3 % in nine
// files of ten; text in other scripts has up to twice as many tokens in cl100k, which is its error.
func (c Count) In(v Vocabulary) Count {
	if c.N != 0 && c.Vocabulary != v {
		c.Off += max(c.N, -c.N)
	}
	return Count{c.N, c.CountedIn(v), c.Off, v}
}
