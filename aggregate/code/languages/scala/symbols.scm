; What is defined in a function lies in its body and is not looked at.

(class_definition
  name: (_) @name.definition.class
  body: (_)? @members) @definition.class

(object_definition
  name: (_) @name.definition.class
  body: (_)? @members) @definition.class

(trait_definition
  name: (_) @name.definition.trait
  body: (_)? @members) @definition.trait

(enum_definition
  name: (_) @name.definition.enum
  body: (_)? @members) @definition.enum

(package_object
  name: (_) @name.definition.namespace
  body: (_) @members) @definition.namespace

(package_clause
  name: (_) @name.definition.namespace
  body: (_) @members) @definition.namespace

(given_definition
  name: (_) @name.definition.class
  body: [(with_template_body) (template_body)] @members) @definition.class

(given_definition
  name: (_) @name.definition.constant
  body: (_)? @value) @definition.constant

(given_definition
  return_type: (_) @name.definition.class
  body: [(with_template_body) (template_body)] @members) @definition.class

(given_definition
  return_type: (_) @name.definition.constant
  body: (_)? @value) @definition.constant

(function_definition
  name: (_) @name.definition.function
  body: (_) @body) @definition.function

(function_declaration
  name: (_) @name.definition.function) @definition.function

(type_definition
  name: (_) @name.definition.type) @definition.type

(val_definition
  pattern: (_) @name.definition.variable
  value: (_) @value) @definition.variable

(var_definition
  pattern: (_) @name.definition.variable
  value: (_) @value) @definition.variable

; Types without an end.

(ERROR "class" @definition.class . (identifier) @name.definition.class)
(ERROR "object" @definition.class . (identifier) @name.definition.class)
(ERROR "trait" @definition.trait . (identifier) @name.definition.trait)

; The functions of an extension go by the name of what it extends.

(extension_definition
  parameters: (parameters . (parameter type: (_) @name.scope))) @scope

; Functions without a name.

(lambda_expression "=>" . (_) @body) @scope
(call_expression arguments: [(block) (case_block)] @body)
(infix_expression right: [(block) (case_block)] @body)
(instance_expression (template_body (function_definition body: (_) @body) @scope))

(import_declaration) @import
