(document
  (pair
    . (_) @name.definition.key
    (_) @value .) @definition.key)

(table
  . [(bare_key) (dotted_key) (quoted_key)] @name.definition.table) @definition.table

(table
  (pair
    . (_) @name.definition.key
    (_) @value .) @definition.key)

(table_array_element
  . [(bare_key) (dotted_key) (quoted_key)] @name.definition.table) @definition.table

(table_array_element
  (pair
    (_)
    . [(string) (array) (inline_table)] @value .))
