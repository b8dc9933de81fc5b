"""python -m croupier."""

from croupier.cli import main

# Worker processes of a simulation import this module again. They must not run the command.
if __name__ == "__main__":
    main()
