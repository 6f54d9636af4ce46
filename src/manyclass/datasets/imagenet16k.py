"""16k ImageNet: 15,589 WordNet concepts, 1,024 features, 9 million images (Gupta et al. 2014, table 4).

What the document says of it, and the parameter that says so here: labels checked by people (less ``noise`` than on
the web), one label an image and polysemy resolved (no synonyms, one mode), class sizes "somewhat uniform" (small
``zipf``), concepts hung in WordNet (an irregular tree), image features of which most variance says nothing of the
class (``nuisance``). 80 % of the samples train, 10 % validate, 10 % test. `standard` and `smoke` keep the ratio of
classes to features, 15.2, and hold out more; `smoke` has less nuisance, since few features tell few classes apart.

Three in ten labels are another class's: not that people were so often wrong, but so many images show what these
features cannot tell, and the methods differ in what such samples do to them. With a tenth AUC sampling comes out
above one-vs-rest, which the document does not find; with three tenths its order holds. ``spreads`` set a concept
apart from its siblings more than whole branches from each other, and ``bspec`` gathers what tells classes apart in
fewer directions than there are features: without either, an embedding smaller than the features costs accuracy.

So the document's table 8 was in view when these values were chosen, the levels and ratios of its column as well as its
order: on this set it is shown and not scored.
"""

from dataclasses import replace

from manyclass.datasets.feature_vectors import FeatureVectors

TABLE8 = (
    "table8-first",
    "table8-second",
    "table8-order",
    "table8-gain",
    "table8-smaller",
    "table8-balance",
    "table8-wsabie-doubled",
    "table8-ensemble-gain",
    "table8-ensemble-little",
)
CALIBRATED_ON = {"gupta2014": TABLE8}
STANDARD = FeatureVectors(
    classes=1000,
    features=64,
    train=80_000,
    valid=10_000,
    test=10_000,
    spreads=(0.3, 0.3, 0.9),
    bspec=1.0,
    iso=2.0,
    nuisance=3.0,
    noise=0.3,
    zipf=0.1,
)
SCALES = {
    "smoke": replace(STANDARD, classes=122, features=8, train=3660, valid=500, test=500, nuisance=1.0, iso=0.3),
    "standard": STANDARD,
    "full": replace(STANDARD, classes=15_589, features=1024, train=7_200_000, valid=900_000, test=900_000),
}
