; A definition, wherever it stands.
(field
  . (label) @name.definition.type
  (value [
    (struct_lit) @members
    (binary_expression right: (struct_lit) @members)
  ])
  (#match? @name.definition.type "^_?#")) @definition.type

(field
  . (label) @name.definition.type
  (#match? @name.definition.type "^_?#")) @definition.type

(source_file
  (field
    . (label) @name.definition.key
    (value [
      (struct_lit) @members
      (binary_expression right: (struct_lit) @members)
    ])) @definition.key)

(source_file
  (field . (label) @name.definition.key) @definition.key)

; Structs in the structs of a file, two levels deep.
(source_file
  (field
    . (label) @_outer
    (value
      (struct_lit
        (field
          . (label) @name.definition.key
          (value (struct_lit) @members)) @definition.key)))
  (#not-match? @_outer "^_?#"))

(source_file
  (field
    . (label) @_outer
    (value
      (struct_lit
        (field
          . (label) @_inner
          (value
            (struct_lit
              (field
                . (label) @name.definition.key
                (value (struct_lit) @members)) @definition.key))))))
  (#not-match? @_outer "^_?#")
  (#not-match? @_inner "^_?#"))

; What can be read of a struct that is not closed.
(ERROR
  (field
    . (label) @name.definition.key
    (value (struct_lit) @members)) @definition.key)

(source_file
  (let_clause left: (identifier) @name.definition.variable) @definition.variable)

(import_spec path: (string) @import)
