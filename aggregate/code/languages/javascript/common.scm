; What JavaScript and TypeScript share. Export, declare, const and decorators around a
; definition are found by its parents, and what a value is by looking into it.

(function_declaration
  name: (identifier) @name.definition.function
  body: (statement_block) @body) @definition.function

(generator_function_declaration
  name: (identifier) @name.definition.function
  body: (statement_block) @body) @definition.function

(class_declaration
  name: (_) @name.definition.class
  body: (class_body) @members) @definition.class

; What the grammar makes of a declaration that the file ends in.
(expression_statement (function_expression
  name: (identifier) @name.definition.function
  body: (statement_block) @body) @definition.function)

(expression_statement (class
  name: (_) @name.definition.class
  body: (class_body) @members) @definition.class)

(ERROR "class" @definition.class . (_) @name.definition.class)

(arguments (class
  name: (_) @name.definition.class
  body: (class_body) @members) @definition.class)

(method_definition
  name: (_) @name.definition.method
  body: (statement_block) @body) @definition.method

(variable_declarator
  name: (identifier) @name.definition.variable
  value: (_) @value) @definition.variable

(variable_declarator
  name: (identifier) @name.definition.variable
  !value) @definition.variable

; const { a, b: c, ...d } = value
(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @name.definition.variable
    (pair_pattern value: (identifier) @name.definition.variable)
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name.definition.variable)
    (rest_pattern (identifier) @name.definition.variable)
  ])
  value: (_) @value) @definition.variable

(variable_declarator
  name: (array_pattern [
    (identifier) @name.definition.variable
    (rest_pattern (identifier) @name.definition.variable)
  ])
  value: (_) @value) @definition.variable

; module.exports = value, Type.prototype.method = function () {}
(expression_statement
  (assignment_expression
    left: [(identifier) (member_expression)] @name.definition.variable
    right: (_) @value) @definition.variable)

(export_statement value: (_) @value) @definition.variable

(pair
  key: (_) @name.definition.property
  value: (_) @value) @definition.property

(array) @data
(object) @data

(class_static_block body: (statement_block) @body)

; A function that a statement gives to a call, as tests and handlers are: what it is for is told by
; what is called, and by what stands before it.
(expression_statement (call_expression
  arguments: (arguments [(arrow_function) (function_expression)] @value)))

; Functions that nothing above names.
(arrow_function body: (_) @body)
(function_expression body: (statement_block) @body)
(generator_function body: (statement_block) @body)

(import_statement source: (string) @import)
(export_statement source: (string) @import)

(call_expression
  function: (identifier) @_require
  arguments: (arguments . (string) @import)
  (#eq? @_require "require"))

(call_expression
  function: (import)
  arguments: (arguments . (string) @import))
