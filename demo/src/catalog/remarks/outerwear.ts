import type { DepartmentRemarks } from "./remark.ts";

export const outerwearRemarks: DepartmentRemarks = {
  all: {
    positive: [
      "Warm where it matters and never stuffy on the subway.",
      "The fit is right on the first try, which never happens to me.",
      "Every day from November to March, and still fresh.",
      "The stitching is dense and straight, even on the inside.",
      "The color is exactly what I saw here, deep and quiet.",
      "Keeps the wind out on the bridge where I used to curse.",
      "My sister tried mine on and ordered her own the same evening.",
      "Good weight in the hand; you feel where the money went.",
      "Roomy enough to move, without looking borrowed.",
      "Easy to put on over a thick sweater cuff.",
      "Light rain is no problem, and it dries overnight on a hook.",
      "A stranger in an elevator complimented me, so there is that.",
      "Finished neatly down to the last thread, I looked.",
      "Simple, practical, well thought out, and no logos.",
    ],
    middling: [
      "Good quality, but the sizing runs small and I had to exchange once.",
      "Fine for fall, not quite enough for our January.",
      "Nice cut, while the fabric picks up every bit of lint.",
      "The make is solid and the color slightly off from the picture.",
      "After one season it looks all right, no better and no worse.",
      "I like the look more than the feel, to be honest.",
    ],
    negative: [
      "A seam opened along the side in the first month.",
      "The sizing is a lottery; medium fits like an extra large.",
      "It sheds fibers on everything I own.",
      "Cold gets straight through, whatever the description says.",
      "The dye came off on my light scarf.",
      "It smelled strongly of chemicals and two weeks of airing did not help.",
    ],
  },
  kinds: {
    jacket: {
      positive: [
        "Pockets are big enough for hands, phone and a dog leash at once.",
        "The sleeves stay long when I reach for handlebars.",
        "It layers over a hoodie without making me look like a tire.",
        "The front closes smoothly and nothing snags.",
      ],
      middling: [
        "A good jacket with pockets half an inch too shallow.",
        "Great shoulders, but short in the back for cycling.",
      ],
      negative: [
        "The closure fails at the bottom every second time.",
        "The sleeves twist inward and no washing has fixed it.",
      ],
    },
    coat: {
      positive: [
        "It hangs beautifully and moves when I walk.",
        "It makes sweatpants look like a decision.",
        "The shoulders sit perfectly, no tailor needed.",
        "The collar stands up against the wind and lies flat indoors.",
      ],
      middling: [
        "Elegant, but the sleeves had to be shortened by an inch.",
        "It wrinkles at the back when I drive, and I drive a lot.",
      ],
      negative: [
        "Two buttons fell off, and one of them was never found.",
        "The back seam pulls across the shoulders when I lift my arms.",
      ],
    },
    gloves: {
      positive: [
        "I can unlock the bicycle without taking them off.",
        "Fingers are the right length, with no empty tips.",
        "They fit inside a sleeve and still cover the wrist.",
        "Warm hands at the bus stop, and I can still feel coins.",
      ],
      middling: [
        "Soft and well made, but the thumb is cut short.",
        "My hands are warm and my fingertips slightly less so.",
      ],
      negative: ["A hole opened at the tip of the index finger.", "The wrist is so wide that the cold walks right in."],
    },
  },
};
