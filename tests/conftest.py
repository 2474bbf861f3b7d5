"""How the laws are tried: the same examples every time in `make test`, new and many more in `make soak`."""

import os

from hypothesis import HealthCheck, settings

os.environ["MELDWISE_LANG"] = "en"  # whatever the machine speaks

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
settings.register_profile("test", deadline=None, derandomize=True, suppress_health_check=SLOW)
settings.register_profile("soak", deadline=None, max_examples=3_000, suppress_health_check=SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))
