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

// dropNulls removes null arguments of a call before validation, because some clients send null
// for omitted arguments.
func dropNulls(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if call, ok := req.(*mcp.CallToolRequest); ok && call.Params != nil && bytes.Contains(call.Params.Arguments, []byte("null")) {
			var args map[string]json.RawMessage
			if json.Unmarshal(call.Params.Arguments, &args) == nil && args != nil {
				for key, value := range args {
					if string(value) == "null" {
						delete(args, key)
					}
				}
				call.Params.Arguments, _ = json.Marshal(args) // it has just been decoded
			}
		}
		return next(ctx, method, req)
	}
}
