# In a low window the tabs that do not fit are reached by the arrow at the end of the rail.
open_window "$project"
see Settings
xdotool windowsize --sync "$window" 1280 480
gone Answers
see Settings
# shellcheck disable=SC2086 # two numbers
xdotool mousemove ${spot% *} $((${spot#* } - 46)) mousemove_relative 1 1 click 1
click Answers
see "Paste what a model"
