package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/models"
)

// question is the argument of a prompt.
const question = "question"

// offerPrompts offers the current stored prompts. Clients are notified of changes.
func (s *Server) offerPrompts() {
	list, _ := s.p.Prompts().List()
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
		if clean, err := s.p.Redacting(context.Background()).Text(context.Background(), "", first); err == nil {
			first = clean
		} else {
			first = ""
		}
		s.mcp.AddPrompt(&mcp.Prompt{
			Name: name, Title: name, Description: first,
			Arguments: []*mcp.PromptArgument{{Name: question, Description: "what else the model should do; replaces {{question}} or follows the prompt"}},
		}, s.prompt)
	}
	s.prompts = offered
}

// prompt returns a stored prompt with its variables replaced.
func (s *Server) prompt(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	ctx, cancel := s.connection.within(ctx)
	defer cancel()
	c := &call{ctx: ctx, client: clientName(req.ClientInfo()), safe: map[string]bool{}, session: req.Session}
	var text string
	err := s.guarded("prompt", func() error {
		if err := s.refresh(ctx); err != nil {
			return err
		}
		asked := req.Params.Arguments[question]
		if len(asked) > maxQuestion {
			return fmt.Errorf("a question has at most %d bytes; ask for the gist", maxQuestion)
		}
		stored, err := s.p.Prompts().Find(req.Params.Name)
		if err != nil {
			return err
		}
		prompt, err := s.p.ExpandedPrompt(ctx, req.Params.Name, asked)
		if err != nil {
			return err
		}
		if text = prompt.Text; asked != "" && !strings.Contains(stored.Text, "{{"+question+"}}") {
			text += "\n\n" + asked
		}
		text, err = s.p.Redacting(ctx).Text(ctx, "", text)
		return err
	})
	s.activity.add(c, "prompt", len(text), err != nil)
	if err != nil {
		return nil, s.clean(ctx, err)
	}
	return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}}}, nil
}
