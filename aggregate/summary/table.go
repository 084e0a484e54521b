package summary

import (
	"fmt"
	"strconv"
	"strings"
)

const (
	maxRows  = 5      // max rows shown of a table
	maxTyped = 10_000 // max rows that the types of columns are inferred from
	// maxRecord is the max number of bytes of a row with quoted newlines. A longer one means that a
	// quote is not closed, and the row ends with its first line.
	maxRecord = 64 << 10
)

// table returns the columns of delimited values with their types, the number of rows and the first
// ones. The delimiter is the most frequent of separators in the first line; a quoted field may contain
// delimiters and newlines. A first row without any text is data, not a header.
func table(src, separators string) []string {
	src = strings.TrimPrefix(src, "\ufeff")
	head, at := nextRow(src, 0)
	if head == "" {
		return nil
	}
	separator := separatorOf(head, separators)
	header := fields(head, separator)
	names := make([]string, min(len(header), maxNames))
	columns := make([]column, len(names))
	named := false
	for i := range names {
		names[i] = fieldName(header[i])
		kind := kindOf(header[i])
		named = named || kind == plainText || kind == empty
	}
	rows := 0
	var first []string
	add := func(row string) {
		if rows++; rows <= maxRows {
			first = append(first, "  "+shownRow(row))
		}
		if rows > maxTyped {
			return
		}
		list := fields(row, separator)
		for i := range columns {
			if i < len(list) {
				columns[i].add(list[i])
			} else {
				columns[i].add("")
			}
		}
	}
	if !named {
		for i := range names {
			names[i] = strconv.Itoa(i + 1)
		}
		add(head)
	}
	for row, next := nextRow(src, at); row != ""; row, next = nextRow(src, next) {
		add(row)
	}
	label := "columns: "
	if !named {
		label = "columns without names: "
	}
	for i := range columns {
		names[i] += columns[i].String()
	}
	list := strings.Join(names, ", ")
	if more := len(header) - len(names); more > 0 {
		list += fmt.Sprintf(", … %d more", more)
	}
	lines := []string{label + list}
	if rows > maxTyped {
		lines = append(lines, fmt.Sprintf("rows: %d; the types are those of the first %d", rows, maxTyped))
	} else {
		lines = append(lines, fmt.Sprintf("rows: %d", rows))
	}
	if rows > 0 {
		lines = append(append(lines, "first rows:"), first...)
	}
	return lines
}

// shownRow returns a row on one line of limited length, with its delimiters.
func shownRow(row string) string {
	row = strings.ToValidUTF8(row[:min(len(row), 16*maxWidth)], "")
	return cut(strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(row))
}

// separatorOf returns the most frequent of some separators in a row; the first one if there are none.
func separatorOf(row, separators string) byte {
	best := separators[0]
	for i := range len(separators) {
		if strings.Count(row, separators[i:i+1]) > strings.Count(row, string(best)) {
			best = separators[i]
		}
	}
	return best
}

// nextRow returns the next row that is not blank, without its newline, and the offset after it; "" at the
// end.
func nextRow(src string, at int) (row string, next int) {
	for at < len(src) {
		end := rowEnd(src, at)
		row, at = src[at:end], min(end+1, len(src))
		if row = strings.TrimRight(row, "\r"); strings.Trim(row, " \r") != "" {
			return row, at
		}
	}
	return "", at
}

// rowEnd returns the offset of the first newline that is not quoted, or the end.
func rowEnd(src string, start int) int {
	first, at := -1, start
	quoted := false
	for {
		end := len(src)
		if n := strings.IndexByte(src[at:], '\n'); n >= 0 {
			end = at + n
		}
		if strings.Count(src[at:end], `"`)%2 == 1 { // a doubled quote counts twice
			quoted = !quoted
		}
		if first < 0 {
			first = end
		}
		switch {
		case !quoted:
			return end
		case end == len(src), end-start > maxRecord:
			return first
		}
		at = end + 1
	}
}

// fields returns the fields of a row; quoted fields keep their quotes.
func fields(row string, separator byte) []string {
	if !strings.Contains(row, `"`) {
		return strings.Split(row, string(separator))
	}
	var list []string
	start, quoted := 0, false
	for i := range len(row) {
		switch row[i] {
		case '"':
			quoted = !quoted
		case separator:
			if !quoted {
				list = append(list, row[start:i])
				start = i + 1
			}
		}
	}
	return append(list, row[start:])
}

// unquoteField returns the value of a field.
func unquoteField(field string) string {
	field = strings.TrimSpace(field)
	if len(field) >= 2 && field[0] == '"' && field[len(field)-1] == '"' {
		return strings.ReplaceAll(field[1:len(field)-1], `""`, `"`)
	}
	return field
}

func fieldName(field string) string {
	if field = oneLine(unquoteField(field)); strings.Contains(field, ",") {
		field = strconv.Quote(field) // otherwise it would look like two
	}
	return field
}

// fieldKind is the kind of a value.
type fieldKind uint8

const (
	empty fieldKind = iota
	integer
	decimal
	boolean
	date
	dateTime
	plainText
)

func (k fieldKind) String() string {
	return [...]string{"empty", "integer", "number", "boolean", "date", "time", "text"}[k]
}

// kindOf returns the kind of a field. Digits with a leading zero are text, such as codes and phone numbers.
func kindOf(field string) fieldKind {
	field = strings.TrimSpace(unquoteField(field))
	switch strings.ToLower(field) {
	case "", "na", "n/a", "nan", "null", "none":
		return empty
	case "true", "false":
		return boolean
	}
	if field[0] > '9' {
		return plainText
	}
	digits := strings.TrimLeft(field, "+-")
	if whole, _, _ := strings.Cut(digits, "."); len(whole) > 1 && whole[0] == '0' {
		return plainText
	}
	if digits != "" && strings.Trim(digits, "0123456789") == "" {
		return integer
	}
	if numberText().MatchString(field) {
		return decimal
	}
	return dateKind(field)
}

// dateKind returns the kind of a field that may be a date such as 2024-12-31 or 2024/12/31, alone or with a time.
func dateKind(field string) fieldKind {
	for i := range min(len(field), 10) {
		c := field[i]
		if separates := i == 4 || i == 7; separates && c != '-' && c != '/' || !separates && (c < '0' || c > '9') {
			return plainText
		}
	}
	switch {
	case len(field) == 10:
		return date
	case len(field) > 15 && (field[10] == ' ' || field[10] == 'T') && field[13] == ':':
		return dateTime
	}
	return plainText
}

// column is the common kind of a column's values.
type column struct {
	kind    fieldKind
	empty   bool // some values are empty
	hasRows bool
}

func (c *column) add(field string) {
	kind := kindOf(field)
	c.hasRows = true
	switch {
	case kind == empty:
		c.empty = true
	case c.kind == empty || c.kind == kind:
		c.kind = kind
	case c.kind == integer && kind == decimal, c.kind == decimal && kind == integer:
		c.kind = decimal
	case c.kind == date && kind == dateTime, c.kind == dateTime && kind == date:
		c.kind = dateTime
	default:
		c.kind = plainText
	}
}

// String returns the type for a list; "" if there are no rows.
func (c *column) String() string {
	switch {
	case !c.hasRows:
		return ""
	case c.empty && c.kind != empty:
		return " (" + c.kind.String() + ", some empty)"
	}
	return " (" + c.kind.String() + ")"
}
