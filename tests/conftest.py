"""What all tests share: how hard the property tests try."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("full", max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fast", settings.get_profile("full"), max_examples=15)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))
