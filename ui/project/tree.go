package project

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"dossier/aggregate/text"
	"dossier/aggregate/tree"
)

// Tree returns the project's tree. The first caller lists the folder, and concurrent callers wait for it.
func (p *Project) Tree(ctx context.Context) (*tree.Tree, error) {
	p.mu.Lock()
	t, err, coming := p.scanned, p.failed, p.listing
	switch {
	case t != nil:
		p.mu.Unlock()
		return t, nil
	case err != nil:
		p.mu.Unlock()
		return nil, err
	case coming != nil:
		p.mu.Unlock()
		select {
		case <-coming:
			return p.Tree(ctx)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	p.listing = make(chan struct{})
	p.mu.Unlock()
	t, err = nil, errBroken // for the waiting callers, if the scan panics
	defer func() {
		if ctx.Err() != nil {
			t, err = nil, nil // it was cancelled: the next caller scans
		}
		p.SetTree(t, err)
	}()
	opts := p.StoredState().ScanOptions()
	opts.NamesOnly = true // globs and folders need no more
	t, err = tree.Scan(ctx, opts, nil)
	return t, err
}

var errBroken = errors.New("list the folder: something went wrong inside Dossier; scan it again")

// ExpectTree announces that the caller will list the folder: callers of Tree wait for
// [Project.SetTree].
func (p *Project) ExpectTree() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failed = nil
	if p.listing == nil {
		p.listing = make(chan struct{})
	}
}

// SetTree sets the result of listing the folder. On error the previous tree remains.
func (p *Project) SetTree(t *tree.Tree, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed = err; err == nil {
		p.scanned = t
	}
	if p.listing != nil {
		close(p.listing)
		p.listing = nil
	}
}

// Explanation is why a path is or is not in the tree.
type Explanation tree.Explanation

// String returns the explanation on one line.
func (e Explanation) String() string {
	var verdict string
	switch {
	case e.Listed:
		verdict = "listed"
	case e.Reason != "":
		verdict = "not listed: " + e.Reason
	default:
		verdict = "not listed"
	}
	if e.Source == "" {
		return fmt.Sprintf("%s: %s", text.Escape(e.Path), verdict)
	}
	return fmt.Sprintf("%s: %s (%s:%d: %s)", text.Escape(e.Path), verdict, text.Escape(e.Source), e.Line, text.Escape(e.Pattern))
}

// Explain returns why a path is or is not in the tree.
func (p *Project) Explain(ctx context.Context, name string) (Explanation, error) {
	t, err := p.Tree(ctx)
	if err != nil {
		return Explanation{}, err
	}
	asked := name
	if local, ok := p.Local(name); ok {
		if asked = local; strings.HasSuffix(name, "/") {
			asked += "/"
		}
	}
	e := Explanation(t.Explain(asked))
	e.Path = name
	return e, nil
}
