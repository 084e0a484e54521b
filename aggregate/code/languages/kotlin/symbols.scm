; What is defined in a function lies in its body and is not looked at. The grammar has no
; fields: the glue tells the parts of a definition by their types and places.

(class_declaration
  (type_identifier) @name.definition.class
  [(class_body) (enum_class_body)]? @members) @definition.class

(object_declaration
  (type_identifier) @name.definition.class
  (class_body)? @members) @definition.class

(companion_object
  (type_identifier) @name.definition.class
  (class_body)? @members) @definition.class

(companion_object
  "companion" @name.definition.class
  (class_body)? @members) @definition.class

(type_alias (type_identifier) @name.definition.type) @definition.type

(function_declaration
  (simple_identifier) @name.definition.function
  (function_body)? @body) @definition.function

(secondary_constructor
  "constructor" @name.definition.method
  (statements)? @body) @definition.method

(property_declaration
  (variable_declaration (simple_identifier) @name.definition.variable)
  ("=" . (_) @value)?) @definition.variable

(property_declaration
  (multi_variable_declaration (variable_declaration (simple_identifier) @name.definition.variable))
  ("=" . (_) @value)?) @definition.variable

; Blocks of a build file.
(call_expression (call_suffix (annotated_lambda (lambda_literal) @body)) .) @definition.key

; Types without an end.

(ERROR "class" @definition.class . (simple_identifier) @name.definition.class)
(ERROR "interface" @definition.interface . (simple_identifier) @name.definition.interface)
(ERROR "object" @definition.class . (simple_identifier) @name.definition.class)

; What is not listed. The methods of a constant go by its name.

(enum_entry
  (simple_identifier) @name.scope
  (class_body)) @scope

(getter (function_body) @body) @scope
(setter (function_body) @body) @scope
(anonymous_initializer (statements) @body) @scope
(lambda_literal (statements) @body) @scope
(anonymous_function (function_body) @body) @scope
(object_literal (class_body (function_declaration (function_body) @body) @scope))

(import_header (identifier) @import) @declaration

(package_header (identifier) @package)

(collection_literal) @data
