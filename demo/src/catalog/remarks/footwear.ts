import type { DepartmentRemarks } from "./remark.ts";

export const footwearRemarks: DepartmentRemarks = {
  all: {
    positive: [
      "True to size for me, and my feet are not easy to please.",
      "Walked six miles on the first day and came home without a blister.",
      "The stitching is even and there is no glue showing anywhere.",
      "They look better after two months than they did in the box.",
      "Wide enough at the toes, snug at the heel, exactly what I need.",
      "I get stopped and asked where they are from about once a week.",
      "My cobbler looked them over and nodded, which he rarely does.",
      "Good support under the arch, so no insoles needed.",
      "The color is a touch deeper than on screen and I prefer it.",
      "They go with jeans on Saturday and a suit on Monday.",
      "On my feet all day in a classroom, and no complaints by evening.",
      "They came with a cloth dust bag, a thoughtful touch.",
      "No breaking in at all, straight out for the evening.",
      "They clean up with a damp cloth and look new again.",
    ],
    middling: [
      "Handsome, but between two sizes I never found the perfect one.",
      "Comfortable enough, only the insole is thinner than I like.",
      "They look great and needed three weeks to stop pinching.",
      "Well made, though a bit warm for anything above 75 degrees.",
      "Nice shape, fair quality, and a price that makes me expect more.",
      "Left fits perfectly, right is slightly tight; maybe that is my feet.",
    ],
    negative: [
      "The sole started to come away at the toe after five weeks.",
      "They rub at the heel no matter which socks I wear.",
      "Much narrower than the size chart suggests.",
      "The left and right shoe are not the same shade.",
      "A seam on the inside presses on my little toe with every step.",
      "Slippery on any smooth floor, I nearly fell in a supermarket.",
    ],
  },
  kinds: {
    sneaker: {
      positive: [
        "Springy without that marshmallow feeling, my knees approve.",
        "They breathe well, and the tongue stays in the middle.",
        "Clean lines and no giant logo on the side.",
        "I wear them to work, to the playground and everywhere between.",
      ],
      middling: [
        "Good sneakers, but the laces come undone twice a day.",
        "Comfortable in front and a little loose around the ankle.",
      ],
      negative: [
        "The inside of the heel wore through to the plastic.",
        "They squeak on every tiled floor and I sound like a gym class.",
      ],
    },
    boot: {
      positive: [
        "Slush, gravel, wet leaves: my socks stayed dry.",
        "The heel sits firm and the ankle has just enough room for thick socks.",
        "Proper boots with some weight to them, but not lead.",
        "They polish up beautifully and hide scuffs well.",
      ],
      middling: [
        "Great leather on a stiff sole that makes stairs interesting.",
        "They keep water out and heat in, sometimes too much of it.",
      ],
      negative: [
        "Water comes in at the side seam even in ordinary rain.",
        "The shaft is so tight that getting in takes two hands and patience.",
      ],
    },
    loafer: {
      positive: [
        "They slip on without a shoehorn and stay on without clenching my toes.",
        "The apron stitching is neat enough to show to my grandfather.",
        "Smart enough for court, easy enough for the grocery run.",
        "With bare ankles or thin socks, both look right.",
      ],
      middling: [
        "Elegant pair, although my heel lifts a little on the stairs.",
        "They creased across the vamp sooner than my other loafers.",
      ],
      negative: [
        "The edge under the ankle bone cuts in and does not soften.",
        "The ornament on the right shoe came loose and dangled.",
      ],
    },
  },
};
