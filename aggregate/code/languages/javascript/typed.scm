(abstract_class_declaration
  name: (_) @name.definition.class
  body: (class_body) @members) @definition.class

(interface_declaration
  name: (_) @name.definition.interface
  body: (_) @members) @definition.interface

(enum_declaration
  name: (_) @name.definition.enum
  body: (enum_body) @members) @definition.enum

(type_alias_declaration
  name: (_) @name.definition.type
  value: (object_type) @members) @definition.type

(type_alias_declaration
  name: (_) @name.definition.type) @definition.type

; A file-level namespace has no block.
(internal_module
  name: (_) @name.definition.namespace
  body: (statement_block) @members) @definition.namespace

(module
  name: (identifier) @name.definition.namespace
  body: (statement_block) @members) @definition.namespace

(module
  name: (string) @name.definition.module
  body: (statement_block)? @members) @definition.module

; declare global { }
(ambient_declaration (statement_block) @members) @definition.namespace

; Overloads, and what is declared only.
(function_signature
  name: (identifier) @name.definition.function) @definition.function

(class_body (method_signature
  name: (_) @name.definition.method) @definition.method)

(class_body (abstract_method_signature
  name: (_) @name.definition.method) @definition.method)

(interface_body (method_signature
  name: (_) @name.definition.method) @definition.method)

(type_alias_declaration value: (object_type (method_signature
  name: (_) @name.definition.method) @definition.method))

(public_field_definition
  name: (_) @name.definition.property
  value: (_) @value) @definition.property

(import_require_clause source: (string) @import)

; Types whose end is missing.
(ERROR "interface" @definition.interface . (_) @name.definition.interface)
(ERROR "namespace" @definition.namespace . (_) @name.definition.namespace)
