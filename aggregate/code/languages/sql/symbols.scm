(create_table
  (object_reference) @name.definition.table
  (column_definitions)? @members) @definition.table

(create_view (object_reference) @name.definition.table) @definition.table
(create_materialized_view (object_reference) @name.definition.table) @definition.table

(create_function (object_reference) @name.definition.function) @definition.function
(create_trigger (keyword_trigger) . (object_reference) @name.definition.function) @definition.function

(create_type (object_reference) @name.definition.type) @definition.type
(create_index column: (identifier) @name.definition.key) @definition.key
(create_sequence (object_reference) @name.definition.variable) @definition.variable
(create_schema (identifier) @name.definition.namespace) @definition.namespace
(create_database (identifier) @name.definition.namespace) @definition.namespace

(insert) @skip
