"""The gifts, one module each, cheapest first."""

from shows import castle, heart, rocket, rose

ALL = {
    "heart": heart.show,
    "rose": rose.show,
    "rocket": rocket.show,
    "castle": castle.show,
}
