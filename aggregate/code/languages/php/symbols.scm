; Attributes are part of what they stand above: Refine takes them off.

(namespace_definition
  name: (namespace_name) @name.definition.namespace
  body: (compound_statement) @members) @definition.namespace

(class_declaration
  name: (name) @name.definition.class
  body: (declaration_list) @members) @definition.class

(interface_declaration
  name: (name) @name.definition.interface
  body: (declaration_list) @members) @definition.interface

(trait_declaration
  name: (name) @name.definition.trait
  body: (declaration_list) @members) @definition.trait

(enum_declaration
  name: (name) @name.definition.enum
  body: (enum_declaration_list) @members) @definition.enum

(function_definition
  name: (name) @name.definition.function
  body: (compound_statement) @body) @definition.function

(method_declaration
  name: (name) @name.definition.method
  body: (compound_statement)? @body) @definition.method

; A class without a name that a file returns means something only as a whole.
(return_statement (object_creation_expression (declaration_list))) @scope

; Functions without a name: as values of variables they are named by them.

(program (expression_statement
  (assignment_expression
    left: (variable_name) @name.definition.function
    right: (anonymous_function_creation_expression body: (compound_statement) @body))) @definition.function)

(program (expression_statement
  (assignment_expression
    left: (variable_name) @name.definition.function
    right: (arrow_function body: (_) @body))) @definition.function)

(program (expression_statement
  (assignment_expression
    left: (variable_name) @name.definition.variable
    right: (_)? @value)) @definition.variable)

(anonymous_function_creation_expression body: (compound_statement) @body)

(arrow_function body: (_) @value)

; Constants: those of a class are like its fields.

(program (const_declaration
  (const_element . (name) @name.definition.constant . (_) @value) @definition.constant) @declaration)

(namespace_definition body: (compound_statement (const_declaration
  (const_element . (name) @name.definition.constant . (_) @value) @definition.constant) @declaration))

((expression_statement
  (function_call_expression
    function: (name) @_define
    arguments: (arguments
      . (argument (_) @name.definition.constant)
      . (argument (_) @value)))) @definition.constant
  (#match? @_define "^(?i:define)$"))

(const_element . (name) . (_) @value)

; Hooks are a comment to the grammar: see prepare.
((property_declaration
  (property_element (variable_name) @name.definition.property)
  (comment) @body .) @definition.property
  (#match? @body "^[ \\t]?\\{"))

(formal_parameters ((comment) @body (#match? @body "^[ \\t]?\\{[^{=]*[{=]")))

(property_initializer (_) @value)

(enum_case value: (_) @value)

(assignment_expression right: [(array_creation_expression) (heredoc) (nowdoc)] @value)

(array_creation_expression) @data

(namespace_use_declaration (namespace_use_clause) @import) @declaration

(namespace_definition name: (namespace_name) @package !body)

(namespace_use_declaration (namespace_name) @import) @declaration

(require_expression (string) @import)
(require_expression (binary_expression right: (string) @import))
(require_once_expression (string) @import)
(require_once_expression (binary_expression right: (string) @import))
(include_expression (string) @import)
(include_expression (binary_expression right: (string) @import))
(include_once_expression (string) @import)
(include_once_expression (binary_expression right: (string) @import))
