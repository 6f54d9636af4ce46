from dataclasses import fields
from pathlib import Path

import yaml

from manyclass.protocol.data.own import OwnData

SCHEMA = Path(__file__).parents[2] / "config.schema.yaml"


def test_the_schema_knows_every_option_of_own_data_and_no_other():
    own = yaml.safe_load(SCHEMA.read_text())["properties"]["own"]["properties"]
    assert set(own["datasets"]["additionalProperties"]["properties"]) == {field.name for field in fields(OwnData)}
