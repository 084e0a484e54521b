(field
  . (label) @name.definition.key
  (value . (struct_lit) @members .)) @definition.key

(field
  . (label) @name.definition.key
  (value . [(list_lit) (string)] @value .)) @definition.key

(field . (label) @name.definition.key) @definition.key

(source_file
  (let_clause
    left: (identifier) @name.definition.variable
    right: (_)) @definition.variable)

(value . [(list_lit) (string)] @value .)

(import_spec path: (string) @import)
