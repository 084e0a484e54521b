# A notebook is read as the text of its cells: it is ticked, its images are named, and a slice is one of its cells.
cat >"$project/sales.ipynb" <<'END'
{"cells": [
 {"cell_type": "markdown", "source": ["# Quarterly sales"]},
 {"cell_type": "code", "source": ["def quarter(month):\n", "    return month // 3"], "outputs": [
  {"output_type": "display_data", "data": {"image/png": "iVBORw0KGgo="}}]}
], "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}
END
open_window "$project"
within tree click sales.ipynb
within preview see "Quarterly sales"
within preview see "image/png"
press alt+1 ctrl+shift+l
local from to
within middle see "def quarter"
from=$spot
within middle see "return month"
to=$spot
# shellcheck disable=SC2086 # two numbers each
drag $from $to
press Return
press ctrl+s
holds "$project/dossier.toml" custom_slices
./dossier build --stdout -C "$project" | grep -q '^Lines 10-11:$' ||
	die "$journey: the document does not hold the lines of the cell"
