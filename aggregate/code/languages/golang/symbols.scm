; Only what stands at the top level is a symbol: a function's own types and constants
; lie in its body.

(function_declaration
  name: (identifier) @name.definition.function
  body: (block)? @body) @definition.function

(method_declaration
  receiver: (parameter_list) @owner
  name: (field_identifier) @name.definition.method
  body: (block)? @body) @definition.method

(type_declaration
  (type_spec
    name: (type_identifier) @name.definition.struct
    type: (struct_type (field_declaration_list) @members)) @definition.struct) @declaration

(type_declaration
  (type_spec
    name: (type_identifier) @name.definition.interface
    type: (interface_type)) @definition.interface) @declaration

(type_spec type: (interface_type
  (method_elem name: (field_identifier) @name.definition.method) @definition.method))

(type_alias type: (interface_type
  (method_elem name: (field_identifier) @name.definition.method) @definition.method))

(type_declaration
  (type_spec
    name: (type_identifier) @name.definition.type) @definition.type) @declaration

(type_declaration
  (type_alias
    name: (type_identifier) @name.definition.type) @definition.type) @declaration

(const_declaration
  (const_spec
    (identifier) @name.definition.constant
    value: (expression_list)? @value) @definition.constant) @declaration

(var_declaration
  (var_spec
    name: (identifier) @name.definition.variable
    value: (expression_list)? @value) @definition.variable) @declaration

(var_declaration
  (var_spec_list
    (var_spec
      name: (identifier) @name.definition.variable
      value: (expression_list)? @value) @definition.variable)) @declaration

(import_spec path: [(interpreted_string_literal) (raw_string_literal)] @import)
