; What is defined in a function lies in its body and is not looked at.

(decorated_definition
  definition: (function_definition
    name: (identifier) @name.definition.function
    body: (block . (expression_statement . (string) @doc .)) @body) @definition.function) @declaration

(decorated_definition
  definition: (function_definition
    name: (identifier) @name.definition.function
    body: (block) @body) @definition.function) @declaration

(decorated_definition
  definition: (class_definition
    name: (identifier) @name.definition.class
    body: (block . (expression_statement . (string) @doc .)) @members) @definition.class) @declaration

(decorated_definition
  definition: (class_definition
    name: (identifier) @name.definition.class
    body: (block) @members) @definition.class) @declaration

(function_definition
  name: (identifier) @name.definition.function
  body: (block . (expression_statement . (string) @doc .)) @body) @definition.function

(function_definition
  name: (identifier) @name.definition.function
  body: (block) @body) @definition.function

(class_definition
  name: (identifier) @name.definition.class
  body: (block . (expression_statement . (string) @doc .)) @members) @definition.class

(class_definition
  name: (identifier) @name.definition.class
  body: (block) @members) @definition.class

(module (expression_statement
  (assignment
    left: (identifier) @name.definition.function
    right: (lambda body: (_) @body)) @definition.function))

(module (expression_statement
  (assignment
    left: (identifier) @name.definition.variable
    right: (_)? @value) @definition.variable))

(assignment right: (_) @value)
(augmented_assignment right: (_) @value)

(type_alias_statement
  . (type) @name.definition.type) @definition.type

(import_statement (dotted_name) @import)
(import_statement (aliased_import name: (dotted_name) @import))
(import_from_statement module_name: (_) @import)

[(list) (tuple) (set) (dictionary)] @data
