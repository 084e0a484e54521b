; Definitions are calls of macros, told apart by the macro's name.

((call
  target: (identifier) @_macro
  (arguments . (_) @name.definition.module)
  (do_block) @members) @definition.module
 (#any-of? @_macro "defmodule" "defprotocol" "defimpl"))

((call
  target: (identifier) @_macro
  (arguments . (_) @name.definition.function)
  (do_block) @body) @definition.function
 (#any-of? @_macro "def" "defp"))

((call
  target: (identifier) @_macro
  (arguments . (_) @name.definition.function
    (keywords (pair key: (keyword) @_do value: (_) @body)))) @definition.function
 (#any-of? @_macro "def" "defp")
 (#match? @_do "^do:"))

((call
  target: (identifier) @_macro
  (arguments . (_) @name.definition.function)) @definition.function
 (#any-of? @_macro "def" "defp" "defdelegate"))

((call
  target: (identifier) @_macro
  (arguments . (_) @name.definition.macro)
  (do_block) @body) @definition.macro
 (#any-of? @_macro "defmacro" "defmacrop"))

((call
  target: (identifier) @_macro
  (arguments . (_) @name.definition.macro)) @definition.macro
 (#any-of? @_macro "defmacro" "defmacrop" "defguard" "defguardp"))

((call
  target: (identifier) @_macro
  (arguments . (_) @import))
 (#any-of? @_macro "use" "import" "alias" "require"))

; A test is a function whose name is a text.
((call
  target: (identifier) @_macro
  (arguments . (string) @name.definition.function)
  (do_block) @body) @definition.function
 (#eq? @_macro "test"))
