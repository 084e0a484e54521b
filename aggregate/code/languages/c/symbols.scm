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

; A block is the body of a function, even where that could not be read.
(compound_statement) @skip

; What looks like a variable where the source could not be read may be local.
(ERROR (declaration declarator: [(identifier) (init_declarator) (array_declarator)]) @skip)

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
