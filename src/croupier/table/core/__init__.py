"""The parts that every subject uses: the state of a table, its messages, `decide` and `apply`."""
