"""What the wheel brings beside the module."""

from importlib import metadata
from pathlib import Path


def test_the_wheel_holds_the_licenses_and_names_no_folder_of_its_build() -> None:
    files = metadata.files("copartition") or []
    paths = [Path(file.locate()) for file in files if ".dist-info" in str(file)]
    assert {path.name for path in paths} >= {"LICENSE-APACHE", "LICENSE-MIT", "METADATA"}
    assert not [path for path in paths if "sboms" in path.parts]
