"""What all tests share: hypothesis draws the same cases on every machine and never looks at a clock."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "same-everywhere",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("same-everywhere")
