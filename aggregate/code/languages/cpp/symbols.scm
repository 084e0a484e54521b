; What is declared in a function lies in its body and is not looked at. The initialisers
; of a constructor belong to its body.

(function_definition
  declarator: (_) @name.definition.function
  (field_initializer_list) @body
  body: (_) @body) @definition.function

(function_definition
  declarator: (_) @name.definition.function
  body: (_) @body) @definition.function

(function_definition
  declarator: (_) @name.definition.function
  (try_statement) @body) @definition.function

(function_definition
  declarator: (_) @name.definition.function) @definition.function

(declaration
  declarator: (init_declarator
    declarator: (_) @name.definition.function
    value: (lambda_expression body: (_) @body))) @definition.function

(declaration
  declarator: (init_declarator
    declarator: (_) @name.definition.variable
    value: (_) @value)) @definition.variable

(declaration
  declarator: [
    (identifier) (pointer_declarator) (reference_declarator) (array_declarator) (function_declarator)
    (parenthesized_declarator) (attributed_declarator) (qualified_identifier) (operator_cast)
  ] @name.definition.variable) @definition.variable

; Prototypes of methods; fields are not listed.
(field_declaration
  declarator: [
    (function_declarator) (pointer_declarator) (reference_declarator) (operator_cast)
  ] @name.definition.variable) @definition.variable

(lambda_expression body: (_) @body)

(field_declaration "=" default_value: [
  (initializer_list) (call_expression) (binary_expression) (conditional_expression) (concatenated_string) (raw_string_literal)
] @value)

((expression_statement (call_expression) @name.definition.function) @definition.function
 . (compound_statement) @body)

(translation_unit (compound_statement) @body)

; A block is the body of a function, even where that could not be read.
(compound_statement) @skip

; What looks like a variable where the source could not be read may be local.
(ERROR (declaration declarator: [(identifier) (init_declarator) (array_declarator)]) @skip)

(type_definition declarator: (_) @name.definition.type) @definition.type

(class_specifier
  name: (_) @name.definition.class
  body: (field_declaration_list) @members) @definition.class

(struct_specifier
  name: (_) @name.definition.struct
  body: (field_declaration_list) @members) @definition.struct

(union_specifier
  name: (_) @name.definition.struct
  body: (field_declaration_list) @members) @definition.struct

(enum_specifier
  name: (_) @name.definition.enum
  body: (enumerator_list) @members) @definition.enum

(namespace_definition
  name: (_) @name.definition.namespace
  body: (declaration_list) @members) @definition.namespace

(concept_definition name: (identifier) @name.definition.type) @definition.type

(alias_declaration name: (type_identifier) @name.definition.type) @definition.type

(preproc_def name: (identifier) @name.definition.macro) @definition.macro

(preproc_function_def
  name: (identifier) @name.definition.macro
  value: (preproc_arg)? @value) @definition.macro

(preproc_include path: (_) @import)

(initializer_list) @data
