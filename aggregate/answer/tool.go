package answer

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// maxCall is the maximum size of a JSON text, in bytes.
const maxCall = 8 << 20

// maxDecoded limits the bytes parsed as JSON to a multiple of the answer's length, because every line that begins
// like JSON is tried.
const maxDecoded = 4

// maxCallDepth is the maximum nesting of calls in a JSON text.
const maxCallDepth = 8

// tool parses calls of editing tools in JSON that begin with line i, and returns the line after them, or i if there
// are none.
func (p *parser) tool(i, end int) int {
	from, to := p.at[i], p.at[end]
	if to-from > maxCall {
		to = from + maxCall
	}
	if p.decoded > maxDecoded*len(p.text)+1<<16 {
		return i
	}
	near := p.text[from:min(to, from+4096)]
	if p.decoded += len(near) / 16; !callLike(near) { // searching is much faster than decoding
		return i
	}
	text := p.text[from:to]
	dec := json.NewDecoder(strings.NewReader(text))
	last := i
	for {
		var v any
		err := dec.Decode(&v)
		if err != nil {
			p.decoded += bytesRead(err, to-from)
			break
		}
		stop := p.lineOf(from + int(dec.InputOffset()) - 1)
		begin := last
		if !p.calls(v, call{}, begin, stop+1, 0) && last == i {
			return i
		}
		p.decoded += p.at[stop+1] - p.at[last]
		last = stop + 1
		for last < end && strings.TrimSpace(p.lines[last]) == "" {
			last++
		}
		if last >= end || !strings.HasPrefix(strings.TrimSpace(p.lines[last]), "{") {
			break
		}
	}
	return last
}

// bytesRead returns how many bytes of an invalid JSON text were read.
func bytesRead(err error, all int) int {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return int(syntax.Offset)
	}
	return all
}

// callLike reports whether the beginning of a text contains a key of a call.
func callLike(s string) bool {
	for _, key := range []string{`"command"`, `"path"`, `"file_path"`, `"filePath"`, `"old_str`, `"oldString"`, `"target_file"`, `"arguments"`, `"input"`, `"file"`, `"filename"`, `"cmd"`, `"patch"`} {
		if strings.Contains(s, key) {
			return true
		}
	}
	return false
}

// lineOf returns the line that contains a byte.
func (p *parser) lineOf(offset int) int {
	low, high := 0, len(p.lines)
	for low < high {
		if mid := (low + high) / 2; p.at[mid] <= offset {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return max(0, low-1)
}

// call is what calls inherit from the objects around them.
type call struct {
	path, name string
	arguments  bool // whether the object is the arguments of a call
}

// calls adds the edits of a JSON value, and reports whether there are any.
func (p *parser) calls(v any, outer call, first, end, depth int) bool {
	if depth > maxCallDepth {
		return false
	}
	switch v := v.(type) {
	case []any:
		found := false
		for _, element := range v {
			found = p.calls(element, outer, first, end, depth+1) || found
		}
		return found
	case map[string]any:
		return p.object(v, outer, first, end, depth)
	case string:
		if found := p.patchIn(v, first, end); found {
			return true
		}
		if s := strings.TrimSpace(v); strings.HasPrefix(s, "{") {
			var inner any
			if json.Unmarshal([]byte(s), &inner) == nil {
				return p.calls(inner, outer, first, end, depth+1)
			}
		}
	}
	return false
}

// patchIn adds the edits of a patch or a diff that is the argument of a call.
func (p *parser) patchIn(s string, first, end int) bool {
	if !strings.Contains(s, beginPatch) && !(strings.Contains(s, "--- ") && strings.Contains(s, "\n+++ ") && strings.Contains(s, "\n@@")) {
		return false
	}
	found := false
	for _, e := range Parse(s) {
		if e.Form == Patch || e.Form == Unified {
			p.add(e, first, end)
			found = true
		}
	}
	return found
}

// field returns the first string in an object under one of some keys.
func field(m map[string]any, keys ...string) (string, bool) {
	for _, key := range keys {
		if s, ok := m[key].(string); ok {
			return s, true
		}
	}
	return "", false
}

// object adds the edits of one object.
func (p *parser) object(m map[string]any, outer call, first, end, depth int) bool {
	if path, ok := field(m, "path", "file_path", "filePath", "filename", "file", "target_file", "relative_path"); ok {
		outer.path = path
	}
	if name, ok := field(m, "command", "name", "tool", "type", "action"); ok {
		outer.name = strings.ToLower(name)
	}
	found := false
	if dry, _ := m["dryRun"].(bool); dry {
		return false
	}
	for _, key := range []string{"input", "arguments", "args", "parameters", "params", "function", "tool_input", "functionCall", "function_call", "tool_calls", "tool_uses", "edits", "changes", "operations", "replacements", "patch", "diff", "cmd", "command", "choices", "message", "candidates", "parts"} {
		if inner, ok := m[key]; ok {
			of := outer
			of.arguments = of.arguments || slices.Contains(argumentKeys, key)
			found = p.calls(inner, of, first, end, depth+1) || found
		}
	}
	switch content := m["content"].(type) { // of a message; a string is that of a file
	case []any, map[string]any:
		found = p.calls(content, outer, first, end, depth+1) || found
	}
	if found || outer.path == "" {
		return found
	}
	e, ok := callEdit(m, outer)
	if ok {
		p.add(e, first, end)
	}
	return ok
}

// argumentKeys are the keys of the arguments of a call.
var argumentKeys = []string{"input", "arguments", "args", "parameters", "params", "tool_input"}

// isTrue reports whether a value of a call is true, which some models write as a string.
func isTrue(v any) bool { return v == true || v == "true" }

// callEdit returns the edit of one call.
func callEdit(m map[string]any, c call) (Edit, bool) {
	e := Edit{Path: c.path, Form: Tool}
	if _, command := m["command"]; !command && !c.arguments {
		switch c.name {
		case "create", "write", "delete", "rename", "move":
			e.Doubt = "it may be data in an example instead of a call"
		}
	}
	old, hasOld := field(m, "old_str", "old_string", "oldString", "oldText", "old_text", "search", "old")
	new, hasNew := field(m, "new_str", "new_string", "newString", "newText", "new_text", "replace", "replacement", "new")
	content, hasContent := field(m, "file_text", "content", "contents", "fileText")
	line, hasLine := m["insert_line"].(float64)
	switch {
	case hasOld && old == "" && hasNew: // a new file, with no text to replace
		e.Action, e.Readings = Create, []Reading{{New: new}}
	case hasOld && (hasNew || strings.Contains(c.name, "replace")):
		e.Action, e.Inline, e.All, e.Readings = Modify, true, isTrue(m["replace_all"]) || isTrue(m["replaceAll"]), []Reading{{old, new}}
	case hasLine && line >= 0 && line < 1<<30:
		text, ok := field(m, "new_str", "insert_text", "text", "content")
		if !ok {
			return e, false
		}
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		e.Action, e.Line, e.Readings = Insert, int(line), []Reading{{New: text}}
	case hasContent && (c.name == "" && m["file_path"] != nil || strings.Contains(c.name, "create") || strings.Contains(c.name, "write") || m["file_text"] != nil):
		e.Action, e.Readings = Write, []Reading{{New: content}}
	case c.name == "delete" || c.name == "delete_file" || c.name == "remove_file":
		e.Action = Delete
	case c.name == "rename" || c.name == "move" || c.name == "rename_file" || c.name == "move_file":
		to, ok := field(m, "new_path", "newPath", "to", "destination")
		if !ok {
			return e, false
		}
		e.Action, e.To = Rename, to
	default:
		return e, false
	}
	return e, true
}
