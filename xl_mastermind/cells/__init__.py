"""Values of cells, and ranges."""
