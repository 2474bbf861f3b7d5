"""Online tables as a state machine without input or output: time, people and hang-ups arrive as events.

`decide` turns a command into an event or refuses it, `evolve` turns a room and an event into the next room, `clock`
says what falls due, and `messages` what each viewer is told. The server writes events down in between.
"""
