"""Shows schemathesis real tables: made-up names lead nowhere, and most of the server would never be asked."""

import json
import os
import random

import schemathesis

KNOWN = json.loads(os.environ.get("MELDWISE_TABLES", "[]"))
"""Tables with the token of somebody who sits there, and the secret of their link."""
dice = random.Random(7)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Let two of three sensible requests be about a table that stands, by somebody who may or may not know it."""
    sensible = case.meta is None or case.meta.generation.mode.is_positive
    if not KNOWN or not sensible or "room" not in (case.path_parameters or {}) or dice.random() < 0.33:
        return
    table = dice.choice(KNOWN)
    case.path_parameters["room"] = table["room"]
    if "game" in case.path_parameters:
        case.path_parameters["game"] = dice.choice([0, 1, 1, 1, 2, 10**30])
    if isinstance(case.body, dict) and dice.random() < 0.5:
        case.body["link"] = table["link"] or None
    secrets = {"Authorization": f"Bearer {table['token']}", "X-Table-Link": table["link"]}
    known = dice.choice([[], ["Authorization"], ["Authorization"], ["X-Table-Link"]])
    for name, secret in secrets.items():
        case.headers.pop(name, None)
        if name in known:
            case.headers[name] = secret
