"""21k web data: 21,171 popular image queries, 1,024 features, 9 million images (Gupta et al. 2014, table 4).

What the document says of it, and the parameter that says so here: labels are clicks, "a noisy annotation" (``noise``);
the number of images of a label follows its popularity, "more exponentially distributed" (``zipf``); translations,
plurals and synonyms are classes of their own (``grouped``, ``group``, ``apart``) of which an image is given some
(``given``); polysemous names are not resolved (``modes``); features of images (`IMAGES`). How many clicks are wrong it
does not say; of labels taken from the text around clothes on the web 38 in 100 are (Xiao et al. 2015), and a third
here. 60 % of the samples train, 20 % validate and 20 % test at full scale; `standard` holds out nearly twice as many as
train, for ten thousand samples each, and `smoke` fewer. Both keep the ratio of classes to features, 20.7, in as many
features as `web97k`, as the document does; `standard` has a tenth of the samples a class, as in `imagenet16k`.

With a third of its labels wrong, a class as labelled is spread over all places: its variances differ less than those of
real sets with clean labels, classes lie nearer, and logistic regression is level with LDA, not ahead of it. The level
of nearest means in table 8 was in view, as in `imagenet16k`, and what nearest neighbours reach on real sets.
``large_test`` tests the same classes, trained and validated on the same samples, on ten times as many.
"""

from dataclasses import replace

from manyclass.datasets.base.families import IMAGES, NORMAL
from manyclass.datasets.feature_vectors import FeatureVectors

STANDARD = FeatureVectors(
    classes=414,
    features=20,
    train=11_000,
    valid=10_000,
    test=10_000,
    grouped=0.3,
    group=3,
    apart=0.2,
    given=0.5,
    noise=0.33,
    zipf=0.5,
    **IMAGES,
)
VARIANTS = {"normal": NORMAL, "large_test": {"test": 100_000}}
SCALES = {
    "smoke": replace(STANDARD, classes=104, features=5, train=3100, valid=500, test=500),
    "standard": STANDARD,
    "full": replace(STANDARD, classes=21_171, features=1024, train=5_400_000, valid=1_800_000, test=1_800_000),
}
