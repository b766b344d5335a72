"""The gifts, one module each, cheapest first."""

from shows import (
    balloon, castle, cat, coffee, confetti, crown, gift_box, heart, phoenix, rocket, rose, sports_car, star, whale,
)  # fmt: skip

ALL = {
    "heart": heart.show,
    "star": star.show,
    "rose": rose.show,
    "coffee": coffee.show,
    "balloon": balloon.show,
    "confetti": confetti.show,
    "cat": cat.show,
    "gift-box": gift_box.show,
    "crown": crown.show,
    "rocket": rocket.show,
    "whale": whale.show,
    "sports-car": sports_car.show,
    "phoenix": phoenix.show,
    "castle": castle.show,
}
