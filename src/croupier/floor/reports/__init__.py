"""The reports of a floor. Each is a row in `catalogue.py`; command, page, CSV and paper follow from the row."""
