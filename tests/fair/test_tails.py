"""The tails of distributions against printed tables and exact sums, and Holm's method by hand."""

import math

import pytest

from meldwise.fair.tails import chi_squared_tail, holm, normal_tail, upper_gamma

PRINTED = [
    (1, 3.841459, 0.05), (1, 6.634897, 0.01), (1, 10.827566, 0.001), (2, 5.991465, 0.05), (3, 0.351846, 0.95),
    (5, 15.086272, 0.01), (10, 18.307038, 0.05), (10, 2.558212, 0.99), (30, 50.892181, 0.01), (100, 124.342113, 0.05),
    (100, 77.929465, 0.95),
]  # fmt: skip


@pytest.mark.parametrize(("freedom", "value", "chance"), PRINTED)
def test_chi_squared_is_as_printed_in_tables(freedom, value, chance):
    assert chi_squared_tail(value, freedom) == pytest.approx(chance, rel=1e-5)


@pytest.mark.parametrize("freedom", [2, 4, 10, 52, 212, 500, 2000])
@pytest.mark.parametrize("ratio", [0.3, 0.8, 0.99, 1.0, 1.01, 1.3, 2.5])
def test_an_even_number_of_degrees_is_a_sum_of_poisson_chances(freedom, ratio):
    half = freedom * ratio / 2
    terms = [math.exp(k * math.log(half) - half - math.lgamma(k + 1)) for k in range(freedom // 2)]
    assert chi_squared_tail(freedom * ratio, freedom) == pytest.approx(math.fsum(terms), rel=1e-9, abs=1e-300)


@pytest.mark.parametrize("z", [0.0, 0.1, 1.0, 1.959964, 3.0, 8.0])
def test_one_degree_is_the_square_of_a_normal_value(z):
    assert chi_squared_tail(z * z, 1) == pytest.approx(normal_tail(z), rel=1e-10)
    assert normal_tail(-z) == normal_tail(z)


def test_the_ends_are_0_and_1():
    assert upper_gamma(3.5, 0) == 1
    assert upper_gamma(3.5, 5000) == 0
    assert normal_tail(1.959964) == pytest.approx(0.05, rel=1e-5)


def test_holm_multiplies_the_smallest_most_and_keeps_the_order():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
