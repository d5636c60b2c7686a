"""The game itself: rules, codes, feedback and symmetry."""
