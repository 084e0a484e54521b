package highlight

import "strings"

// makefile returns the lexer of makefiles: targets, variables and instructions; the lines of recipes are commands of
// the shell.
func makefile(instructions words, shell lexer) lexer {
	return func(s *scanner) {
		for s.at < len(s.src) {
			line := s.line()
			word, _, _ := strings.Cut(strings.TrimRight(line, "\r"), " ")
			switch {
			case strings.HasPrefix(line, "\t"):
				s.embed(len(line), shell)
			case strings.HasPrefix(strings.TrimLeft(line, " "), "#"):
				s.takeLine(Comment)
			case instructions.all[word]:
				s.take(len(word), Keyword)
				makeValue(s)
			default:
				if n := strings.IndexAny(line, ":="); n > 0 && !strings.ContainsAny(line[:n], "#") {
					s.take(len(strings.TrimRight(line[:n], "?+: ")), Name)
				}
				makeValue(s)
			}
			s.at++
		}
	}
}

// makeValue takes the rest of a line, up to a comment: references to variables are keywords.
func makeValue(s *scanner) {
	for s.at < len(s.src) && s.src[s.at] != '\n' {
		switch b := s.src[s.at]; {
		case b == '#' && isSpace(s.src[s.at-1]):
			s.takeLine(Comment)
		case b == '$' && (s.peek(1) == '(' || s.peek(1) == '{'):
			n := strings.IndexAny(s.ahead(), ")} ,")
			s.take(max(n+1, 2), Keyword)
		default:
			s.at++
		}
	}
}
