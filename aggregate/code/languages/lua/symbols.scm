(function_statement
  name: (_) @name.definition.function
  (function_body) @body) @definition.function

(function_statement
  name: (_) @name.definition.function) @definition.function

(program
  (variable_declaration
    name: (variable_declarator) @name.definition.function
    value: (function (function_body) @body)) @definition.function)

(program
  (variable_declaration
    name: (variable_declarator) @name.definition.function
    value: (function)) @definition.function)

; A table may hold functions, which are listed below it.
(program
  (variable_declaration
    name: (variable_declarator) @name.definition.variable
    value: (_)? @value) @definition.variable)

(program
  (variable_declaration
    value: (tableconstructor
      (fieldlist
        (field
          name: (identifier) @name.definition.method
          value: (function (function_body) @body)) @definition.method))))

(program
  (module_return_statement
    (tableconstructor
      (fieldlist
        (field
          name: (identifier) @name.definition.function
          value: (function (function_body) @body)) @definition.function))))

(program
  (variable_declaration
    value: (function_call
      prefix: (identifier) @_require
      args: (_) @import)
    (#eq? @_require "require")))
