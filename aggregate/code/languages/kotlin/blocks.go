package kotlin

import (
	"slices"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
)

// A build file is a script of calls with a lambda: blocks.
var (
	// needs are the blocks that list what a build needs, which are kept.
	needs = []string{"plugins", "repositories", "dependencies"}
	// actions are the blocks that contain code, whatever it calls.
	actions = []string{"doFirst", "doLast"}
	// makers are the methods whose calls with a lambda are blocks: tasks.register("x") { }.
	makers = []string{"register", "create", "named", "withType", "configureEach", "all", "doFirst", "doLast", "configure"}
)

// block refines a call with a lambda at the top level of a script, or directly in such a block.
// It keeps its structure if it contains others.
func block(d *grammar.Definition) bool {
	called, name := blockName(string(d.Src[d.Span.Start:d.Body.Start]))
	if name == "" || !inBlocks(d.Src, d.Node) {
		return false
	}
	d.Name = name
	if slices.Contains(needs, called) || hasBlocks(d.Src, lambdaOf(d.Node)) {
		d.Members, d.Body = d.Body, code.Span{}
		return true
	}
	if body, ok := inside(lambdaOf(d.Node)); ok {
		d.HeadEnd = d.Body.Start
		d.Body, d.BodyText = body, elision
	}
	return true
}

// blockName returns the called name, and the name of the block that it begins, if any: register,
// tasks.register.copy for tasks.register<Copy>("copy").
func blockName(head string) (called, name string) {
	callee, kind := "", ""
	for head = strings.TrimSpace(head); head != ""; head = strings.TrimSpace(head) {
		switch head[0] {
		case '<':
			argument, rest, ok := strings.Cut(head[1:], ">")
			if !ok {
				return "", ""
			}
			kind, head = "."+argument, rest
		case '(':
			argument, rest, ok := strings.Cut(head[1:], ")")
			if !ok {
				return "", ""
			}
			argument, _, _ = strings.Cut(argument, ",")
			if strings.HasPrefix(argument, `"`) {
				kind = "." + strings.Trim(argument, `"`)
			}
			name, kind, head = name+kind, "", rest
		default:
			at := strings.IndexAny(head, "<(")
			if at < 0 {
				at = len(head)
			}
			callee += strings.TrimSpace(head[:at])
			name += strings.TrimSpace(head[:at])
			head = head[at:]
		}
	}
	called = callee[strings.LastIndexByte(callee, '.')+1:]
	if strings.ContainsAny(callee, " \t\r\n{}\"") || called != callee && !slices.Contains(makers, called) {
		return "", ""
	}
	return called, name + kind
}

// lambdaOf returns the trailing lambda of a call, or nil.
func lambdaOf(call *tree.Node) *tree.Node {
	n := call
	for _, kind := range []string{"call_suffix", "annotated_lambda", "lambda_literal"} {
		count := int(n.NamedChildCount())
		if count == 0 {
			return nil
		}
		if n = n.NamedChild(count - 1); n.Type() != kind {
			return nil
		}
	}
	return n
}

// callOf returns the call with a trailing lambda, or nil.
func callOf(lambda *tree.Node) *tree.Node {
	n := lambda
	for _, kind := range []string{"annotated_lambda", "call_suffix", "call_expression"} {
		if n = n.Parent(); n == nil || n.Type() != kind {
			return nil
		}
	}
	return n
}

// inBlocks reports whether a call is at the top level of a script or in blocks that keep their
// structure.
func inBlocks(src []byte, call *tree.Node) bool {
	for {
		n := call.Parent()
		if n == nil || n.Type() == "source_file" {
			return n != nil
		}
		if n.Type() != "statements" {
			return false
		}
		lambda := n.Parent()
		if lambda == nil || lambda.Type() != "lambda_literal" {
			return false
		}
		if call = callOf(lambda); call == nil {
			return false
		}
		called, name := blockName(string(src[call.StartByte():lambda.StartByte()]))
		if name == "" || slices.Contains(needs, called) || slices.Contains(actions, called) {
			return false
		}
	}
}

// hasBlocks reports whether one of the statements of a lambda is a block.
func hasBlocks(src []byte, lambda *tree.Node) bool {
	if lambda == nil {
		return false
	}
	call := callOf(lambda)
	if called, _ := blockName(string(src[call.StartByte():lambda.StartByte()])); slices.Contains(actions, called) {
		return false
	}
	statements := child(lambda, "statements")
	if statements == nil {
		return false
	}
	for n := range statements.Children() {
		if n.Type() != "call_expression" {
			continue
		}
		if inner := lambdaOf(n); inner != nil {
			if _, name := blockName(string(src[n.StartByte():inner.StartByte()])); name != "" {
				return true
			}
		}
	}
	return false
}

// staysWhole reports whether a lambda is that of a block that keeps its structure, or is in one
// that lists what a build needs.
func staysWhole(src []byte, lambda *tree.Node) bool {
	call := callOf(lambda)
	if call == nil {
		return false
	}
	if inBlocks(src, call) {
		called, name := blockName(string(src[call.StartByte():lambda.StartByte()]))
		return name != "" && (slices.Contains(needs, called) || hasBlocks(src, lambda))
	}
	outer := call.Parent()
	if outer == nil || outer.Type() != "statements" || outer.Parent() == nil || outer.Parent().Type() != "lambda_literal" {
		return false
	}
	outer = callOf(outer.Parent())
	if outer == nil || !inBlocks(src, outer) {
		return false
	}
	called, _ := blockName(string(src[outer.StartByte():lambdaOf(outer).StartByte()]))
	return slices.Contains(needs, called)
}
