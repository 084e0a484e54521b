(function_statement
  name: (_) @name.definition.function
  (function_body) @body) @definition.function

(function_statement
  name: (_) @name.definition.function) @definition.function

; Functions as values are named by what they are assigned to.

(variable_declaration
  name: (variable_declarator) @name.definition.function
  value: (function (function_body) @body)) @definition.function

(program
  (variable_declaration
    name: (variable_declarator) @name.definition.function
    value: (function)) @definition.function)

(variable_declaration value: (function (function_body) @body))

; A table may hold functions, which are listed below it.
(program
  (variable_declaration
    name: (variable_declarator) @name.definition.variable
    value: (_)? @value) @definition.variable)

(program
  (module_return_statement
    (tableconstructor
      (fieldlist
        (field
          name: (identifier) @name.definition.function
          value: (function (function_body) @body)) @definition.function))))

(field
  name: (identifier) @name.definition.method
  value: (function (function_body) @body)) @definition.method

(field
  key: (string) @name.definition.method
  value: (function (function_body) @body)) @definition.method

(field value: (function (function_body) @body))

(binary_operation (function (function_body) @body))

(module_return_statement (function (function_body) @body))

; What calls are handed: the grammar counts white space before a statement in. Groups of tests stay, and tests are functions whose name is a
; text.

((function_call
  prefix: (identifier) @_group
  args: (function_arguments . (string) @name.definition.namespace . (function (function_body) @members))) @definition.namespace
  (#match? @_group "(^|\\W)(describe|context|insulate|expose)$"))

((function_call
  prefix: (identifier) @_test
  args: (function_arguments . (string) @name.definition.function . (function (function_body) @body))) @definition.function
  (#match? @_test "(^|\\W)(it|test|pending)$"))

((function_call
  prefix: (identifier) @_call
  args: (function_arguments (function (function_body) @body)))
  (#not-match? @_call "(^|\\W)(describe|context|insulate|expose)$"))

(program
  (variable_declaration
    value: (function_call
      prefix: (identifier) @_require
      args: (_) @import)
    (#match? @_require "(^|\\W)require$")))

(program
  (function_call
    prefix: (identifier) @_require
    args: (_) @import)
  (#match? @_require "(^|\\W)require$"))

[(tableconstructor) (table_argument)] @data
