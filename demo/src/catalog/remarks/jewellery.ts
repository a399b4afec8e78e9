import type { DepartmentRemarks } from "./remark.ts";

export const jewelleryRemarks: DepartmentRemarks = {
  all: {
    positive: [
      "Even prettier in daylight than in the pictures.",
      "Light enough to forget and fine enough to be noticed.",
      "Worn nearly every day since spring, and no sign of wear.",
      "The finishing is clean, with no sharp edge anywhere.",
      "The small cloth-covered box alone is worth keeping.",
      "Goes with a T-shirt as easily as with a dress.",
      "No reaction from my very sensitive skin.",
      "My best friend asked to borrow, and I said no.",
      "The color is warm and not at all brassy.",
      "Delicate to look at and sturdier than you would think.",
      "My aunt, who is strict about such things, approved at once.",
      "Understated, which is exactly what I was looking for.",
      "Bought for one evening and worn ever since.",
      "Well made for the price, and nothing about it rattles or bends.",
    ],
    middling: [
      "Nice, though smaller than it appears in the close-up.",
      "Good quality, but the tone is cooler than I had hoped.",
      "Pretty from a distance and a little plain up close.",
      "Exactly what the page says, and somehow I expected more presence.",
      "The box is lovely and the contents are all right.",
      "Fine for everyday, not special enough for the occasion I had in mind.",
    ],
    negative: [
      "The surface dulled within three weeks of careful wear.",
      "There was a visible scratch that somebody must have seen before packing.",
      "Snags on wool and hair alike, several times a day.",
      "Feels flimsy, like something that came with a magazine.",
      "Left a dark mark on my skin the first warm day.",
      "The color has little to do with the picture.",
    ],
  },
  kinds: {
    ring: {
      positive: [
        "It fits as measured and turns without slipping.",
        "The stone sits low, so gloves go on without a fight.",
        "It has a pleasant weight and a smooth inside.",
        "The stone throws a small spark of color on the desk.",
      ],
      middling: [
        "A pretty ring, only half a size off what I ordered.",
        "The band is lovely and the stone paler than shown.",
      ],
      negative: [
        "The stone sits crooked, and I see it each time I look down.",
        "The band bent out of round from carrying a shopping bag.",
      ],
    },
    necklace: {
      positive: [
        "It lies flat and does not flip over.",
        "The length is right for an open collar and for a crew neck.",
        "I can close the clasp alone and in the dark.",
        "It catches the light when I talk, in a quiet way.",
      ],
      middling: [
        "A lovely necklace, but it turns until the clasp is in front.",
        "A finger shorter than I expected, so measure first.",
      ],
      negative: [
        "The clasp opened by itself and I found the necklace in my scarf.",
        "It tangles if you so much as look at it.",
      ],
    },
    earrings: {
      positive: [
        "They hang straight and do not pull.",
        "I slept in them by accident and noticed only in the mirror.",
        "They move just enough to be fun.",
        "Closing them is easy even with cold fingers.",
      ],
      middling: [
        "Nice pair, although one hangs a hair lower than the other.",
        "Pretty, a little larger on my ears than I had in mind.",
      ],
      negative: [
        "One fell out on the street because it does not close fully.",
        "My ears itched the same evening, and they never do.",
      ],
    },
    bracelet: {
      positive: [
        "It stays where I put it and does not clatter on the keyboard.",
        "It looks good next to a watch without scratching it.",
        "The fit is snug without leaving a mark.",
        "You can see that a person made it, in a good way.",
      ],
      middling: ["Handsome, but putting it on takes practice.", "Good craft, slightly stiff around a bony wrist."],
      negative: [
        "It pinches on one side, and bending made it worse.",
        "It slips over my hand and I have nearly lost it twice.",
      ],
    },
  },
};
