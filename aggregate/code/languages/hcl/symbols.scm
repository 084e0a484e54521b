(block . (identifier) @name.definition.key) @definition.key

(config_file
  (body
    (attribute
      (identifier) @name.definition.key
      (expression) @value) @definition.key))

((block
  . (identifier) @_locals
  (body
    (attribute
      (identifier) @name.definition.key
      (expression) @value) @definition.key))
  (#eq? @_locals "locals"))

((block
  . (identifier) @_module
  (body
    (attribute
      (identifier) @_source
      (expression (literal_value (string_lit) @import)))))
  (#eq? @_module "module") (#eq? @_source "source"))

(attribute (expression) @value)
