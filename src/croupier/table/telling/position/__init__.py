"""The position of a table: what lies on the layout and what the next outcome decides, as one line of text, like FEN in chess.

    las-vegas-craps minimum=500 puck=point_6 round=7 ann/rack=47000 ann/pass-line=1000@point_6 ann/pass-odds=2000@point_6

A position is not a snapshot: it has no clock, no history, no meters and nothing of what the staff keep track of.
"""
