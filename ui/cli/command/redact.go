package command

import (
	"bytes"
	"context"
	"encoding/json"
	"io"

	"dossier/ui/project"
)

// guarded is the standard output of a command. It buffers the output until the end, and then
// prints it with secrets redacted, regardless of its source, so that no command can print one
// by mistake. Documents, which were redacted when they were built, are printed unchanged.
type guarded struct {
	plain    io.Writer
	buffered bytes.Buffer
	as       *project.Redacting // nil prints the output unchanged
	shown    bool               // messages are also printed unchanged
	passed   map[string]bool    // see [Call.Pass]
}

// Write implements [io.Writer].
func (g *guarded) Write(p []byte) (int, error) {
	if g.as == nil {
		return g.plain.Write(p)
	}
	return g.buffered.Write(p)
}

// flush prints the buffered output.
func (g *guarded) flush(ctx context.Context) error {
	if g.buffered.Len() == 0 {
		return nil
	}
	text, err := g.as.Text(ctx, "", g.buffered.String())
	if err == nil {
		_, err = io.WriteString(g.plain, text)
	}
	g.buffered.Reset()
	return err
}

// json prints the JSON of a value in which each string is redacted separately, because a secret may
// be escaped in JSON, and the result must stay valid.
func (g *guarded) json(ctx context.Context, v any) error {
	var all bytes.Buffer
	enc := json.NewEncoder(&all)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	if err := g.flush(ctx); err != nil {
		return err
	}
	out := all.Bytes()
	if g.as != nil {
		var err error
		out, err = g.as.JSON(ctx, out, func(text string) bool { return g.passed[text] })
		if err != nil {
			return err
		}
	}
	_, err := g.plain.Write(out)
	return err
}

// guard redacts the command's output by the rules of the project and the user.
func (c *Call) guard(p *project.Project) {
	if c.readable {
		p.ShowSecrets()
		c.ShowSecrets()
		return
	}
	c.out.as = p.Redacting(c.Ctx) // created now, so that it works after the project is closed
}

// GuardByDefault redacts the output by the default rules, for a command that does not open a
// project by [Call.Project].
func (c *Call) GuardByDefault() {
	if c.readable {
		c.ShowSecrets()
		return
	}
	c.out.as = project.RedactingByDefault()
}

// ShowSecrets disables redaction of all further output, with a warning.
func (c *Call) ShowSecrets() {
	c.Unchecked()
	c.Infof("--no-redact: nothing is redacted and no file is withheld, so all secrets in the output are readable")
}

// Unchecked disables redaction of all further output, because nothing is checked for secrets.
func (c *Call) Unchecked() { c.out.as, c.out.shown = nil, true }

// Pass excludes strings from redaction in JSON, because they were redacted when they were read,
// and values that the user has allowed in a file might be redacted without its context.
func (c *Call) Pass(texts ...string) {
	if c.out.passed == nil {
		c.out.passed = make(map[string]bool, len(texts))
	}
	for _, text := range texts {
		c.out.passed[text] = true
	}
}

// finish prints the rest of the output, and reports how much was redacted.
func (c *Call) finish() error {
	err := c.out.flush(c.Ctx)
	if as := c.out.as; as != nil {
		if as.Redacted > 0 {
			c.Infof("secrets redacted: %d; --no-redact shows them", as.Redacted)
		}
		if as.Late {
			c.Infof("the output was not fully checked for secrets (time limit)")
		}
	}
	return err
}

// clean redacts a message.
func (c *Call) clean(message string) string {
	ctx := context.WithoutCancel(c.Ctx)
	as := c.out.as
	switch {
	case c.out.shown || c.readable:
		return message
	case as == nil: // no project is open, for example because its file is invalid
		as = project.RedactingByDefault()
	}
	redacting := *as // redactions in messages are not counted
	text, err := redacting.Text(ctx, "", message)
	if err != nil {
		return "the error cannot be printed, because it contains a possible secret"
	}
	return text
}

// cleanError returns an error with secrets redacted in its text.
func (c *Call) cleanError(err error) error {
	if err == nil {
		return nil
	}
	said := err.Error()
	if clean := c.clean(said); clean != said {
		return &cleanError{clean, err}
	}
	return err
}

type cleanError struct {
	message string
	err     error
}

func (e *cleanError) Error() string { return e.message }
func (e *cleanError) Unwrap() error { return e.err }
