package edits

import (
	"cmp"
	"context"
	"maps"

	"dossier/aggregate/answer"
	"dossier/ui/project"
	"dossier/ui/project/answers"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Apply writes the ticked hunks into the project's files, exactly as they are shown: all of them,
// or none if a file has changed since. It is one undo step.
func (p *Part) Apply() {
	opened := p.host.Project()
	c := &applied{p: p, opened: opened}
	hunks := 0
	for _, f := range p.files {
		if !f.changes {
			continue
		}
		c.preview.Files = append(c.preview.Files, f.result)
		if f.Rewritten {
			c.rewritten = append(c.rewritten, rewritten{f.key, f.result})
		}
		hunks += f.Ticked()
		for _, e := range f.result.Edits {
			c.edits = append(c.edits, p.keys[e])
		}
	}
	if opened == nil || len(c.preview.Files) == 0 || p.writing || p.Reading() {
		return
	}
	p.begin()
	p.saves.Start(func() func(context.Context) func() {
		return func(ctx context.Context) func() {
			err := c.write(ctx)
			return func() {
				if err == nil {
					c.done = true
					c.mark()
					p.host.Push(undo.Step{Label: message.Count("apply {{.N}} hunks", hunks, nil), Old: state{c, false}})
					m := message.Count("Applied {{.N}} hunks", hunks, nil)
					m.Undo = true
					p.host.Notify(m)
				}
				p.end(err)
			}
		}
	})
}

func (p *Part) begin() {
	p.writing = true
	p.host.Changed()
}

// end ends writing, and places the edits again in the current files.
func (p *Part) end(err error) {
	p.writing = false
	if err != nil {
		p.host.Fail(err)
	}
	if p.text != "" {
		p.find()
	}
	p.review()
	p.host.SaveSoon()
	p.host.Changed()
}

// applied is a set of applied edits: the files before and after.
type applied struct {
	p         *Part
	opened    *project.Project
	preview   answers.Preview
	edits     []string // keys
	rewritten []rewritten
	id        string // id of the record that undoes it
	done      bool   // whether the files currently contain the edits
}

// rewritten is a file with the user's text.
type rewritten struct {
	key    string
	result answer.Result
}

func (c *applied) write(ctx context.Context) error {
	record, err := answers.To(c.opened).Apply(ctx, c.preview)
	c.id = record.ID
	return err
}

// mark marks the edits as applied, or as not applied.
func (c *applied) mark() {
	for _, key := range c.edits {
		if c.done {
			c.p.work.Applied[key] = cmp.Or(c.id, "-") // without a state folder there is no record
		} else {
			delete(c.p.work.Applied, key)
		}
	}
	for _, r := range c.rewritten {
		if mine, ok := c.p.work.Files[r.key]; ok {
			mine.Base = hash(string(r.result.Before))
			if c.done {
				mine.Base = hash(string(r.result.After))
			}
			c.p.work.Files[r.key] = mine
		}
	}
	if c.id != "" {
		c.p.own[c.id] = true
	}
}

// turn applies the edits again, or reverts them, in the background.
func (c *applied) turn(on bool) {
	if on == c.done {
		return
	}
	c.done = on
	c.p.begin()
	c.p.saves.Start(func() func(context.Context) func() {
		return func(ctx context.Context) func() {
			var err error
			if on {
				err = c.write(ctx)
			} else if _, err = c.opened.Files().Undo(ctx, c.id); err == nil {
				c.opened.Builder.Invalidate()
			}
			return func() {
				if err != nil {
					c.done = !on
				}
				c.mark()
				if err != nil {
					c.forget()
				}
				c.p.end(err)
			}
		}
	})
}

// forget drops the undo step after it could not be reverted or repeated: what is still applied becomes an earlier change.
func (c *applied) forget() {
	delete(c.p.own, c.id)
	c.p.host.Forget(func(old undo.State) bool { s, is := old.(state); return is && s.applied == c })
}

// state is an undo state: whether the edits are applied.
type state struct {
	*applied
	on bool
}

// Current returns the current state.
func (s state) Current() undo.State { return state{s.applied, s.done} }

// Restore applies the edits, or reverts them.
func (s state) Restore() { s.turn(s.on) }

// maxPast is the maximum number of earlier changes that are offered to be undone.
const maxPast = 10

// EarlierChanges returns the changes of files from before the project was opened here, newest first. The
// session's undo does not include them; [Part.UndoEarlier] reverts them.
func (p *Part) EarlierChanges() []answers.AppliedReport { return p.past }

// review lists the earlier changes again, in the background.
func (p *Part) review() {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.listing.Start(func(context.Context) func() {
		all := answers.Applied(opened)
		return func() {
			p.past = p.past[:0:0]
			for _, r := range all {
				if r.State == "written" && !p.own[r.ID] && len(p.past) < maxPast {
					p.past = append(p.past, r)
				}
			}
			p.host.Changed()
		}
	})
}

// UndoEarlier restores the contents that files had before an earlier change: of all of them, or of
// none if one has changed since.
func (p *Part) UndoEarlier(id string) {
	opened := p.host.Project()
	if opened == nil || p.writing {
		return
	}
	p.begin()
	p.saves.Start(func() func(context.Context) func() {
		return func(ctx context.Context) func() {
			record, err := opened.Files().Undo(ctx, id)
			if err == nil {
				opened.Builder.Invalidate()
			}
			return func() {
				if err == nil {
					maps.DeleteFunc(p.work.Applied, func(_, by string) bool { return by == id })
					p.host.Notify(message.Count("Undid the changes of {{.N}} files", len(record.Files), nil))
				}
				p.end(err)
			}
		}
	})
}
