; Attributes are part of what they stand above: Refine takes them off.

(class_declaration
  declaration_kind: ["class" "actor"]
  name: (type_identifier) @name.definition.class
  body: (class_body) @members) @definition.class

(class_declaration
  declaration_kind: "struct"
  name: (type_identifier) @name.definition.struct
  body: (class_body) @members) @definition.struct

(class_declaration
  declaration_kind: "enum"
  name: (type_identifier) @name.definition.enum
  body: (enum_class_body) @members) @definition.enum

(protocol_declaration
  name: (type_identifier) @name.definition.interface
  body: (protocol_body) @members) @definition.interface

(class_declaration
  declaration_kind: "extension"
  name: (user_type) @name.scope
  body: (_)) @scope

; A name may be an operator, and the type of the result is called a name, too: Refine
; takes what stands behind func. (Naming its types here takes twenty seconds to compile.)
(function_declaration
  "func" @name.definition.function
  body: (function_body)? @body) @definition.function

(protocol_function_declaration
  "func" @name.definition.method) @definition.method

(init_declaration
  "init" @name.definition.method
  body: (function_body)? @body) @definition.method

(deinit_declaration
  "deinit" @name.definition.method
  body: (function_body) @body) @definition.method

(subscript_declaration
  "subscript" @name.definition.property
  (computed_property (statements)) @body) @definition.property

(subscript_declaration
  "subscript" @name.definition.property) @definition.property

(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name.definition.property)
  computed_value: (computed_property (statements)) @body) @definition.property

(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name.definition.property)
  computed_value: (computed_property)) @definition.property

(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name.definition.property)
  (willset_didset_block)) @definition.property

(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name.definition.property)) @definition.property

(typealias_declaration name: (type_identifier) @name.definition.type) @definition.type

(associatedtype_declaration name: (type_identifier) @name.definition.type) @definition.type

(macro_declaration (simple_identifier) @name.definition.macro) @definition.macro

; Accessors: from the opening brace to the closing one.

(computed_getter "{" @body (statements) "}" @body)
(computed_setter "{" @body (statements) "}" @body)
(computed_modify "{" @body (statements) "}" @body)
(willset_clause "{" @body (statements) "}" @body)
(didset_clause "{" @body (statements) "}" @body)

; Values at the top level are listed, those of types are fields.

(source_file (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name.definition.function)
  value: (lambda_literal) @body) @definition.function)

(source_file (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name.definition.variable)
  value: (_)? @value) @definition.variable)

(lambda_literal (statements)) @body

(property_declaration value: [
  (array_literal) (dictionary_literal) (line_string_literal) (multi_line_string_literal)
  (tuple_expression) (additive_expression) (ternary_expression) (navigation_expression)
  (call_expression . [(simple_identifier) (navigation_expression) (call_expression) (constructor_expression)])
  (try_expression)
] @value)

(import_declaration (identifier) @import)

[(array_literal) (dictionary_literal)] @data
