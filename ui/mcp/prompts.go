package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/models"
)

// question is the argument of a prompt, and questionVariable the variable that it replaces.
const (
	question         = "question"
	questionVariable = "{{" + question + "}}"
)

// offerPrompts offers the current stored prompts of a workspace. Clients are notified of changes.
func (s *Server) offerPrompts(w *workspace) {
	list, _ := w.p.Prompts().List()
	offered := map[string]models.Prompt{}
	for _, p := range list {
		offered[p.Name] = p
	}
	s.prompting.Lock()
	defer s.prompting.Unlock()
	var gone []string
	for name := range s.prompts {
		if _, ok := offered[name]; !ok {
			gone = append(gone, name)
		}
	}
	if len(gone) > 0 {
		s.mcp.RemovePrompts(gone...)
	}
	for name, p := range offered {
		if have, ok := s.prompts[name]; ok && have == p {
			continue
		}
		first, _, _ := strings.Cut(p.Text, "\n")
		if clean, err := w.p.Redacting(context.Background()).Text(context.Background(), "", first); err == nil {
			first = clean
		} else {
			first = ""
		}
		s.mcp.AddPrompt(&mcp.Prompt{
			Name: name, Title: name, Description: first,
			Arguments: []*mcp.PromptArgument{{Name: question, Description: "what the model should do in addition; replaces {{question}} or follows the prompt"}},
		}, s.prompt)
	}
	s.prompts = offered
}

// prompt returns a stored prompt with its variables replaced.
func (s *Server) prompt(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	ctx, cancel := s.connection.within(ctx)
	defer cancel()
	c := newCall(ctx, s, req)
	c.answers, c.state = req.Params.InputResponses, req.Params.RequestState
	var text string
	w, err := s.on(c, "prompt", func(w *workspace) (err error) {
		text, err = w.prompt(ctx, req.Params.Name, req.Params.Arguments[question])
		return err
	})
	if ask := new(clientRequest); errors.As(err, &ask) {
		return &mcp.GetPromptResult{InputRequests: ask.requests, RequestState: ask.state}, nil
	}
	w.activity.add(c, "prompt", len(text), err != nil)
	if err != nil {
		return nil, s.failed(ctx, w, err)
	}
	return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}}}, nil
}

// prompt returns the text of a stored prompt with its variables replaced; question may be empty.
func (w *workspace) prompt(ctx context.Context, name, question string) (string, error) {
	if len(question) > maxQuestion {
		return "", fmt.Errorf("a question can have at most %d bytes; shorten it", maxQuestion)
	}
	stored, err := w.p.Prompts().Find(name)
	if err != nil {
		return "", err
	}
	prompt, err := w.p.ExpandedPrompt(ctx, name, question)
	if err != nil {
		return "", err
	}
	text := prompt.Text
	if question != "" && !strings.Contains(stored.Text, questionVariable) {
		text += "\n\n" + question
	}
	return w.p.Redacting(ctx).Text(ctx, "", text)
}
