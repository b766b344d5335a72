"""The gifts, one module each, cheapest first."""

from shows import balloon, castle, gift_box, heart, rocket, rose, whale

ALL = {
    "heart": heart.show,
    "rose": rose.show,
    "balloon": balloon.show,
    "gift-box": gift_box.show,
    "rocket": rocket.show,
    "whale": whale.show,
    "castle": castle.show,
}
