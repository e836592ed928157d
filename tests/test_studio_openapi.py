"""The description of the API, tried out by a program that knows nothing else of the studio."""

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from inarow.studio.api import ENDPOINTS
from inarow.studio.openapi import description
from studio_testing import PATIENCE, RunningStudio, running_studio

schema = schemathesis.openapi.from_dict(description(ENDPOINTS))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
TOO_LARGE = 413


@pytest.fixture(scope="module")
def studio() -> Iterator[RunningStudio]:
    with running_studio(workers=1) as studio:
        yield studio


@schema.parametrize()
@settings(
    max_examples=20,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_the_api_does_what_its_description_says(studio: RunningStudio, case: schemathesis.Case) -> None:
    response = case.call(base_url=studio.address, timeout=PATIENCE)
    # What is wrong because it is too large is refused before it is read.
    left_out = [negative_data_rejection] if response.status_code == TOO_LARGE else []
    case.validate_response(response, checks=[check for check in CHECKS if check not in left_out])
