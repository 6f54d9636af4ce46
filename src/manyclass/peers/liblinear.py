"""LIBLINEAR's linear SVMs (Fan et al. 2008), as scikit-learn has them."""

from sklearn.svm import LinearSVC as Base

from manyclass.methods.base.sgd.svm_objectives import svm_objectives


class LinearSVC(Base):
    """`sklearn.svm.LinearSVC`, which also says what it has made of the objective."""

    def diagnostics(self, train, test) -> dict[str, object]:
        """Both `svm_objectives` on the training samples, if the loss is a hinge: C on n samples is 1 / (λ n).

        Not with an intercept, which LIBLINEAR penalises as a weight and these do not.
        """
        if self.fit_intercept or (self.loss != "hinge" and self.multi_class != "crammer_singer"):
            return {}
        return svm_objectives(self, 1 / (self.C * train.X.shape[0]), train)
