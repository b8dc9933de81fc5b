"""The one mechanism of every register: messages in rows, a fold that decides and applies them, its lines and its snapshots.

A register is a state, its rows, and a `Fold`. Nothing here knows what a register is about.
"""
