package mentions

import (
	"strconv"
	"strings"

	"dossier/aggregate/lazyregexp"
)

// Commands that print lines of a file or filter the output of another command.
var (
	command   = lazyregexp.New(`(?:^|[\s"'` + "`" + `(;&|$>])(sed|head|tail|cat|nl|bat|batcat|awk|open|less|vim?|nvim|type|Get-Content|gc|git (?:--no-pager )?(?:blame|log|show)) `)
	sedScript = lazyregexp.New(`^(?:\d{1,8}(?:,\+?(?:\d{1,8}|\$))?p;? ?)+$`)
	sedRange  = lazyregexp.New(`(\d{1,8})(?:,(\+?)(\d{1,8}|\$))?p`)
	awkRange  = lazyregexp.New(`NR ?[>=]= ?(\d{1,8}) ?(?:&&|,) ?NR ?[<=]= ?(\d{1,8})`)
	pairRange = lazyregexp.New(`^(\d{1,8})[:,](\+?)(\d{1,8})$`)
	countFlag = lazyregexp.New(`^(?:-n|--lines=|-)?(\+?\d{1,8})$`)
)

// pipeline is a command in a text with the commands that its output is piped to.
type pipeline struct {
	at, end int     // byte offsets in the text
	lines   []Lines // the lines that it prints of its one file; nil for all of it, or if unknown
}

// pipelines returns the commands of a line that print a file.
func pipelines(s string) []pipeline {
	var out []pipeline
	for from := 0; from < len(s); {
		m := command().FindStringSubmatchIndex(s[from:])
		if m == nil {
			break
		}
		stages, end := stagesOf(s, from+m[2])
		p := pipeline{at: from + m[2], end: end}
		for _, words := range stages {
			p.lines = printedLines(p.lines, words)
		}
		out = append(out, p)
		from = max(end, from+m[3])
	}
	return out
}

// stagesOf splits the pipeline at an offset into its commands and their words, and returns the offset
// of its end.
func stagesOf(s string, at int) (stages [][]string, end int) {
	var words []string
	var word strings.Builder
	quote := byte(0)
	flush := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	i := at
loop:
	for ; i < len(s); i++ {
		c := s[i]
		if c == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\'') {
			i++
			c = s[i]
		}
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case (c == '"' || c == '\'') && (word.Len() == 0 || strings.HasSuffix(word.String(), "=")):
			quote = c
		case c == ' ' || c == '\t':
			flush()
		case c == '|' && (i+1 == len(s) || s[i+1] != '|'):
			flush()
			stages, words = append(stages, words), nil
		case strings.IndexByte("`;&|)\"'<>", c) >= 0:
			break loop
		default:
			word.WriteByte(c)
		}
	}
	flush()
	return append(stages, words), i
}

// printedLines returns the lines that a command prints of the given ones; nil means all lines.
func printedLines(given []Lines, words []string) []Lines {
	if len(words) < 2 {
		return given
	}
	args := words[1:]
	switch words[0] {
	case "sed":
		var lines []Lines
		for _, arg := range args {
			if sedScript().MatchString(arg) {
				lines = append(lines, relativeTo(given, sedLines(arg)...)...)
			}
		}
		if lines != nil {
			return lines
		}
	case "head", "tail":
		for i, arg := range args {
			if (arg == "-n" || arg == "--lines") && i+1 < len(args) {
				arg = "-n" + args[i+1]
			}
			if m := countFlag().FindStringSubmatch(arg); m != nil && (strings.HasPrefix(arg, "-") || strings.HasPrefix(arg, "+")) {
				return headOrTail(given, words[0], m[1])
			}
		}
	case "bat", "batcat", "git":
		for i, arg := range args {
			for _, flag := range []string{"--line-range=", "-L", "-r"} {
				value, ok := strings.CutPrefix(arg, flag)
				if arg == "--line-range" || ok && value == "" {
					value, ok = strings.Join(args[min(i+1, len(args)):min(i+2, len(args))], ""), true
				}
				if m := pairRange().FindStringSubmatch(value); ok && m != nil {
					return relativeTo(given, plus(m[1], m[2], m[3], 1))
				}
			}
		}
	case "awk":
		if m := awkRange().FindStringSubmatch(args[0]); m != nil {
			return relativeTo(given, newLines(m[1], m[2]))
		}
	case "open": // in the viewer of an agent, at a line
		if len(args) == 2 {
			return relativeTo(given, newLines(args[1], ""))
		}
	case "less", "vi", "vim", "nvim":
		if line, ok := strings.CutPrefix(args[0], "+"); ok {
			return relativeTo(given, newLines(line, ""))
		}
	case "Get-Content", "gc", "Select-Object":
		for i, arg := range args[:len(args)-1] {
			switch strings.ToLower(arg) {
			case "-totalcount", "-head", "-first":
				return relativeTo(given, newLines("1", args[i+1]))
			}
		}
	}
	return given
}

// headOrTail returns the lines that head or tail prints: the first n, or those from +n on. The last n are known only if
// the end of the given lines is known.
func headOrTail(given []Lines, name, n string) []Lines {
	available := Lines{1, MaxLine}
	if len(given) == 1 {
		available = given[0]
	}
	k, _ := strconv.Atoi(strings.TrimPrefix(n, "+"))
	switch {
	case len(given) > 1 || k < 1:
		return given
	case name == "head":
		return []Lines{{available.Start, min(available.End, available.Start+k-1)}}
	case strings.HasPrefix(n, "+"):
		return relativeTo(given, Lines{k, MaxLine})
	case available.End < MaxLine:
		return []Lines{{max(available.Start, available.End-k+1), available.End}}
	}
	return given
}

// relativeTo returns lines counted from the start of the given ones; nil means all lines.
func relativeTo(base []Lines, lines ...Lines) []Lines {
	var out []Lines
	for _, l := range lines {
		if len(base) == 1 {
			l = Lines{base[0].Start + l.Start - 1, min(base[0].End, base[0].Start+l.End-1)}
		}
		if l.Start > 0 && l.Start <= l.End {
			out = append(out, l)
		}
	}
	return out
}

// sedLines parses the ranges that sed prints: 10,20p; 30,+5p; 40,$p; 7p.
func sedLines(script string) []Lines {
	var out []Lines
	for _, m := range sedRange().FindAllStringSubmatch(script, -1) {
		out = append(out, plus(m[1], m[2], m[3], 0))
	}
	return out
}

// plus returns a range whose end may be $ or, with the sign +, relative to its start; counted is 1 if the length
// includes the start.
func plus(first, sign, last string, counted int) Lines {
	switch {
	case last == "$":
		last = strconv.Itoa(MaxLine)
	case sign == "+":
		start, _ := strconv.Atoi(first)
		more, _ := strconv.Atoi(last)
		last = strconv.Itoa(start + more - counted)
	}
	return newLines(first, last)
}
