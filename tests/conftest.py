"""
How Hypothesis searches.

Nothing is timed, and each run tries the same examples, so that a test passes
everywhere or nowhere. `pytest --hypothesis-profile=explore` tries new ones.
"""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "explore", settings.get_profile("repeatable"), derandomize=False, max_examples=2000
)
settings.load_profile("repeatable")
