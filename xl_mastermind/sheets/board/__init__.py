"""A board: each topic declares its cells once, and `sheet` draws them."""
