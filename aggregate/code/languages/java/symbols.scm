; What is defined in a method lies in its body and is not looked at.

(class_declaration
  name: (identifier) @name.definition.class
  body: (class_body) @members) @definition.class

(record_declaration
  name: (identifier) @name.definition.class
  body: (class_body) @members) @definition.class

(interface_declaration
  name: (identifier) @name.definition.interface
  body: (interface_body) @members) @definition.interface

(annotation_type_declaration
  name: (identifier) @name.definition.interface
  body: (annotation_type_body) @members) @definition.interface

(enum_declaration
  name: (identifier) @name.definition.enum
  body: (enum_body) @members) @definition.enum

(module_declaration
  name: (_) @name.definition.module
  body: (module_body) @members) @definition.module

(method_declaration
  name: (identifier) @name.definition.function
  body: (block)? @body) @definition.function

(constructor_declaration
  name: (identifier) @name.definition.method
  body: (constructor_body) @body) @definition.method

(compact_constructor_declaration
  name: (identifier) @name.definition.method
  body: (block) @body) @definition.method

(annotation_type_element_declaration
  name: (identifier) @name.definition.method
  value: (_)? @value) @definition.method

(static_initializer (block) @body)
(class_body (block) @body)
(enum_body_declarations (block) @body)

; Fields and constants are not listed. What their values hold goes by their names.

(variable_declarator
  name: (identifier) @name.scope
  value: (_) @value) @scope

(enum_constant
  name: (identifier) @name.scope
  body: (class_body)) @scope

; Functions without a name.

(object_creation_expression (class_body (method_declaration body: (block) @body)))
(lambda_expression body: (_) @body)

(import_declaration [(identifier) (scoped_identifier)] @import) @declaration

(package_declaration [(identifier) (scoped_identifier)] @package)

(element_value_array_initializer) @data
