; What is defined in a function lies in its body and is not looked at.

(namespace_declaration
  name: (_) @name.definition.namespace
  body: (declaration_list) @members) @definition.namespace

(class_declaration
  name: (identifier) @name.definition.class
  body: (declaration_list)? @members) @definition.class

(struct_declaration
  name: (identifier) @name.definition.struct
  body: (declaration_list)? @members) @definition.struct

(record_declaration
  name: (identifier) @name.definition.class
  body: (declaration_list)? @members) @definition.class

(interface_declaration
  name: (identifier) @name.definition.interface
  body: (declaration_list)? @members) @definition.interface

(enum_declaration
  name: (identifier) @name.definition.enum
  body: (enum_member_declaration_list)? @members) @definition.enum

(delegate_declaration
  name: (identifier) @name.definition.type) @definition.type

(method_declaration
  (explicit_interface_specifier)? @owner
  name: (identifier) @name.definition.method
  body: (_)? @body) @definition.method

(constructor_declaration
  name: (identifier) @name.definition.method
  (constructor_initializer)? @body
  body: (_)? @body) @definition.method

(destructor_declaration
  name: (identifier) @name.definition.method
  body: (_)? @body) @definition.method

(operator_declaration
  (explicit_interface_specifier)? @owner
  operator: _ @name.definition.method
  body: (_)? @body) @definition.method

(conversion_operator_declaration
  (explicit_interface_specifier)? @owner
  type: (_) @name.definition.method
  body: (_)? @body) @definition.method

; A top-level program's.
(local_function_statement
  name: (identifier) @name.definition.function
  body: (_)? @body) @definition.function

(property_declaration
  (explicit_interface_specifier)? @owner
  name: (identifier) @name.definition.property
  value: (_)? @value) @definition.property

(indexer_declaration
  (explicit_interface_specifier)? @owner
  "this" @name.definition.property
  value: (_)? @value) @definition.property

(event_declaration
  (explicit_interface_specifier)? @owner
  name: (identifier) @name.definition.property) @definition.property

(event_field_declaration
  (variable_declaration
    (variable_declarator
      name: (identifier) @name.definition.property) @definition.property))

; Types and namespaces without an end.

(ERROR "namespace" @definition.namespace . (_) @name.definition.namespace . "{")
(ERROR "class" @definition.class . (identifier) @name.definition.class)
(ERROR "struct" @definition.struct . (identifier) @name.definition.struct)
(ERROR "record" @definition.class . (identifier) @name.definition.class)
(ERROR "interface" @definition.interface . (identifier) @name.definition.interface)

; What is not listed, and what stands for it depends on more than its node.

(accessor_declaration body: (_) @body) @scope
(lambda_expression body: (_) @body) @scope
(anonymous_method_expression (block) @body)
(variable_declarator "=" . (_) @value) @scope

(file_scoped_namespace_declaration name: (_) @package)

(using_directive !name [(identifier) (qualified_name) (alias_qualified_name)] @import) @declaration
((using_directive name: (_) [(identifier) (qualified_name) (alias_qualified_name)] @import) @declaration
  (#not-match? @import "<"))

(initializer_expression) @data
