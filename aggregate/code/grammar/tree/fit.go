package tree

// fit matches the steps of one pattern against nodes.
type fit struct {
	walk     *Walk
	root     root
	captures []Capture
	last     uint32 // start of the last matched node
}

// continuation is the continuation after some steps have matched: more steps, at the same siblings as
// before, or at those the steps were tried on.
type continuation struct {
	steps        []*step
	list         siblings // where to continue; the siblings of the matched steps if sameSiblings is set
	sameSiblings bool
	repeat       *step // a step that may match again directly after
	next         *continuation
}

// matchSteps matches steps against the nodes from list.at on, each after the previous one. If
// onlyFirst is set, the first step must match the first node.
func (f *fit) matchSteps(steps []*step, at uint32, list siblings, onlyFirst bool, next *continuation) {
	if len(steps) == 0 {
		f.finish(at, list, next)
		return
	}
	s := steps[0]
	if s.optional {
		f.matchOnce(s, steps[1:], at, list, onlyFirst, next)
		f.matchSteps(steps[1:], at, list, onlyFirst, next)
		return
	}
	f.matchOnce(s, steps[1:], at, list, onlyFirst, next)
}

// matchOnce matches a step, and then the following ones.
func (f *fit) matchOnce(s *step, following []*step, at uint32, list siblings, onlyFirst bool, next *continuation) {
	if s.repeated {
		next = &continuation{steps: following, sameSiblings: true, repeat: s, next: next}
		following = nil
	}
	switch s.kind {
	case choice:
		for _, alternative := range s.inner {
			f.matchOnce(alternative, following, at, list, onlyFirst, next)
		}
	case group:
		f.matchSteps(s.inner, at, list, onlyFirst, &continuation{steps: following, sameSiblings: true, next: next})
	default:
		f.matchNode(s, following, at, list, onlyFirst, next)
	}
}

// matchNode matches a step that is a single node.
func (f *fit) matchNode(s *step, following []*step, at uint32, list siblings, onlyFirst bool, next *continuation) {
	for ; at < list.to; at++ {
		fits := f.matchesNode(s, at, list)
		if fits {
			f.continueAfter(s, following, at, list, next)
		}
		if onlyFirst || fits && s.plain || s.anchored && bool(f.walk.tree.list[at].named) {
			return
		}
	}
}

// continueAfter continues after a node that matches a step.
func (f *fit) continueAfter(s *step, following []*step, at uint32, list siblings, next *continuation) {
	w := f.walk
	n := &w.tree.list[at]
	captured := len(f.captures)
	for _, name := range s.captures {
		if f.root.predicates != nil {
			for i := range f.root.predicates[name] {
				if !f.root.predicates[name][i].matches(w.src[n.start:n.end]) {
					f.captures = f.captures[:captured]
					return
				}
			}
		}
		f.captures = append(f.captures, Capture{name, int(n.start), int(n.end), at, w.tree})
	}
	previous := f.last
	f.last = max(f.last, uint32(n.start))
	if len(s.inner) == 0 {
		f.matchSteps(following, at+1, list, false, next)
	} else if n.count > 0 {
		from, to := w.tree.children(at)
		list.at = at + 1
		f.matchSteps(s.inner, from, siblings{from, to}, false, &continuation{steps: following, list: list, next: next})
	}
	f.captures, f.last = f.captures[:captured], previous
}

// finish continues with the remaining steps, or records a match.
func (f *fit) finish(at uint32, list siblings, next *continuation) {
	switch {
	case next == nil:
		w := f.walk
		from := len(w.captures)
		w.captures = append(w.captures, f.captures...)
		w.found = append(w.found, Match{f.root.pattern, w.captures[from:len(w.captures):len(w.captures)], int(f.last)})
	case !next.sameSiblings:
		f.matchSteps(next.steps, next.list.at, next.list, false, next.next)
	default:
		if next.repeat != nil {
			f.matchAgain(next, at, list)
		}
		f.matchSteps(next.steps, at, list, false, next.next)
	}
}

// matchAgain matches a step again, at the next node.
func (f *fit) matchAgain(next *continuation, at uint32, list siblings) {
	if at >= list.to {
		return
	}
	switch s := next.repeat; s.kind {
	case choice:
		for _, alternative := range s.inner {
			f.matchOnce(alternative, nil, at, list, true, next)
		}
	case group:
		f.matchSteps(s.inner, at, list, true, next)
	default:
		f.matchNode(s, nil, at, list, true, next)
	}
}

// matchesNode reports whether a node matches a step, not including its children.
func (f *fit) matchesNode(s *step, at uint32, list siblings) bool {
	w := f.walk
	n := &w.tree.list[at]
	symbol := w.set.grammar.standing(uint16(n.symbol))
	switch {
	case s.symbol == anyNode && (symbol == errorID || s.named && !bool(n.named)),
		s.symbol != anyNode && s.symbol != symbol,
		s.field != 0 && s.field != uint16(n.field):
		return false
	}
	if s.last {
		for later := at + 1; later < list.to; later++ {
			if w.tree.list[later].named {
				return false
			}
		}
	}
	for _, field := range s.without {
		from, to := w.tree.children(at)
		for kid := from; kid < to; kid++ {
			if uint16(w.tree.list[kid].field) == field {
				return false
			}
		}
	}
	return true
}
