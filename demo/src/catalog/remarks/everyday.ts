import type { DepartmentRemarks } from "./remark.ts";

export const everydayRemarks: DepartmentRemarks = {
  all: {
    positive: [
      "A small thing done properly, and I enjoy it several times a day.",
      "Still going strong after half a year of no mercy.",
      "It feels good in the hand, solid but not heavy.",
      "The color is even nicer than in the picture.",
      "Does one job and does it without fuss.",
      "I gave the old one away the same afternoon.",
      "Made well enough that I stopped looking for a better one.",
      "Lost it once, and was surprised how much I minded.",
      "No loose threads, no rough edges, no squeaks.",
      "The size is just right, neither bulky nor fussy.",
      "Two friends have copied me by now.",
      "A fair price for something I touch every day.",
      "The more worn it gets, the better it looks.",
      "It came in a paper sleeve, no plastic at all.",
    ],
    middling: [
      "Good enough, though I have seen a similar one for less.",
      "I like the look, and the use takes some getting used to.",
      "Well made but a touch larger than I imagined.",
      "Does its work; the color is duller than on my screen.",
      "It is all right after two months, nothing more to report.",
      "A nice object with one small flaw I keep noticing.",
    ],
    negative: [
      "It broke in the third week of normal use.",
      "The finish came off in flakes.",
      "It looks worn out already, and not in a charming way.",
      "Poorly put together; one side is visibly higher than the other.",
      "It has a smell that two weeks on the balcony did not cure.",
      "Nothing about it feels worth the money.",
    ],
  },
  kinds: {
    bottle: {
      positive: [
        "Not a drop in my bag, even upside down under a laptop.",
        "Water tastes like water, with nothing metallic about it.",
        "It is easy to clean, and no smell stays behind.",
        "It pours and drinks without dribbling on my shirt.",
      ],
      middling: [
        "A good bottle that does not fit my bicycle cage.",
        "Keeps its promises, but the lid needs a firm twist.",
      ],
      negative: [
        "It leaks at the seal whenever it lies on its side.",
        "It dented or chipped from one small knock on the sink.",
      ],
    },
    wallet: {
      positive: [
        "Thin enough for a front pocket and it holds all I need.",
        "Cards come out with a push of the thumb and never by accident.",
        "I have halved what I carry, and it was overdue.",
        "The stitching is tiny and perfectly straight.",
      ],
      middling: [
        "A handsome wallet, but the slots are tight for more than one card.",
        "Compact, and a bit awkward with paper receipts.",
      ],
      negative: [
        "The corners frayed, and I carry it in a front pocket.",
        "My cards slid out and I only noticed at the register.",
      ],
    },
    belt: {
      positive: [
        "It lies flat, does not curl and goes through every loop.",
        "The buckle is smooth and leaves no mark on a sweater.",
        "It sits comfortably through long dinners.",
        "Shortening it at home was easy.",
      ],
      middling: [
        "A decent belt, somewhat stiff at the waist when I sit.",
        "Nice buckle, and an end that sticks out without the second loop.",
      ],
      negative: [
        "The buckle slips, and I adjust it every time I stand up.",
        "Cracks appeared right where the buckle sits.",
      ],
    },
    umbrella: {
      positive: [
        "It has survived a coastal wind that killed two cheap ones.",
        "Opens cleanly and covers me and half a backpack.",
        "The handle is comfortable and never slippery.",
        "It dries quickly and does not drip all over the hallway.",
      ],
      middling: [
        "A sturdy umbrella that is a little bulky on a crowded tram.",
        "Good in rain, average in sideways rain.",
      ],
      negative: [
        "A rib popped out of its tip in the first real gust.",
        "It takes two tries to stay open, and rain does not wait.",
      ],
    },
    pen: {
      positive: [
        "It starts at once and never skips on cheap paper.",
        "The balance is lovely, and my handwriting has improved.",
        "I sign everything with it and look for more to sign.",
        "People borrow it and hand it back with regret.",
      ],
      middling: [
        "A fine pen that rolls off any table with the slightest slope.",
        "It writes well, though it is heavy for a whole page.",
      ],
      negative: [
        "It left a blot in my breast pocket, and that was a good shirt.",
        "It skips on every third word, whatever the paper.",
      ],
    },
    "key-ring": {
      positive: [
        "My keys no longer scratch my phone or vanish in the bag.",
        "It clips on with one hand, even with a child on the other arm.",
        "The ring is strong and a key has never come off by itself.",
        "I find it by touch at the bottom of a full tote.",
      ],
      middling: [
        "Nice to hold, but getting a key onto it costs a fingernail.",
        "Well made, a bit chunky for tight jeans.",
      ],
      negative: [
        "The ring bent open and my house key is gone.",
        "It lets go at the worst moment, namely over a drain.",
      ],
    },
  },
};
