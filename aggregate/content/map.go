package content

import (
	"slices"
	"strings"
)

// Map returns the block with f applied to each text in it, including names and paths. The title
// and lines of a list item, without ID and state, are one text, of which f must preserve the
// number of lines.
func (b Block) Map(f func(string) string) Block {
	b.Title, b.Note, b.Group = f(b.Title), f(b.Note), f(b.Group)
	switch body := b.Body.(type) {
	case Prose:
		b.Body = Prose(f(string(body)))
	case Code:
		b.Body = body.mapped(f)
	case Snippet:
		body.Kind, body.From.Path, body.Code = f(body.Kind), f(body.From.Path), body.Code.mapped(f)
		b.Body = body
	case Slices:
		body.Info, body.List = f(body.Info), slices.Clone(body.List)
		for i := range body.List {
			s := &body.List[i]
			s.Tag, s.Comment, s.Text, s.Problem = f(s.Tag), f(s.Comment), f(s.Text), f(s.Problem)
		}
		b.Body = body
	case Image:
		b.Body = Image{Path: f(body.Path), Caption: f(body.Caption), Problem: f(body.Problem)}
	case Names:
		names := slices.Clone(body)
		for i := range names {
			names[i] = f(names[i])
		}
		b.Body = names
	case Lists:
		b.Body = body.mapped(f)
	}
	return b
}

func (c Code) mapped(f func(string) string) Code {
	c.Info, c.Text = f(c.Info), f(c.Text)
	return c
}

func (l Lists) mapped(f func(string) string) Lists {
	out := slices.Clone(l)
	for i := range out {
		out[i].Label, out[i].Items = f(out[i].Label), slices.Clone(out[i].Items)
		for j := range out[i].Items {
			item := &out[i].Items[j]
			item.ID, item.State = f(item.ID), f(item.State)
			lines := strings.Split(f(strings.Join(append([]string{item.Title}, item.Text...), "\n")), "\n")
			if item.Title = lines[0]; len(item.Text) > 0 {
				item.Text = lines[1:]
			}
		}
	}
	return out
}
