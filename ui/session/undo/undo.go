// Package undo implements the undo history. It does not know what steps change: each one contains
// the previous state.
package undo

import (
	"slices"

	"dossier/ui/session/message"
)

// State is the part of the program's state that a step changes, at one time.
type State interface {
	// Current returns the current value of the same state, to return to it after Restore.
	Current() State
	// Restore restores the state.
	Restore()
}

// Both joins two states into one. They are restored in order.
func Both(first, second State) State { return both{first, second} }

type both struct{ first, second State }

func (b both) Current() State { return both{b.first.Current(), b.second.Current()} }

func (b both) Restore() {
	b.first.Restore()
	b.second.Restore()
}

// Weighty is a state that retains much memory. The oldest steps with such states are dropped while
// they weigh more than [MaxWeight] together.
type Weighty interface {
	State
	Weight() int
}

// MaxWeight is the maximum total weight of steps that have one.
const MaxWeight = 1_000_000

// Step is an undo step.
type Step struct {
	Label message.Message // the action, for menus and toasts
	// Topic joins consecutive changes of one kind, such as the letters typed into the instruction;
	// steps without a topic are never joined.
	Topic string
	Old   State // the previous state
}

// Stack holds the steps that can be undone and redone. Its zero value is empty. It retains every
// step, limited only by the total weight: states share all unchanged data with their neighbours.
type Stack struct {
	// OnStep is called before each change, and before one is undone or redone; it may be nil.
	OnStep func()

	past, future []Step
	turn         int
}

// UndoVersion returns a number that changes whenever undo would do something else.
func (s *Stack) UndoVersion() int { return s.turn }

// Push records a change before or after it is made. Redo steps are dropped.
func (s *Stack) Push(step Step) {
	s.step()
	s.future = nil
	s.turn++
	if n := len(s.past); n > 0 && step.Topic != "" && s.past[n-1].Topic == step.Topic {
		return
	}
	s.past = append(s.past, step)
	if _, is := step.Old.(Weighty); is {
		s.trim()
	}
}

func (s *Stack) step() {
	if s.OnStep != nil {
		s.OnStep()
	}
}

// trim drops the oldest steps of weighty states while they are too heavy together.
func (s *Stack) trim() {
	held := 0
	for i, step := range slices.Backward(s.past) {
		w, is := step.Old.(Weighty)
		if !is {
			continue
		}
		if held += w.Weight(); held > MaxWeight {
			older := slices.DeleteFunc(s.past[:i+1], func(step Step) bool { _, is := step.Old.(Weighty); return is })
			s.past = slices.Concat(older, s.past[i+1:])
			return
		}
	}
}

// Retract drops the last step if the current change of its topic restores the state before that
// step, so that there is nothing to undo. It reports whether it dropped the step.
func (s *Stack) Retract(topic string, back func(State) bool) bool {
	n := len(s.past)
	if n == 0 || topic == "" || s.past[n-1].Topic != topic || !back(s.past[n-1].Old) {
		return false
	}
	s.past, s.future = s.past[:n-1], nil
	s.turn++
	return true
}

// Undo reverts the last change. It returns false if there is none.
func (s *Stack) Undo() bool { return s.shift(&s.past, &s.future) }

// Redo repeats the most recently undone change, and reports whether there is one.
func (s *Stack) Redo() bool { return s.shift(&s.future, &s.past) }

func (s *Stack) shift(from, to *[]Step) bool {
	n := len(*from)
	if n == 0 {
		return false
	}
	s.turn++
	s.step()
	step := (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, Step{Label: step.Label, Old: step.Old.Current()})
	if n > 1 {
		(*from)[n-2].Topic = "" // the next change starts a new step
	}
	step.Old.Restore()
	return true
}

// Forget drops the steps whose state, or for [Both] one of the two, which selects, such as those whose state no longer
// exists.
func (s *Stack) Forget(which func(State) bool) {
	of := func(step Step) bool { return selects(step.Old, which) }
	s.turn++
	s.past, s.future = slices.DeleteFunc(s.past, of), slices.DeleteFunc(s.future, of)
}

func selects(s State, which func(State) bool) bool {
	if b, is := s.(both); is {
		return selects(b.first, which) || selects(b.second, which)
	}
	return which(s)
}

// Replace replaces the state of each step; for [Both], each of the two.
func (s *Stack) Replace(by func(State) State) {
	for _, list := range [][]Step{s.past, s.future} {
		for i := range list {
			list[i].Old = replace(list[i].Old, by)
		}
	}
}

func replace(s State, by func(State) State) State {
	if b, is := s.(both); is {
		return both{replace(b.first, by), replace(b.second, by)}
	}
	return by(s)
}

// Next describes what undo and redo would do; empty if there is nothing to do.
func (s *Stack) Next() (undo, redo message.Message) {
	if n := len(s.past); n > 0 {
		undo = s.past[n-1].Label
	}
	if n := len(s.future); n > 0 {
		redo = s.future[n-1].Label
	}
	return undo, redo
}

// Empty reports whether there is nothing to undo.
func (s *Stack) Empty() bool { return len(s.past) == 0 }

// StepsBack returns how many undo steps lead to a wanted state, or 0. It stops at the first step
// whose state look does not accept.
func (s *Stack) StepsBack(look, wanted func(State) bool) int {
	for i, step := range slices.Backward(s.past) {
		if !look(step.Old) {
			return 0
		}
		if wanted(step.Old) {
			return len(s.past) - i
		}
	}
	return 0
}

// LeadsForward reports whether redo leads to a wanted state.
func (s *Stack) LeadsForward(wanted func(State) bool) bool {
	n := len(s.future)
	return n > 0 && wanted(s.future[n-1].Old)
}
