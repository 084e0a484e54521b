package bpe

// Is reports whether a non-empty piece is a single token.
func (v *Vocabulary) Is(piece string) bool {
	v.ready()
	return v.rank(piece) != none
}

// Count returns the number of tokens of a piece; 0 for an empty one. It takes O(n log n) time and
// 16 n bytes of memory for a piece of n bytes.
func (v *Vocabulary) Count(piece string) int {
	v.ready()
	switch {
	case len(piece) <= 1:
		return len(piece)
	case v.rank(piece) != none:
		return 1
	case len(piece) <= few:
		return v.mergeFew(piece)
	}
	return v.mergeMany(piece)
}

// few is the max length in bytes of a piece for which scanning all pairs before each merge is
// faster than a priority queue.
const few = 96

// mergeFew counts the tokens of a piece of at most few bytes.
func (v *Vocabulary) mergeFew(piece string) int {
	// Part i begins at starts[i], and has rank ranks[i] together with the next one.
	var starts [few + 1]uint8
	var ranks [few]uint32
	parts := len(piece)
	for i := range parts {
		starts[i] = uint8(i)
		if i+1 < parts {
			ranks[i] = v.pairs[int(piece[i])<<8|int(piece[i+1])]
		}
	}
	starts[parts] = uint8(parts)
	for parts > 1 {
		least, at := none, 0
		for i, rank := range ranks[:parts-1] {
			if rank < least {
				least, at = rank, i
			}
		}
		if least == none {
			break
		}
		copy(starts[at+1:parts], starts[at+2:parts+1])
		copy(ranks[at+1:parts-1], ranks[min(at+2, parts-1):parts-1])
		parts--
		if at+1 < parts {
			ranks[at] = v.rank(piece[starts[at]:starts[at+2]])
		}
		if at > 0 {
			ranks[at-1] = v.rank(piece[starts[at-1]:starts[at+1]])
		}
	}
	return parts
}

// part is a part of a piece, identified by its start.
type part struct {
	end, before int32  // its end; the start of the previous part, or -1
	rank        uint32 // together with the next part; none if that is not a token, or there is no next one
}

// mergeMany counts the tokens of a piece of any length.
func (v *Vocabulary) mergeMany(piece string) int {
	all := make([]part, len(piece)) // by start; merged parts are not used again
	var pairs queue
	for i := range all {
		all[i] = part{int32(i + 1), int32(i - 1), none}
		if i+1 < len(piece) {
			all[i].rank = v.pairs[int(piece[i])<<8|int(piece[i+1])]
		}
		if all[i].rank != none {
			pairs = append(pairs, pair(all[i].rank, int32(i)))
		}
	}
	pairs.order()
	parts := len(piece)
	// look updates the rank of the part at an offset together with the next one.
	look := func(at int32) {
		one := &all[at]
		one.rank = none
		if int(one.end) < len(piece) {
			one.rank = v.rank(piece[at:all[one.end].end])
		}
		if one.rank != none {
			pairs.push(pair(one.rank, at))
		}
	}
	for len(pairs) > 0 {
		least := pairs.pop()
		at := int32(uint32(least))
		one := &all[at]
		if one.rank != uint32(least>>32) {
			continue // one of the two has changed since
		}
		next := all[one.end]
		all[one.end].rank = none
		if one.end = next.end; int(one.end) < len(piece) {
			all[one.end].before = at
		}
		parts--
		look(at)
		if one.before >= 0 {
			look(one.before)
		}
	}
	return parts
}

// pair returns the queue's order of a pair: by rank, then by position.
func pair(rank uint32, at int32) uint64 { return uint64(rank)<<32 | uint64(uint32(at)) }

// queue is a binary min-heap of pairs.
type queue []uint64

// order establishes the heap order.
func (q queue) order() {
	for i := len(q)/2 - 1; i >= 0; i-- {
		q.down(i)
	}
}

func (q *queue) push(one uint64) {
	*q = append(*q, one)
	list := *q
	for i := len(list) - 1; i > 0; {
		above := (i - 1) / 2
		if list[above] <= list[i] {
			break
		}
		list[above], list[i] = list[i], list[above]
		i = above
	}
}

func (q *queue) pop() uint64 {
	list := *q
	least, last := list[0], len(list)-1
	list[0] = list[last]
	*q = list[:last]
	q.down(0)
	return least
}

// down moves pair i down to its position.
func (q queue) down(i int) {
	for {
		below := 2*i + 1
		if below >= len(q) {
			return
		}
		if below+1 < len(q) && q[below+1] < q[below] {
			below++
		}
		if q[i] <= q[below] {
			return
		}
		q[i], q[below] = q[below], q[i]
		i = below
	}
}
