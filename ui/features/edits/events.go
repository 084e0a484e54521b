package edits

import (
	"context"
	"iter"
	"maps"

	"dossier/aggregate/watch"
	"dossier/presets"
	"dossier/ui/session/message"
)

// Opened reverts, in the background, edits of a process that ended while applying them, and
// reports it.
func (p *Part) Opened() {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.saves.Run(func(ctx context.Context) func() {
		found, err := opened.Files().Recover(ctx)
		return func() {
			if err != nil {
				p.host.Fail(err)
			}
			if len(found) > 0 {
				opened.Builder.Invalidate()
				p.host.Notify(message.Count("Undid {{.N}} interrupted changes of files", len(found), nil))
			}
			p.review()
		}
	})
}

// DiskChanged places the edits again in the changed files.
func (p *Part) DiskChanged(watch.Batch) bool {
	p.Follow()
	return false
}

// CollectUnsaved preserves the user's decisions on the answer's edits across restarts.
func (p *Part) CollectUnsaved(u *presets.Unsaved) { u.AnswerWork = p.decisions() }

// RestoreUnsaved restores the decisions.
func (p *Part) RestoreUnsaved(u presets.Unsaved) { p.setDecisions(cloneDecisions(u.AnswerWork)) }

// IsMissing reports whether the user has replaced text of an answer in another window, but not here.
func (p *Part) IsMissing(u presets.Unsaved) bool {
	return lacks(p.work.Texts, u.AnswerWork.Texts) || lacks(p.work.Files, u.AnswerWork.Files)
}

// lacks reports whether have has no entry for a key of want.
func lacks[V any](have, want map[string]V) bool {
	for key := range want {
		if _, ok := have[key]; !ok {
			return true
		}
	}
	return false
}

// Join adds the decisions of another window on edits without a decision here. Undo keeps them, like all decisions.
func (p *Part) Join(u presets.Unsaved) {
	w := cloneDecisions(u.AnswerWork)
	maps.Copy(w.Ticks, p.work.Ticks)
	maps.Copy(w.Texts, p.work.Texts)
	maps.Copy(w.Files, p.work.Files)
	maps.Copy(w.Places, p.work.Places)
	maps.Copy(w.Applied, p.work.Applied)
	p.setDecisions(w)
	p.list()
}

// setDecisions replaces the decisions. They are preserved until they prove to be of another answer.
func (p *Part) setDecisions(w presets.AnswerWork) {
	p.work = w
	for _, keys := range []iter.Seq[string]{maps.Keys(p.work.Ticks), maps.Keys(p.work.Texts), maps.Keys(p.work.Files), maps.Keys(p.work.Places), maps.Keys(p.work.Applied)} {
		for key := range keys {
			p.seen[key] = true
		}
	}
}

// decisions returns the user's decisions on the edits of this answer.
func (p *Part) decisions() presets.AnswerWork {
	w := cloneDecisions(p.work)
	drop(w.Ticks, p.seen)
	drop(w.Texts, p.seen)
	drop(w.Files, p.seen)
	drop(w.Places, p.seen)
	drop(w.Applied, p.seen)
	return w
}

// drop deletes the entries whose keys are not in keep.
func drop[V any](m map[string]V, keep map[string]bool) {
	maps.DeleteFunc(m, func(key string, _ V) bool { return !keep[key] })
}
