(redirected_statement
  body: (function_definition
    name: (word) @name.definition.function
    body: (_) @body) @definition.function) @declaration

(function_definition
  name: (word) @name.definition.function
  body: (_) @body) @definition.function

; A test of Bats.
((command
  name: (command_name) @_test
  argument: (_) @name.definition.function
  . argument: (word) @body) @definition.function
  (#eq? @_test "@test") (#eq? @body "{"))

(program
  (variable_assignment
    name: (variable_name) @name.definition.variable
    value: (_)? @value) @definition.variable)

(program
  (variable_assignments
    (variable_assignment
      name: (variable_name) @name.definition.variable
      value: (_)? @value) @definition.variable) @declaration)

(program
  (declaration_command
    (variable_assignment
      name: (variable_name) @name.definition.variable
      value: (_)? @value) @definition.variable) @declaration)

(variable_assignment value: (_) @value)

((command
  name: (command_name) @_alias
  argument: (_) @name.definition.macro) @definition.macro
  (#eq? @_alias "alias"))

((command
  name: (command_name) @_source
  . argument: (_) @import)
  (#any-of? @_source "source" "."))
