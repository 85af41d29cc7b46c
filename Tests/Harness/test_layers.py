"""The folders of the engine use one another in one direction, and what its comments name is there: see
layers.py."""

import layers
import pytest

pytestmark = pytest.mark.lint


def test_no_folder_uses_a_later_one() -> None:
    assert layers.violations() == []


def test_every_file_that_a_comment_names_exists() -> None:
    assert layers.missing_aspects() == []
