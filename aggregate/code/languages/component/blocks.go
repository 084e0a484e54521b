package component

import (
	"bytes"
	"regexp"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Block is a top-level element of a component whose content is in another language.
type Block struct {
	Tag     string    // script, style, template
	Open    code.Span // the opening tag
	Content code.Span
	Whole   code.Span // including both tags
	open    string
}

// attribute matches the attributes of a tag that have a value.
var attribute = regexp.MustCompile(`(?i)\s([a-z][\w:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`)

// Attribute returns the value of an attribute, or "".
func (b Block) Attribute(name string) string {
	for _, m := range attribute.FindAllStringSubmatch(b.open, -1) {
		if strings.EqualFold(m[1], name) {
			return strings.ToLower(m[2] + m[3] + m[4])
		}
	}
	return ""
}

// isData reports whether a script contains data rather than code: JSON, a template.
func (b Block) isData() bool {
	kind := b.Attribute("type")
	return kind != "" && kind != "module" && !strings.Contains(kind, "script")
}

// Blocks returns the scripts, the styles and the outermost templates of a component. An unclosed
// block ends with the source.
func Blocks(src []byte) []Block {
	var blocks []Block
	for at := 0; at < len(src); {
		next := bytes.IndexByte(src[at:], '<')
		if next < 0 {
			break
		}
		at += next
		if bytes.HasPrefix(src[at:], []byte("<!--")) {
			at = grammar.After(src, at, "-->")
			continue
		}
		b, ok := blockAt(src, at)
		if !ok {
			at++
			continue
		}
		blocks = append(blocks, b)
		at = b.Whole.End
	}
	return blocks
}

func blockAt(src []byte, at int) (Block, bool) {
	for _, tag := range []string{"script", "style", "template"} {
		if !named(src, at, "<", tag) {
			continue
		}
		end := tagEnd(src, at)
		b := Block{Tag: tag, Open: code.Span{Start: at, End: end}, open: string(src[at:end])}
		b.Content = code.Span{Start: end, End: end}
		b.Whole = b.Open
		if !strings.HasSuffix(b.open, "/>") {
			b.Content.End, b.Whole.End = closing(src, end, tag)
		}
		return b, true
	}
	return Block{}, false
}

// named reports whether a tag that consists of mark, < or </, and a name begins at an offset.
func named(src []byte, at int, mark, name string) bool {
	start := at + len(mark)
	end := start + len(name)
	return end < len(src) && string(src[at:start]) == mark && strings.EqualFold(string(src[start:end]), name) &&
		strings.IndexByte(" \t\r\n/>", src[end]) >= 0
}

// tagEnd returns the offset after the > of a tag.
func tagEnd(src []byte, at int) int {
	quote := byte(0)
	for ; at < len(src); at++ {
		switch c := src[at]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return at + 1
		}
	}
	return len(src)
}

// closing returns the end of an element's content and of its closing tag. Templates can be
// nested; a script or a style ends at the first closing tag.
func closing(src []byte, at int, tag string) (content, whole int) {
	for depth := 1; at < len(src); {
		next := bytes.IndexByte(src[at:], '<')
		if next < 0 {
			break
		}
		at += next
		switch end := at + 1; {
		case named(src, at, "</", tag):
			end = tagEnd(src, at)
			if depth--; depth == 0 {
				return at, end
			}
			at = end
		case tag == "template" && named(src, at, "<", tag):
			end = tagEnd(src, at)
			if !bytes.HasSuffix(src[at:end], []byte("/>")) {
				depth++
			}
			at = end
		default:
			at = end
		}
	}
	return len(src), len(src)
}
