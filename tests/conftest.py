"""What all tests share: hypothesis draws the same cases on every machine and never looks at a clock."""

import signal

from hypothesis import HealthCheck, settings

# Tests that are started in the background ignore Ctrl-C, and so would every program that they start.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "same-everywhere",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("same-everywhere")
