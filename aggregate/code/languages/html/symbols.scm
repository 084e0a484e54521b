(element
  (start_tag (tag_name) @_tag)
  (#match? @_tag "^[hH][1-6]$")) @definition.heading
