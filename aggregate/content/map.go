package content

import (
	"slices"
	"strings"
)

// Map returns the block with f of each text that its body says; names and paths stay. The text
// of an item of a list is its title and lines, which f must leave at as many.
func (b Block) Map(f func(string) string) Block {
	switch body := b.Body.(type) {
	case Prose:
		b.Body = Prose(f(string(body)))
	case Code:
		body.Text = f(body.Text)
		b.Body = body
	case Snippet:
		body.Text = f(body.Text)
		b.Body = body
	case Slices:
		body.List = slices.Clone(body.List)
		for i := range body.List {
			s := &body.List[i]
			s.Tag, s.Comment, s.Text = f(s.Tag), f(s.Comment), f(s.Text)
		}
		b.Body = body
	case Image:
		body.Caption = f(body.Caption)
		b.Body = body
	case Lists:
		b.Body = body.mapped(f)
	}
	return b
}

func (l Lists) mapped(f func(string) string) Lists {
	out := slices.Clone(l)
	for i := range out {
		out[i].Items = slices.Clone(out[i].Items)
		for j := range out[i].Items {
			item := &out[i].Items[j]
			lines := strings.Split(f(strings.Join(append([]string{item.Title}, item.Text...), "\n")), "\n")
			if item.Title = lines[0]; len(item.Text) > 0 {
				item.Text = lines[1:]
			}
		}
	}
	return out
}
