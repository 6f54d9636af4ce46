"""Modules and classes that are no classifiers, or cannot be loaded, with the parameters that they are given."""

CLASSIFIER = "from sklearn.svm import LinearSVC as Own\n"
RAISED = (
    *("RuntimeError", "ValueError", "KeyError", "MemoryError", "RecursionError", "OSError", "ImportError"),
    *("StopIteration", "AssertionError", "NotImplementedError", "UnicodeError", "KeyboardInterrupt", "GeneratorExit"),
    "BaseException",
)
FIT, PREDICT = "    def fit(self, X, y): return self\n", "    def predict(self, X): return X\n"
MODULES = {
    **{f"raises {name}": f"raise {name}('not\\nhere')" for name in RAISED},
    "raises without a word": "raise Exception",
    "raises an error of its own": "class Mine(Exception):\n    pass\nraise Mine('so')",
    "warns as an error": "import warnings\nwarnings.simplefilter('error')\nwarnings.warn('old')",
    "divides by zero": "1 / 0",
    "knows no such name": "classifier",
    "needs what is not installed": "import no_such_package_of_anybody",
    "needs a part that is not there": "from sklearn.svm import NoSuchSVC as Own",
    "exits": "import sys\nsys.exit()",
    "exits with 0": "raise SystemExit(0)",
    "exits with 3": "raise SystemExit(3)",
    "exits with a word": "raise SystemExit('no\\nlicence')",
    "quits": "quit()",
    "is cut": "class Own(",
    "is indented": "  class Own: pass\n class Other: pass",
    "is of another language": "#include <stdio.h>\nint main() { return 0; }",
    "is old": "print 'hello'\n",
    "is a notebook": '{"cells": [], "metadata": null}',
    "has no such class": "class Another: pass",
    "has a class of another case": CLASSIFIER.replace("Own", "own"),
    "is empty": "",
    "has a function": "def Own():\n    open('called', 'w')",
    "has an object": "class Any:\n    fit = predict = get_params = set_params = print\nOwn = Any()",
    "has a transformer made": "from sklearn.preprocessing import StandardScaler\nOwn = StandardScaler()",
    "has a regressor made": "from sklearn.svm import SVR\nOwn = SVR()",
    "has a clustering made": "from sklearn.cluster import KMeans\nOwn = KMeans()",
    "has a detector made": "from sklearn.svm import OneClassSVM\nOwn = OneClassSVM()",
    **{
        f"has a Pipeline that ends in {step}": (
            f"from sklearn import {step.partition('.')[0]}\nfrom sklearn.pipeline import make_pipeline\n"
            f"from sklearn.preprocessing import StandardScaler\nOwn = make_pipeline(StandardScaler(), {step}())"
        )
        for step in ("svm.SVR", "decomposition.PCA", "cluster.KMeans", "svm.OneClassSVM")
    },
    "has a grid of a regressor": (
        "from sklearn.model_selection import GridSearchCV\nfrom sklearn.svm import SVR\nOwn = GridSearchCV(SVR(), {})"
    ),
    "has an estimator that cannot be copied": (
        f"from sklearn.base import BaseEstimator\nclass Kind(BaseEstimator):\n{FIT}{PREDICT}"
        "    def __init__(self, depth=1): self.depth = depth + 1\nOwn = Kind()"
    ),
    "has a module": "import json as Own",
    "has a number": "Own = 3",
    "has text": "Own = 'LinearSVC'",
    "has nothing": "Own = None",
    "has a partial": "from functools import partial\nfrom sklearn.svm import LinearSVC\nOwn = partial(LinearSVC, C=3)",
    "has a class without fit": f"class Own:\n{PREDICT}",
    "has a class without predict": f"class Own:\n{FIT}",
    "has a class whose fit is a number": f"class Own:\n    fit = 3\n{PREDICT}",
    "has an abstract class": f"import abc\nclass Own(abc.ABC):\n{FIT}    @abc.abstractmethod\n{PREDICT}",
    "has a class that needs a value": f"class Own:\n    def __init__(self, depth): ...\n{FIT}{PREDICT}",
    "raises where it is asked": "def __getattr__(name):\n    raise RuntimeError('nothing')",
    "exits where it is asked": "def __getattr__(name):\n    raise SystemExit(4)",
}
NO_CLASSIFIERS = (
    *("linear_model:LinearRegression", "linear_model:Ridge", "linear_model:Lasso", "linear_model:SGDRegressor"),
    *("svm:SVR", "svm:LinearSVR", "tree:DecisionTreeRegressor", "ensemble:RandomForestRegressor"),
    *("neighbors:KNeighborsRegressor", "neural_network:MLPRegressor", "dummy:DummyRegressor"),
    *("cluster:KMeans", "cluster:MiniBatchKMeans", "cluster:Birch", "cluster:AffinityPropagation", "cluster:DBSCAN"),
    *("svm:OneClassSVM", "ensemble:IsolationForest", "neighbors:LocalOutlierFactor", "covariance:EllipticEnvelope"),
    *("decomposition:PCA", "preprocessing:StandardScaler", "feature_extraction.text:TfidfVectorizer"),
    *("base:BaseEstimator", "base:ClassifierMixin", "datasets:load_digits", "model_selection:train_test_split"),
    *("multiclass:OneVsRestClassifier", "multiclass:OneVsOneClassifier", "multioutput:ClassifierChain"),
    *("pipeline:Pipeline", "model_selection:GridSearchCV", "ensemble:VotingClassifier", "ensemble:StackingClassifier"),
    *("svm:NoSuchClass", "svm:", "no_such_part:Class", ":LinearSVC", "svm:LinearSVC:C"),
)
WRONG_PARAMETERS = (["c"], ["C", "penality"], ["estimator"], ["random-state"], [""], ["C", "max_iters"], ["self"])
