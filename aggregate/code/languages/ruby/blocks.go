package ruby

import "bytes"

// blocks returns the number of blocks that a line opens without closing them. A keyword opens one
// at the start of its line, where it is not a modifier, or after an assignment; do does at the
// end.
func blocks(line []byte) int {
	n := 0
	switch word := firstWord(line); word {
	case "if", "unless", "while", "until", "case", "for", "begin", "def", "class", "module":
		n++
	case "end":
		return -1 + does(line)
	default:
		if opensValue(line) {
			n++
		}
	}
	if n == 0 {
		n = does(line)
	}
	if bytes.HasSuffix(line, []byte(" end")) || bytes.HasSuffix(line, []byte(";end")) {
		n--
	}
	return n
}

// does returns 1 for a line that ends with do and optional block parameters.
func does(line []byte) int {
	if bytes.HasSuffix(line, []byte("|")) {
		if i := bytes.LastIndexByte(line[:len(line)-1], '|'); i >= 0 {
			line = bytes.TrimRight(line[:i], " ")
		}
	}
	if bytes.HasSuffix(line, []byte(" do")) {
		return 1
	}
	return 0
}

// opensValue reports whether a line assigns the value of a block: a = if b.
func opensValue(line []byte) bool {
	i := bytes.LastIndex(line, []byte("= "))
	if i < 0 {
		return false
	}
	switch firstWord(line[i+2:]) {
	case "if", "unless", "case", "begin", "while":
		return true
	}
	return false
}

func firstWord(text []byte) string {
	n := 0
	for n < len(text) && (text[n] == '_' || text[n]|0x20 >= 'a' && text[n]|0x20 <= 'z') {
		n++
	}
	return string(text[:n])
}
