"""Strategies as data: a language of clauses, compiled to the automata that plays use, and a library of the known ones."""
