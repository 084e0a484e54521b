; A function's items lie in its body and are not looked at. Attributes stand beside what
; they belong to: Refine adds them.

(function_item
  name: (identifier) @name.definition.function
  body: (block) @body) @definition.function

(function_signature_item
  name: (identifier) @name.definition.function) @definition.function

(struct_item
  name: (type_identifier) @name.definition.struct
  body: (field_declaration_list)? @members) @definition.struct

(union_item
  name: (type_identifier) @name.definition.struct
  body: (field_declaration_list) @members) @definition.struct

(enum_item
  name: (type_identifier) @name.definition.enum
  body: (enum_variant_list) @members) @definition.enum

(trait_item
  name: (type_identifier) @name.definition.trait
  body: (declaration_list) @members) @definition.trait

(mod_item
  name: (identifier) @name.definition.module
  body: (declaration_list) @members) @definition.module

(type_item name: (type_identifier) @name.definition.type) @definition.type

(associated_type name: (type_identifier) @name.definition.type) @definition.type

(impl_item
  type: (_) @name.scope
  body: (declaration_list)) @scope

(foreign_mod_item body: (declaration_list)) @scope

; The left side of a rule is what a macro takes, the right side is its body.

(macro_definition name: (identifier) @name.definition.macro) @definition.macro

(macro_rule right: (token_tree) @body)

; A constant of a trait or an impl is like a field.

(source_file (const_item
  name: (identifier) @name.definition.constant
  value: (closure_expression body: (block) @body)) @definition.constant)

(mod_item body: (declaration_list (const_item
  name: (identifier) @name.definition.constant
  value: (closure_expression body: (block) @body)) @definition.constant))

(source_file (const_item
  name: (identifier) @name.definition.constant
  value: (_)? @value) @definition.constant)

(mod_item body: (declaration_list (const_item
  name: (identifier) @name.definition.constant
  value: (_)? @value) @definition.constant))

(static_item
  name: (identifier) @name.definition.variable
  value: (closure_expression body: (block) @body)) @definition.variable

(static_item
  name: (identifier) @name.definition.variable
  value: (_)? @value) @definition.variable

(impl_item body: (declaration_list (const_item value: (_) @value)))

(trait_item body: (declaration_list (const_item value: (_) @value)))

(use_declaration argument: (_) @import) @declaration

(source_file (extern_crate_declaration name: (identifier) @import) @declaration)

(mod_item name: (identifier) @import !body) @declaration
