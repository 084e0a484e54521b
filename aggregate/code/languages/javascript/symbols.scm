(field_definition
  property: (_) @name.definition.property
  value: (_) @value) @definition.property
