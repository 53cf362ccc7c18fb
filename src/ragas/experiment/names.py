"""Names for runs that nobody named: easy to say, easy to tell apart."""

from __future__ import annotations

import random
from collections.abc import Container

ADJECTIVES = (
    "amber bold brave bright brisk calm candid clever copper crisp curious daring deft eager early fair fearless "
    "fleet gentle glad golden graceful happy hardy honest humble jolly keen kind lively lucid lucky mellow merry "
    "modest nimble noble patient plucky polite proud quick quiet ready robust serene sharp silver sincere sleek "
    "sober steady stout sunny swift tidy tranquil upbeat vivid warm wise witty zesty"
)
SCIENTISTS = (
    "agnesi anning banach bell bohr bose boyle cantor carson cauchy celsius chandra curie darwin dirac euclid euler "
    "faraday fermat fermi fibonacci fourier franklin galileo galois gauss germain goodall hamilton herschel hilbert "
    "hodgkin hopper hubble hypatia johnson joule kepler kovalevskaya lagrange laplace leavitt leibniz lovelace "
    "maxwell mcclintock meitner mendel mendeleev mirzakhani newton noether pascal pasteur pauling planck poincare "
    "ramanujan rubin shannon somerville tesla thales turing volta wu"
)
COLLISIONS = 100
"""After so many taken names a number is appended."""


class MemorableNames:
    """Makes names such as `calm_noether`."""

    def __init__(self) -> None:
        self._random = random.Random()  # of its own: the state of the global generator is the user's
        self._adjectives, self._scientists = ADJECTIVES.split(), SCIENTISTS.split()
        self._given: set[str] = set()

    def generate_name(self) -> str:
        """A name, which may have been given before."""
        return f"{self._random.choice(self._adjectives)}_{self._random.choice(self._scientists)}"

    def generate_unique_name(self, taken: Container[str] = ()) -> str:
        """A name that was not given before and is not in `taken`."""
        for attempt in range(10_000):
            name = self.generate_name()
            if attempt >= COLLISIONS:
                name = f"{name}_{self._random.randint(1000, 9999)}"
            if name not in self._given and name not in taken:
                break
        self._given.add(name)
        return name

    def generate_unique_names(self, count: int) -> list[str]:
        """So many names, none of them given before."""
        return [self.generate_unique_name() for _ in range(count)]


memorable_names = MemorableNames()
