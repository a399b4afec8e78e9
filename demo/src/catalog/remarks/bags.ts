import type { DepartmentRemarks } from "./remark.ts";

export const bagRemarks: DepartmentRemarks = {
  all: {
    positive: [
      "Holds more than it seems to and keeps its shape.",
      "The straps do not dig in, even with a week of groceries.",
      "Carried it around a fair all day and was comfortable to the end.",
      "A year of commuting has left hardly a trace.",
      "Every seam and fitting feels overbuilt, in a good way.",
      "I can find my keys without emptying it on the sidewalk.",
      "Fits beside me on the train, with room left for my feet.",
      "The material is tough and still pleasant to touch.",
      "Looks smart, and not like something from an airport gift shop.",
      "The inside is simple, so things do not vanish in there.",
      "My back feels better than with anything I carried before.",
      "Stitching doubled where it should be, I checked every corner.",
      "Three trips so far, thrown around by baggage handlers, not a tear.",
      "The color is calm and hides the dirt of the train floor.",
    ],
    middling: [
      "A good bag, although one more inside pocket would help a lot.",
      "Pretty and well made, a little heavy before anything goes in.",
      "Great on the outside, less clever inside.",
      "Carries well when full and flops over when empty.",
      "It has held up for half a year, but the base shows some wear.",
      "I like it, and I wish the straps were two inches longer.",
    ],
    negative: [
      "One strap tore at the seam with nothing heavier than books inside.",
      "The edges started to fray almost at once.",
      "An inside seam ripped within a month.",
      "It smells of solvent and passes the smell on to my lunch.",
      "The metal parts lost their finish in a few weeks.",
      "Much smaller in reality; check the measurements twice.",
    ],
  },
  kinds: {
    backpack: {
      positive: [
        "The laptop sits close to my back and does not swing.",
        "The shoulder pads are firm and do not go flat.",
        "Side access means I do not unpack on the platform.",
        "It stands up by itself under a café table.",
      ],
      middling: [
        "A comfortable pack, but the bottle has nowhere good to go.",
        "Roomy main space, while the front pocket is flat once it is full.",
      ],
      negative: [
        "The zipper pull came off in my hand on a mountain.",
        "The strap adjusters slip and one side hangs lower all day.",
      ],
    },
    tote: {
      positive: [
        "It takes a laptop, lunch and a sweater and still hangs straight.",
        "The handles fit over a thick coat without a struggle.",
        "It stands open at the checkout, and packing goes quickly.",
        "Plain and handsome, and it goes from market to office.",
      ],
      middling: [
        "A fine tote, though it tips over the moment I let go.",
        "Roomy, but everything small ends up at the very bottom.",
      ],
      negative: [
        "A handle seam came undone on the way home from the store.",
        "The bottom sags so much that my things form a pile.",
      ],
    },
    duffel: {
      positive: [
        "Four days of clothes, shoes and a book, and it closed without kneeling.",
        "The opening is wide, so I see everything at once.",
        "The grips are easy on the hand for the long walk to the gate.",
        "It squeezes into the trunk beside a stroller.",
      ],
      middling: [
        "Tough bag, but the shoulder strap slides on a smooth jacket.",
        "Plenty of space and little order; packing cubes help.",
      ],
      negative: [
        "The zipper catches on the flap at both ends.",
        "A clip on the strap snapped in the middle of a station.",
      ],
    },
  },
};
