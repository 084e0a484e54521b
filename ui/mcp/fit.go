package mcp

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/rank"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/fit"
)

// maxQuestion is the max length of a question in bytes.
const maxQuestion = 16 << 10

type fitIn struct {
	Question  string   `json:"question,omitempty" jsonschema:"what the files are needed for, in words of the code if you know them; optional with git"`
	Git       string   `json:"git,omitempty" jsonschema:"review a change: uncommitted, staged, branch, HEAD~3 or main...feature; returns the dependencies and dependents of the change, tests, and files that changed together with it"`
	MaxTokens int      `json:"max_tokens,omitempty" jsonschema:"budget of the whole document with these files; default 32000"`
	Rank      bool     `json:"rank,omitempty" jsonschema:"only rank the files for the question, without a budget and views; faster"`
	Under     string   `json:"under,omitempty" jsonschema:"only files of this folder"`
	Languages []string `json:"languages,omitempty" jsonschema:"only files of these languages, such as go or python"`
	NoTests   bool     `json:"no_tests,omitempty" jsonschema:"no tests"`
	Limit     int      `json:"limit,omitempty" jsonschema:"maximum number of files, at most 500; default 40"`
}

type fitOut struct {
	Files  []fitFile `json:"files" jsonschema:"the most relevant first"`
	Tokens int       `json:"tokens" jsonschema:"of the document with all of these files"`
	Budget int       `json:"budget"`
	More   int       `json:"more" jsonschema:"files of the proposal beyond the limit"`
}

type fitFile struct {
	Path    string   `json:"path"`
	View    string   `json:"view,omitempty" jsonschema:"how to show it within the budget; read and propose accept it"`
	Symbols []string `json:"symbols,omitempty" jsonschema:"the symbols to show, with the view masked"`
	Tokens  int      `json:"tokens,omitempty"`
	Score   float64  `json:"score" jsonschema:"higher is better"`
	In      bool     `json:"in,omitempty" jsonschema:"it is in the composition"`
	Why     []string `json:"why,omitempty"`
}

func (w *workspace) fit(c *call, in fitIn) (answer[fitOut], error) {
	var a answer[fitOut]
	a.out.Files = []fitFile{}
	switch {
	case strings.TrimSpace(in.Question) == "" && in.Git == "":
		return a, errors.New("ask a question, such as \"where is a login checked\", or name a git range, such as uncommitted")
	case len(in.Question) > maxQuestion:
		return a, fmt.Errorf("a question can have at most %d bytes; shorten it", maxQuestion)
	case in.MaxTokens < 0 || in.MaxTokens > 2_000_000:
		return a, fmt.Errorf("max_tokens must be from 1 to 2000000, not %d", in.MaxTokens)
	}
	under, err := w.folder(c, in.Under)
	if err != nil {
		return a, err
	}
	filter := fit.Filter{NoTests: in.NoTests, Under: under}
	languages, err := text.FindLanguages(in.Languages)
	if err != nil {
		return a, err
	}
	filter.Languages = languages
	limit := limited(in.Limit, 40, 500)
	if in.Rank {
		return w.rank(c, fit.Search{Question: in.Question, Range: in.Git}, filter, limit)
	}
	model, err := w.p.StoredState().Model("")
	if err != nil {
		return a, err
	}
	proposal, err := fit.To(w.p).Propose(c.ctx, w.ranker, fit.Request{Question: in.Question, Range: in.Git, Budget: in.MaxTokens, Model: model, Filter: filter}, c.progress("ranking files"))
	if errors.As(err, new(*fit.TooSmallError)) {
		return a, fmt.Errorf("%w; allow that many with max_tokens, or only rank the files", err)
	}
	if err != nil {
		return a, err
	}
	a.out.Tokens, a.out.Budget = proposal.Tokens.N, proposal.Budget
	var out strings.Builder
	for _, row := range proposal.Rows {
		if row.New == "" {
			continue
		}
		if len(a.out.Files) == limit {
			a.out.More++
			continue
		}
		f := fitFile{Path: row.Path, View: string(row.New), Tokens: row.Tokens.N, Score: row.Score, In: row.Old != "", Symbols: shownSymbols(row.Way().Mask)}
		for _, r := range row.Reasons {
			f.Why = append(f.Why, r.Kind+": "+r.Text)
		}
		a.out.Files = append(a.out.Files, f)
		fmt.Fprintf(&out, "%.2f %s %s %d tokens", f.Score, text.Escape(f.Path), f.View, f.Tokens)
		if len(f.Symbols) > 0 {
			fmt.Fprintf(&out, " [%s]", text.Escape(strings.Join(f.Symbols, " ")))
		}
		fmt.Fprintf(&out, " (%s)\n", text.Escape(strings.Join(f.Why, "; ")))
	}
	if len(a.out.Files) == 0 {
		out.WriteString("no file is relevant to the question; use words that the code is likely to use\n")
	} else {
		fmt.Fprintf(&out, "%d of %d tokens; propose these to the user, or read what you need\n", a.out.Tokens, a.out.Budget)
	}
	a.text = out.String()
	w.forget()
	return a, nil
}

// folder returns the path of a listed folder in the project; empty for the project itself.
func (w *workspace) folder(c *call, name string) (string, error) {
	if name == "" {
		return "", nil
	}
	t, err := w.p.Tree(c.ctx)
	if err != nil {
		return "", err
	}
	local, ok := w.p.Local(name)
	if local = path.Clean(local); ok && local == "." {
		return "", nil
	}
	if inside, _ := t.Folder(local); !ok || len(inside) == 0 {
		return "", fmt.Errorf("%s is no folder with files of the project; list the folders with tree", project.Shown(name))
	}
	return local, nil
}

// shownSymbols returns the symbols that a mask shows.
func shownSymbols(mask code.Mask) []string {
	var out []string
	for symbol, mode := range mask {
		if mode != models.MaskHide {
			out = append(out, symbol)
		}
	}
	slices.Sort(out)
	return out
}

// rank ranks files by a question or a change.
func (w *workspace) rank(c *call, search fit.Search, filter fit.Filter, limit int) (answer[fitOut], error) {
	var a answer[fitOut]
	a.out.Files = []fitFile{}
	var files []rank.Ranked
	if search.Range != "" {
		var err error
		if files, err = fit.To(w.p).Related(c.ctx, w.ranker, search, fit.MaxRanked); err != nil {
			return a, err
		}
	} else {
		ranking, err := w.ranker.Ranking(c.ctx, search.Question, fit.MaxRanked, c.progress("ranking files"))
		if err != nil {
			return a, err
		}
		files = ranking.Files
	}
	var out strings.Builder
	for _, r := range files {
		if !filter.Allows(r.Path) {
			continue
		}
		if len(a.out.Files) == limit {
			a.out.More++
			continue
		}
		f := fitFile{Path: r.Path, Score: r.Score}
		for _, reason := range r.Reasons {
			f.Why = append(f.Why, reason.Kind+": "+reason.Text)
		}
		a.out.Files = append(a.out.Files, f)
		fmt.Fprintf(&out, "%.2f %s (%s)\n", f.Score, text.Escape(f.Path), text.Escape(strings.Join(f.Why, "; ")))
	}
	if len(a.out.Files) == 0 {
		out.WriteString("no file is relevant to the question; use words that the code is likely to use\n")
	}
	a.text = out.String()
	return a, nil
}
