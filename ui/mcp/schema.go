package mcp

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// inputSchema returns the schema of a tool's input. The type of a list is array only, not a union of null
// and array as in the SDK, because clients that convert arguments by their types do not support unions.
func inputSchema[In any]() (*jsonschema.Schema, error) {
	schema, err := jsonschema.For[In](nil)
	if err == nil {
		withoutNull(schema)
	}
	return schema, err
}

// withoutNull removes null from the types in a schema.
func withoutNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) == 2 && s.Types[0] == "null" {
		s.Type, s.Types = s.Types[1], nil
	}
	withoutNull(s.Items)
	for _, property := range s.Properties {
		withoutNull(property)
	}
}

// dropNulls removes null arguments of a call before validation, also in the objects of lists, because some
// clients send null for omitted arguments.
func dropNulls(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if call, ok := req.(*mcp.CallToolRequest); ok && call.Params != nil {
			call.Params.Arguments = withoutNulls(call.Params.Arguments, nullLevels)
		}
		return next(ctx, method, req)
	}
}

// nullLevels is the number of levels of objects and lists in the input of a tool.
const nullLevels = 4

// withoutNulls returns a JSON value without the null properties of objects in its first levels. Other values, such
// as large numbers, are unchanged.
func withoutNulls(value json.RawMessage, levels int) json.RawMessage {
	var object map[string]json.RawMessage
	var list []json.RawMessage
	switch {
	case levels == 0 || !bytes.Contains(value, []byte("null")):
		return value
	case json.Unmarshal(value, &object) == nil && object != nil:
		for key, property := range object {
			if string(property) == "null" {
				delete(object, key)
			} else {
				object[key] = withoutNulls(property, levels-1)
			}
		}
		value, _ = json.Marshal(object) // it has just been decoded
	case json.Unmarshal(value, &list) == nil && list != nil:
		for i, item := range list {
			list[i] = withoutNulls(item, levels-1)
		}
		value, _ = json.Marshal(list)
	}
	return value
}
