"""What a notebook needs: rules by their id, par sheets, simulations, and tables to play at."""
