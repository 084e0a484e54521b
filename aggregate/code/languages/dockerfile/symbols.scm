(from_instruction (image_spec) @name.definition.module) @definition.module

(arg_instruction name: (_) @name.definition.variable) @definition.variable

(heredoc_block . (heredoc_line) @body (heredoc_line) @body . (heredoc_end))

(run_instruction (shell_command) @value)

(from_instruction (image_spec) @import)
