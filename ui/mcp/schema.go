package mcp

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// inputSchema returns the schema of a tool's input. A list has the type array alone, and not null or
// array as the SDK has it: clients that convert arguments by their types know no union of them.
func inputSchema[In any]() (*jsonschema.Schema, error) {
	schema, err := jsonschema.For[In](nil)
	if err == nil {
		withoutNull(schema)
	}
	return schema, err
}

// withoutNull takes null out of the types of a schema and of those in it.
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

// dropNulls removes arguments of a call that are null before they are validated: some clients send null
// for an argument that they omit.
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
				call.Params.Arguments, _ = json.Marshal(args) // of what was just decoded
			}
		}
		return next(ctx, method, req)
	}
}
