; Definitions are calls of macros, told apart by the macro's name.

((call
  target: (identifier) @_macro
  (arguments . (_) @name.definition.module)
  (do_block) @members) @definition.module
 (#any-of? @_macro "defmodule" "defimpl"))

((call
  target: (identifier) @_macro
  (arguments . (_) @name.definition.interface)
  (do_block) @members) @definition.interface
 (#eq? @_macro "defprotocol"))

; A structure has the name of its module.
((call target: (identifier) @name.definition.struct) @definition.struct
 (#any-of? @name.definition.struct "defstruct" "defexception"))

((call
  target: (identifier) @_macro
  (arguments . (_) @name.definition.function)
  (do_block) @body) @definition.function
 (#any-of? @_macro "def" "defp" "defn" "defnp"))

((call
  target: (identifier) @_macro
  (arguments . (_) @name.definition.function
    (keywords (pair key: (keyword) @_do value: (_) @body)))) @definition.function
 (#any-of? @_macro "def" "defp" "defn" "defnp")
 (#match? @_do "^do:"))

((call
  target: (identifier) @_macro
  (arguments . (_) @name.definition.function)) @definition.function
 (#any-of? @_macro "def" "defp" "defn" "defnp" "defdelegate"))

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

; Attributes: types, what a behaviour asks for, and constants.

((unary_operator
  operand: (call
    target: (identifier) @_attribute
    (arguments . (_) @name.definition.type))) @definition.type
 (#any-of? @_attribute "type" "typep" "opaque"))

((unary_operator
  operand: (call
    target: (identifier) @_attribute
    (arguments . (_) @name.definition.function))) @definition.function
 (#any-of? @_attribute "callback" "macrocallback"))

((do_block
  (unary_operator
    operand: (call
      target: (identifier) @name.definition.constant
      (arguments . (_) @value .))) @definition.constant)
 (#not-match? @name.definition.constant "^(moduledoc|(type)?doc|shortdoc|spec|typep?|opaque|(macro)?callback|optional_callbacks|impl|behaviour|deprecated|since|dialyzer|compile|derive|enforce_keys|external_resource|on_load|on_definition|before_compile|after_compile|after_verify|vsn|(module|describe)?tag|file)$"))

; Groups of tests stay, and a test is a function whose name is a text. What routes and
; preparations do is left out.

((call
  target: (identifier) @_group
  (arguments . (string) @name.definition.namespace .)
  (do_block) @members) @definition.namespace
 (#eq? @_group "describe"))

((call
  target: (identifier) @_macro
  (arguments . (string) @name.definition.function)
  (do_block) @body) @definition.function
 (#any-of? @_macro "test" "get" "post" "put" "patch" "delete" "match"))

((call
  target: (identifier) @_macro
  (do_block (_)+ @body))
 (#any-of? @_macro "setup" "setup_all" "on_exit"))

[(list) (map) (tuple)] @data
