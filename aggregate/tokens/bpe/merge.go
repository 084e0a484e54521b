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
	case len(piece) <= maxScanned:
		return v.mergeFew(piece)
	}
	return v.mergeMany(piece)
}

// maxScanned is the max length in bytes of a piece for which scanning all pairs before each merge is
// faster than a priority queue.
const maxScanned = 96

// mergeFew counts the tokens of a piece of at most few bytes.
func (v *Vocabulary) mergeFew(piece string) int {
	// Part i begins at starts[i], and has rank ranks[i] together with the next one.
	var starts [maxScanned + 1]uint8
	var ranks [maxScanned]uint32
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
	end, previous int32  // its end; the start of the previous part, or -1
	rank          uint32 // together with the next part; none if that is not a token, or there is no next one
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
	pairs.heapify()
	parts := len(piece)
	// updateRank updates the rank of the part at an offset together with the next one.
	updateRank := func(at int32) {
		p := &all[at]
		p.rank = none
		if int(p.end) < len(piece) {
			p.rank = v.rank(piece[at:all[p.end].end])
		}
		if p.rank != none {
			pairs.push(pair(p.rank, at))
		}
	}
	for len(pairs) > 0 {
		lowest := pairs.pop()
		at := int32(uint32(lowest))
		p := &all[at]
		if p.rank != uint32(lowest>>32) {
			continue // one of the two has changed since
		}
		next := all[p.end]
		all[p.end].rank = none
		if p.end = next.end; int(p.end) < len(piece) {
			all[p.end].previous = at
		}
		parts--
		updateRank(at)
		if p.previous >= 0 {
			updateRank(p.previous)
		}
	}
	return parts
}

// pair returns the queue's order of a pair: by rank, then by position.
func pair(rank uint32, at int32) uint64 { return uint64(rank)<<32 | uint64(uint32(at)) }

// queue is a binary min-heap of pairs.
type queue []uint64

// heapify establishes the heap order.
func (q queue) heapify() {
	for i := len(q)/2 - 1; i >= 0; i-- {
		q.siftDown(i)
	}
}

func (q *queue) push(p uint64) {
	*q = append(*q, p)
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
	q.siftDown(0)
	return least
}

// siftDown moves pair i down to its position.
func (q queue) siftDown(i int) {
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
