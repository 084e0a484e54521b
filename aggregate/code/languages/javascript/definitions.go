package javascript

import (
	"bytes"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

func refine(d *grammar.Definition) bool {
	if !d.Node.IsNamed() {
		d.Unfinished("abstract")
		return !d.Members.Empty()
	}
	switch d.Node.Type() {
	case "method_definition", "method_signature", "abstract_method_signature":
		return method(d)
	case "field_definition", "public_field_definition":
		return field(d)
	case "pair":
		return pair(d)
	case "variable_declarator":
		return variable(d)
	case "assignment_expression":
		return assignment(d)
	case "export_statement":
		return exported(d)
	case "ambient_declaration":
		d.Name = "global"
	}
	d.Name = plain(d.Name)
	undecorated(d)
	declare(d)
	return true
}

// declare makes the enclosing statement of a definition its declaration: export, declare, const.
// It returns the type of that statement's parent; for a block, that of its owner.
func declare(d *grammar.Definition) string {
	for n := d.Node.Parent(); n != nil; n = n.Parent() {
		switch n.Type() {
		case "export_statement", "ambient_declaration", "lexical_declaration", "variable_declaration", "expression_statement":
			d.Declaration = grammar.SpanOf(n)
		case "statement_block":
			if owner := n.Parent(); owner != nil {
				return owner.Type()
			}
			return ""
		default:
			return n.Type()
		}
	}
	return ""
}

// undecorated begins a definition after its decorators, which belong to its declaration.
func undecorated(d *grammar.Definition) {
	d.Declaration = d.Span
	for i := range int(d.Node.ChildCount()) {
		n := d.Node.Child(i)
		if t := n.Type(); t != "decorator" && t != "comment" {
			d.Span.Start = int(n.StartByte())
			return
		}
	}
}

// member separates a member of a type from its decorators and the semicolon after it.
func member(d *grammar.Definition) {
	undecorated(d)
	// TypeScript's grammar makes the decorators of a method its siblings.
	for n := d.Node.PrevNamedSibling(); n != nil; n = n.PrevNamedSibling() {
		if t := n.Type(); t == "decorator" {
			d.Declaration.Start = int(n.StartByte())
		} else if t != "comment" {
			break
		}
	}
	until(d, ';')
}

// until includes the mark after a definition in its declaration.
func until(d *grammar.Definition, mark byte) {
	if end := d.Declaration.End; end < len(d.Src) && d.Src[end] == mark {
		d.Declaration.End++
	}
}

// isAccessor reports whether get, set or accessor precedes a member's name.
func isAccessor(d *grammar.Definition) bool {
	for i := range int(d.Node.ChildCount()) {
		n := d.Node.Child(i)
		switch n.Type() {
		case "get", "set", "accessor":
			return true
		}
		if d.NameNode == nil || n.StartByte() >= d.NameNode.StartByte() {
			break
		}
	}
	return false
}

// method refines a method of a class, an interface or an object.
func method(d *grammar.Definition) bool {
	accessor := isAccessor(d)
	if n := d.Node.Parent(); n == nil || n.Type() != "object" {
		member(d)
	} else {
		if holderOf(n) == noHolder {
			return unlisted(d)
		}
		d.Declaration = d.Span
		until(d, ',')
	}
	d.Name = plain(d.Name)
	if accessor {
		d.Kind = code.Property
	}
	return true
}

// unlisted keeps the elided parts of a definition but does not list it.
func unlisted(d *grammar.Definition) bool {
	d.Scope, d.Name = true, ""
	return true
}

// field refines a class field with a value. It is listed according to its value, and if it is an
// accessor.
func field(d *grammar.Definition) bool {
	member(d)
	v := settle(d)
	switch {
	case v.is == function:
		d.Kind = code.Method
	case v.is == plainValue && !isAccessor(d):
		return unlisted(d)
	}
	return true
}

// pair refines an entry of an object.
func pair(d *grammar.Definition) bool {
	d.Declaration = d.Span
	until(d, ',')
	v := settle(d)
	if v.is == plainValue && !d.SeveralLines() {
		return false
	}
	holder := holderOf(d.Node)
	switch {
	case v.is == plainValue && (holder != binding || isInterface(d.Name)):
		return false
	case v.is == plainValue || holder == noHolder:
		return unlisted(d)
	case v.is == function:
		d.Kind = code.Method
	}
	return true
}

// variable refines one name of const, let or var. Below the top level, only functions, classes
// and objects with functions are listed.
func variable(d *grammar.Definition) bool {
	place := declare(d)
	if n := d.Node.Parent(); n != nil && bytes.HasPrefix(d.Src[n.StartByte():], []byte("const")) {
		d.Kind = code.Constant
	}
	if bytes.HasSuffix(bytes.TrimRight(d.Src[:d.NameNode.StartByte()], " \t"), []byte("opaque type")) {
		d.Kind = code.Type
		return true
	}
	v := settle(d)
	if name := d.Node.ChildByFieldName("name"); name == nil || !name.Equal(d.NameNode) {
		v.is = plainValue // each name of a pattern is a part of the value
		if n := d.Node.Parent(); n != nil && n.NamedChildCount() == 1 {
			d.Span = grammar.SpanOf(n)
		}
	}
	switch {
	case v.is == function, v.is == wrapped && isComponent(d.Name), wrapsComponent(d.Src, v.node) && isComponent(d.Name):
		d.Kind = code.Function
	case v.is == plainValue && isRequire(d.Src, v.node):
		return false // it is an import
	case v.is == plainValue:
		switch place {
		case "program", "ERROR", "internal_module", "module", "ambient_declaration":
		default:
			return false
		}
		if isMacro(d.Src, v.node) {
			d.Value = code.Span{}
		}
	}
	return true
}

// assignment refines an assignment statement.
func assignment(d *grammar.Definition) bool {
	declare(d)
	full := d.Name
	v := settle(d)
	name, owner := target(full)
	d.Name, d.Owner = plain(name), owner
	exports := owner == "" && strings.Contains(full, "exports")
	switch {
	case v.is == function && owner != "":
		d.Kind = code.Method
	case v.is == function || v.is == wrapped && (exports || isComponent(d.Name)):
		d.Kind = code.Function
	case v.is == objectValue && name == "prototype":
		d.Scope, d.Name, d.Owner = true, owner, ""
	case v.is == plainValue && (isInterface(d.Name) || exports && isExportList(v.node)):
		return false
	case v.is == plainValue && !(exports && isLiteral(v.node)):
		return d.SeveralLines() && unlisted(d)
	}
	return true
}

// target splits an assignment target into a name and the owner of a method; properties of
// exports, this and the global object have no owner.
func target(path string) (name, owner string) {
	path = strings.Join(strings.Fields(path), "")
	for _, holder := range []string{"module.", "exports.", "this.", "window.", "globalThis.", "self.", "global."} {
		path = strings.TrimPrefix(path, holder)
	}
	path = strings.Replace(path, ".prototype.", ".", 1)
	at := strings.LastIndexByte(path, '.')
	if at <= 0 || at == len(path)-1 || strings.ContainsAny(path, "()[]{}\"'`") {
		return path, ""
	}
	return path[at+1:], path[:at]
}

// exported refines export default with a value. If that is a function or a class, it is the
// definition.
func exported(d *grammar.Definition) bool {
	d.Kind = code.Constant
	d.Declaration = d.Span
	all := d.Value
	v := settle(d)
	d.Name = "default"
	if v.is == function || v.is == classValue {
		d.Span = all
	}
	switch v.is {
	case function:
		if n := v.node.ChildByFieldName("name"); n != nil {
			d.Name = plain(d.Text(n))
		}
		d.Kind = code.Function
	case wrapped:
		d.Kind = code.Function
	case plainValue:
		return v.node != nil && !isReference(v.node) && !isExportList(v.node)
	}
	return true
}

// settle sets the parts of a definition according to its value: an elided body, members, or
// several elided lines. It returns the value.
func settle(d *grammar.Definition) value {
	d.Name = plain(d.Name)
	v := valueOf(d.Node)
	all := d.Value
	d.Value = code.Span{}
	switch v.is {
	case function, wrapped, made:
		d.Body = grammar.SpanOf(v.node.ChildByFieldName("body"))
	case classValue:
		d.Kind, d.Members = code.Class, grammar.SpanOf(v.node.ChildByFieldName("body"))
	case objectValue:
		d.Members = grammar.SpanOf(v.node)
	default:
		d.Value = all
	}
	return v
}
