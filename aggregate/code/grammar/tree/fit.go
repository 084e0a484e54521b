package tree

// fit matches the steps of one pattern against nodes.
type fit struct {
	walk     *Walk
	root     root
	captures []Capture
	last     uint32 // start of the last matched node
}

// rest is the continuation after some steps have matched: more steps, at the same siblings as
// before, or at those the steps were tried on.
type rest struct {
	steps []*step
	list  siblings // where to continue; the siblings of the matched steps if same is set
	same  bool
	again *step // a step that may match again directly after
	up    *rest
}

// run matches steps against the nodes from list.at on, each after the previous one. first is the
// node that the first step must match if now is set.
func (f *fit) run(steps []*step, at uint32, list siblings, now bool, up *rest) {
	if len(steps) == 0 {
		f.ends(at, list, up)
		return
	}
	s := steps[0]
	if s.optional {
		f.once(s, steps[1:], at, list, now, up)
		f.run(steps[1:], at, list, now, up)
		return
	}
	f.once(s, steps[1:], at, list, now, up)
}

// once matches a step, and then the following ones.
func (f *fit) once(s *step, behind []*step, at uint32, list siblings, now bool, up *rest) {
	if s.repeated {
		up = &rest{steps: behind, same: true, again: s, up: up}
		behind = nil
	}
	switch s.kind {
	case choice:
		for _, way := range s.inner {
			f.once(way, behind, at, list, now, up)
		}
	case group:
		f.run(s.inner, at, list, now, &rest{steps: behind, same: true, up: up})
	default:
		f.node(s, behind, at, list, now, up)
	}
}

// node matches a step that is a single node.
func (f *fit) node(s *step, behind []*step, at uint32, list siblings, now bool, up *rest) {
	for ; at < list.to; at++ {
		fits := f.is(s, at, list)
		if fits {
			f.takes(s, behind, at, list, up)
		}
		if now || fits && s.plain || s.anchored && bool(f.walk.tree.list[at].named) {
			return
		}
	}
}

// takes continues after a node that matches a step.
func (f *fit) takes(s *step, behind []*step, at uint32, list siblings, up *rest) {
	w := f.walk
	n := &w.tree.list[at]
	held := len(f.captures)
	for _, name := range s.captures {
		if f.root.predicates != nil {
			for i := range f.root.predicates[name] {
				if !f.root.predicates[name][i].holds(w.src[n.start:n.end]) {
					f.captures = f.captures[:held]
					return
				}
			}
		}
		f.captures = append(f.captures, Capture{name, int(n.start), int(n.end), at, w.tree})
	}
	before := f.last
	f.last = max(f.last, uint32(n.start))
	if len(s.inner) == 0 {
		f.run(behind, at+1, list, false, up)
	} else if n.count > 0 {
		from, to := w.tree.children(at)
		list.at = at + 1
		f.run(s.inner, from, siblings{from, to}, false, &rest{steps: behind, list: list, up: up})
	}
	f.captures, f.last = f.captures[:held], before
}

// ends continues with the remaining steps, or records a match.
func (f *fit) ends(at uint32, list siblings, up *rest) {
	switch {
	case up == nil:
		w := f.walk
		from := len(w.captures)
		w.captures = append(w.captures, f.captures...)
		w.found = append(w.found, Match{f.root.pattern, w.captures[from:len(w.captures):len(w.captures)], int(f.last)})
	case !up.same:
		f.run(up.steps, up.list.at, up.list, false, up.up)
	default:
		if up.again != nil {
			f.again(up, at, list)
		}
		f.run(up.steps, at, list, false, up.up)
	}
}

// again matches a step again, at the next node.
func (f *fit) again(up *rest, at uint32, list siblings) {
	if at >= list.to {
		return
	}
	switch s := up.again; s.kind {
	case choice:
		for _, way := range s.inner {
			f.once(way, nil, at, list, true, up)
		}
	case group:
		f.run(s.inner, at, list, true, up)
	default:
		f.node(s, nil, at, list, true, up)
	}
}

// is reports whether a node matches a step, not including its children.
func (f *fit) is(s *step, at uint32, list siblings) bool {
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
