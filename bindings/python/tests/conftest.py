"""How hypothesis works here: no deadlines, for the machine may be busy; a failure says how to make it
again."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "iqlist", deadline=None, print_blob=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("iqlist")
