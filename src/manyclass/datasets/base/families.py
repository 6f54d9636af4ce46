"""What classes of real data look like, as parameters of `manyclass.datasets.feature_vectors.FeatureVectors`.

Each family is the output of ``python -m manyclass.protocol.signature.fit``, with 60 classes of 60 samples or more and
32 features; it was fitted to signatures of real data, never to the result of a method that the suite is about. What of
the class means a data set is made for, its tree, synonyms and wrong labels, stands in the set's own file.
"""

import math

# Features of images: the ratios of letter and digits, real sets of images (`manyclass.protocol.signature.public`), but
# for nearest means, which table 8 of Gupta et al. (2014) has at a third to a half of one-vs-rest. Aimed at nearest
# means .55, logistic regression 1.06 and 5 nearest neighbours 1.1 times as accurate as LDA, LDA from 8 samples a class
# .8; kurtosis 4.1, spread of variances .27, dimension 6; reached .59, 1.11, 1.11, .82; 4.7, .27, 6.3. Tails and sizes
# were given (tails=12.0 size_spread=0.3), since with all left free the fit ends with tails too heavy for the kurtosis.
IMAGES = {
    "modes": 3,
    "mode_spread": 1.345,
    "class_decay": 1.323,
    "nuisance_decay": 1.526,
    "nuisance": 1.482,
    "isotropic": 0.1223,
    "tails": 12.0,
    "size_spread": 0.3,
    "shape_spread": 0.8587,
    "piece": 0.9017,
}
# Features of images where classes are many thousands: the targets of IMAGES, but for nearest means at .78 of LDA, since
# with the number of classes LDA gets ahead. Given were modes=3 tails=12.0 size_spread=0.3 piece=0.9 isotropic=0.1.
# Reached: nearest means .79, logistic regression 1.07 and 5 nearest neighbours 1.08 times as accurate as LDA, LDA from
# 8 samples a class .84; kurtosis 3.4, spread of variances .21, dimension 6.5. Kurtosis and spread are not reached: with
# a smaller piece they are, but then some directions are left out by all shapes, and LDA, which finds them, is as far
# ahead as IMAGES have it.
IMAGES_OF_MANY = {
    "modes": 3,
    "mode_spread": 1.341,
    "class_decay": 0.8082,
    "nuisance_decay": 1.12,
    "nuisance": 1.253,
    "isotropic": 0.1,
    "tails": 12.0,
    "size_spread": 0.3,
    "shape_spread": 0.0043,
    "piece": 0.9,
}
# Small and clean: the signature of digits. Reached: nearest means .92, logistic regression 1.04 and neighbours 1.1
# times as accurate as LDA (digits .92, 1.03, 1.0); kurtosis 4.5 (4.2), spread .38 (.38), dimension 6.6 (7.0).
CLEAN = {
    "modes": 3,
    "mode_spread": 1.064,
    "class_decay": 0.1371,
    "nuisance_decay": 0.1031,
    "nuisance": 1.35,
    "isotropic": 0.1266,
    "tails": 23.77,
    "size_spread": 0.5342,
    "shape_spread": 0.756,
    "piece": 0.7296,
}
# Texts: the signature of CLINC150, of tf-idf. All but one were reached: logistic regression is level with LDA here, and
# 1.19 times as accurate there. Else nearest means .96 of LDA (.98), neighbours 1.02 (.98), kurtosis 4.3 (5.2), spread
# .28 (.28), dimension 6.0 (6.4).
TEXTS = {
    "modes": 4,
    "mode_spread": 0.665,
    "class_decay": 0.274,
    "nuisance_decay": 0.5527,
    "nuisance": 0.1082,
    "isotropic": 0.8798,
    "tails": 11.45,
    "size_spread": 0.325,
    "shape_spread": 0.7937,
    "piece": 0.69,
}
# Linear discriminant analysis' own model, one normal distribution a class, all of one covariance, which the suite began
# with: a variant of its sets, to see what is due to it.
NORMAL = {"modes": 1, "mode_spread": 0.0, "tails": math.inf, "size_spread": 0.0, "shape_spread": 0.0, "piece": 1.0}
