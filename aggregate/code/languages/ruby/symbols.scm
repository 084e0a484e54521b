; Where a body begins and ends, and what a method belongs to, is for Refine to tell.

(method
  name: (_) @name.definition.function
  body: (_)? @body) @definition.function

(singleton_method
  object: (_) @owner
  name: (_) @name.definition.function
  body: (_)? @body) @definition.function

(class
  name: (_) @name.definition.class
  body: (body_statement)? @members) @definition.class

(module
  name: (_) @name.definition.module
  body: (body_statement)? @members) @definition.module

(singleton_class) @scope

((call
  receiver: (_) @name.scope
  method: (identifier) @_open
  block: (_)) @scope
 (#any-of? @_open "class_eval" "module_eval" "class_exec" "module_exec"))

((call
  method: (identifier) @_open
  arguments: (argument_list . (constant) @name.scope)
  block: (_)) @scope
 (#eq? @_open "refine"))

; Point = Struct.new(:x, :y) do … end

((assignment
  left: (constant) @name.definition.struct
  right: (call
    receiver: (constant) @_maker
    method: (identifier) @_make
    block: (_)? @members)) @definition.struct
 (#any-of? @_maker "Struct" "Data")
 (#any-of? @_make "new" "define"))

((assignment
  left: (constant) @name.definition.class
  right: (call
    receiver: (constant) @_maker
    method: (identifier) @_make
    block: (_)? @members)) @definition.class
 (#any-of? @_maker "Class" "Module")
 (#eq? @_make "new"))

; Functions as values.

(program (assignment
  left: (_) @name.definition.function
  right: (lambda body: (_) @body)) @definition.function)

(module body: (body_statement (assignment
  left: (constant) @name.definition.function
  right: (lambda body: (_) @body)) @definition.function))

((program (assignment
  left: (_) @name.definition.function
  right: (call method: (identifier) @_lambda block: (_) @body)) @definition.function)
 (#any-of? @_lambda "lambda" "proc"))

(lambda body: (block body: (block_body) @body))

(lambda body: (do_block body: (body_statement) @body))

((call method: (identifier) @_lambda block: [(block body: (_) @body) (do_block body: (_) @body)])
 (#any-of? @_lambda "lambda" "proc"))

; Values: those of a class are like its fields.

(program (assignment
  left: [(constant) (identifier) (global_variable)] @name.definition.variable
  right: (_) @value) @definition.variable)

(module body: (body_statement (assignment
  left: (constant) @name.definition.variable
  right: (_) @value) @definition.variable))

(class body: (body_statement (assignment
  right: [(array) (hash) (string) (chained_string) (string_array) (symbol_array) (regex) (binary)] @value)))

(class body: (body_statement (assignment
  right: (call !block) @value)))

(program (operator_assignment
  right: [(array) (hash) (string) (chained_string) (string_array) (symbol_array) (regex) (binary)] @value))

(class body: (body_statement (operator_assignment
  right: [(array) (hash) (string) (chained_string) (string_array) (symbol_array) (regex) (binary)] @value)))

(module body: (body_statement (operator_assignment
  right: [(array) (hash) (string) (chained_string) (string_array) (symbol_array) (regex) (binary)] @value)))

(program (assignment left: [(element_reference) (call) (instance_variable) (class_variable)]
  right: [(array) (hash) (string) (chained_string) (string_array) (symbol_array) (regex) (binary)] @value))

(module body: (body_statement (assignment
  right: [(array) (hash) (string) (chained_string) (string_array) (symbol_array) (regex) (binary)] @value)))

((class body: (body_statement (assignment
  right: (call method: (identifier) @_make block: (_)) @value)))
 (#not-any-of? @_make "new" "define" "lambda" "proc"))

; What classes are told about themselves.

((call
  method: (identifier) @_accessor
  arguments: (argument_list (simple_symbol) @name.definition.property)) @definition.property
 (#match? @_accessor "^([cm]?attr(_accessor|_reader|_writer)|[cm]attr_internal(_accessor|_reader|_writer)?|class_attribute)$"))

((call
  method: (identifier) @_define
  arguments: (argument_list . [(simple_symbol) (string)] @name.definition.method)
  block: (_) @body) @definition.method
 (#any-of? @_define "define_method" "define_singleton_method"))

((call
  method: (identifier) @_define
  block: [(block body: (_) @body) (do_block body: (_) @body)])
 (#match? @_define "^(define_method|define_singleton_method|(before|after|around)(_[a-z_]+)?|rescue_from|setup|teardown|let!?|subject!?|it|specify|example)$"))

; Rake.

((call
  method: (identifier) @_namespace
  arguments: (argument_list . (_) @name.definition.namespace)
  block: (_) @members) @definition.namespace
 (#eq? @_namespace "namespace"))

((call
  !receiver
  method: (identifier) @_task
  arguments: (argument_list . (_) @name.definition.function)
  block: (_)? @body) @definition.function
 (#any-of? @_task "task" "multitask"))

; Tests, and the routes of Sinatra.

((call
  method: (identifier) @_group
  arguments: (argument_list . (_) @name.definition.namespace)
  block: (do_block) @members) @definition.namespace
 (#any-of? @_group "describe" "context" "feature" "shared_examples" "shared_context" "shared_examples_for"))

((call
  !receiver
  method: (identifier) @_test
  arguments: (argument_list . (string) @name.definition.function)
  block: (_) @body) @definition.function
 (#any-of? @_test "it" "specify" "example" "scenario" "test" "should" "get" "post" "put" "patch" "delete"))

((call
  method: (identifier) @_require
  arguments: (argument_list . (string (string_content) @import))) @declaration
 (#any-of? @_require "require" "require_relative" "load" "gem"))

((call
  method: (identifier) @_autoload
  arguments: (argument_list . (simple_symbol) (string (string_content) @import))) @declaration
 (#eq? @_autoload "autoload"))

[(array) (hash) (string_array) (symbol_array)] @data
