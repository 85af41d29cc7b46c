"""How hypothesis works here: no deadlines, for the machine may be busy; a failure says how to make it
again. Where the tests run on several Pythons, `--hypothesis-profile quick` is enough for all but one."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "iqlist", deadline=None, print_blob=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("quick", settings.get_profile("iqlist"), max_examples=20)
settings.load_profile("iqlist")
