"""The HTTP API of the floor. Every operation is declared once, in a row; routes and OpenAPI are derived from the rows."""
