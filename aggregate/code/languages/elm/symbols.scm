(value_declaration
  functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @name.definition.function)
  body: (_) @body) @definition.function

(port_annotation name: (lower_case_identifier) @name.definition.function) @definition.function

(type_alias_declaration
  name: (upper_case_identifier) @name.definition.type
  typeExpression: (_) @members) @definition.type

(type_declaration
  name: (upper_case_identifier) @name.definition.enum) @definition.enum

(import_clause moduleName: (_) @import)

; Nothing is defined in them.
[(type_annotation) (module_declaration) (exposing_list) (record_type) (union_variant)] @leaf
