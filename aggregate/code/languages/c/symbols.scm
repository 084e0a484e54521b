; What is declared in a function lies in its body and is not looked at.

(function_definition
  declarator: (_) @name.definition.function
  body: (_) @body) @definition.function

(declaration
  declarator: (init_declarator
    declarator: (_) @name.definition.variable
    value: (_) @value)) @definition.variable

(declaration
  declarator: [
    (identifier) (pointer_declarator) (array_declarator) (function_declarator)
    (parenthesized_declarator) (attributed_declarator)
  ] @name.definition.variable) @definition.variable

; The call of a macro before a block.
((expression_statement (call_expression) @name.definition.function) @definition.function
 . (compound_statement) @body)

(translation_unit (compound_statement) @body)

(type_definition
  type: (struct_specifier body: (field_declaration_list) @members)
  declarator: (_) @name.definition.struct) @definition.struct

(type_definition
  type: (union_specifier body: (field_declaration_list) @members)
  declarator: (_) @name.definition.struct) @definition.struct

(type_definition
  type: (enum_specifier body: (enumerator_list) @members)
  declarator: (_) @name.definition.enum) @definition.enum

(type_definition declarator: (_) @name.definition.type) @definition.type

(struct_specifier
  name: (type_identifier) @name.definition.struct
  body: (field_declaration_list) @members) @definition.struct

(union_specifier
  name: (type_identifier) @name.definition.struct
  body: (field_declaration_list) @members) @definition.struct

(enum_specifier
  name: (type_identifier) @name.definition.enum
  body: (enumerator_list) @members) @definition.enum

(preproc_def name: (identifier) @name.definition.macro) @definition.macro

(preproc_function_def
  name: (identifier) @name.definition.macro
  value: (preproc_arg)? @value) @definition.macro

(preproc_include path: (_) @import)
