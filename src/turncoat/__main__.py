"""``python -m turncoat``: the command line, if the script ``turncoat`` is not on the path."""

from turncoat.cli import main

if __name__ == "__main__":
    main()
