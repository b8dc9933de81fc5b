"""python -m croupier."""

from croupier.cli import main

# Workers of a simulation import this module again, and are not to run the command again.
if __name__ == "__main__":
    main()
