(block . (identifier) @name.definition.key) @definition.key

; The attributes of a file of values: terraform.tfvars.
(config_file
  (body
    (attribute
      (identifier) @name.definition.key
      (expression) @value) @definition.key))

; Locals are referred to one by one.
(block
  (identifier) @_type
  (body
    (attribute
      (identifier) @name.definition.key
      (expression) @value) @definition.key)
  (#eq? @_type "locals"))

; The type of a variable is no value: it says what may be given.
(attribute
  (identifier) @_key
  (expression) @value
  (#not-eq? @_key "type"))
