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

; A name of an assignment, which may be one of a list or of a chain of up to four.

(module (expression_statement
  (assignment left: [
    (identifier) @name.definition.variable
    (pattern_list (identifier) @name.definition.variable)
    (tuple_pattern (identifier) @name.definition.variable)
    (list_pattern (identifier) @name.definition.variable)
    (_ (list_splat_pattern (identifier) @name.definition.variable))]) @definition.variable))

(module (expression_statement
  (assignment right: (assignment left: [
    (identifier) @name.definition.variable
    (pattern_list (identifier) @name.definition.variable)
    (tuple_pattern (identifier) @name.definition.variable)
    (list_pattern (identifier) @name.definition.variable)
    (_ (list_splat_pattern (identifier) @name.definition.variable))])) @definition.variable))

(module (expression_statement
  (assignment right: (assignment right: (assignment left: [
    (identifier) @name.definition.variable
    (pattern_list (identifier) @name.definition.variable)
    (tuple_pattern (identifier) @name.definition.variable)
    (list_pattern (identifier) @name.definition.variable)
    (_ (list_splat_pattern (identifier) @name.definition.variable))]))) @definition.variable))

(module (expression_statement
  (assignment right: (assignment right: (assignment right: (assignment left: [
    (identifier) @name.definition.variable
    (pattern_list (identifier) @name.definition.variable)
    (tuple_pattern (identifier) @name.definition.variable)
    (list_pattern (identifier) @name.definition.variable)
    (_ (list_splat_pattern (identifier) @name.definition.variable))])))) @definition.variable))

; Any expression, but for another assignment.
(assignment right: [
  (as_pattern) (attribute) (await) (binary_operator) (boolean_operator) (call) (comparison_operator) (concatenated_string)
  (conditional_expression) (dictionary) (dictionary_comprehension) (ellipsis) (expression_list) (false) (float) (generator_expression)
  (identifier) (integer) (lambda) (list) (list_comprehension) (list_splat) (named_expression) (none) (not_operator) (parenthesized_expression)
  (set) (set_comprehension) (string) (subscript) (true) (tuple) (unary_operator) (yield)
] @value)
(augmented_assignment right: (_) @value)

(type_alias_statement
  . (type) @name.definition.type) @definition.type

(import_statement (dotted_name) @import)
(import_statement (aliased_import name: (dotted_name) @import))
(import_from_statement module_name: (_) @import) @declaration

[(list) (tuple) (set) (dictionary)] @data
