"""``python -m turncoat``: the command line, for whoever has no script of that name on the path."""

from turncoat.cli import main

if __name__ == "__main__":
    main()
