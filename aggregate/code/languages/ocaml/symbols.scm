; Bindings count at the top level and in structures. What is local lies in their bodies.

(compilation_unit
  (value_definition
    (let_binding
      pattern: [(value_name) (parenthesized_operator)] @name.definition.variable
      body: (_) @value) @definition.variable) @declaration)

(structure
  (value_definition
    (let_binding
      pattern: [(value_name) (parenthesized_operator)] @name.definition.variable
      body: (_) @value) @definition.variable) @declaration)

(compilation_unit (value_definition (let_binding body: (_) @value)))
(structure (value_definition (let_binding body: (_) @value)))

(value_specification (value_name) @name.definition.function (function_type)) @definition.function
(value_specification [(value_name) (parenthesized_operator)] @name.definition.variable) @definition.variable
(external [(value_name) (parenthesized_operator)] @name.definition.function) @definition.function

(type_definition
  (type_binding
    name: (_) @name.definition.struct
    body: (record_declaration) @members) @definition.struct) @declaration

(type_definition
  (type_binding
    name: (_) @name.definition.enum
    body: (variant_declaration) @members) @definition.enum) @declaration

(type_definition
  (type_binding name: (_) @name.definition.type) @definition.type) @declaration

(exception_definition
  (constructor_declaration (constructor_name) @name.definition.type)) @definition.type

(module_definition
  (module_binding
    name: (module_name) @name.definition.module
    body: [(structure) (signature)] @members) @definition.module) @declaration

(module_definition
  (module_binding (module_name) @name.definition.module) @definition.module) @declaration

(module_type_definition
  name: (module_type_name) @name.definition.interface
  body: (signature)? @members) @definition.interface

(class_definition
  (class_binding
    name: (class_name) @name.definition.class
    body: (object_expression) @members) @definition.class) @declaration

(class_definition
  (class_binding name: (class_name) @name.definition.class) @definition.class) @declaration

(method_definition
  name: (method_name) @name.definition.method
  body: (_) @body) @definition.method

(open_module (module_path) @import)
(include_module (module_path) @import)
