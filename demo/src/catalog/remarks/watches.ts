import type { DepartmentRemarks } from "./remark.ts";

export const watchRemarks: DepartmentRemarks = {
  all: {
    positive: [
      "Easy to read at a glance, even without my glasses.",
      "Light on the wrist, and I forget about it until I need it.",
      "The strap is comfortable and did not need breaking in.",
      "Four months of daily wear, no scratches on the glass.",
      "The finish catches the light without being flashy.",
      "It sits flat under a shirt cuff, the main thing for me.",
      "The right size for my thin wrist, not a dinner plate.",
      "Better looking in person, and I liked the pictures already.",
      "Swam, showered and gardened with it, and all is well.",
      "The clasp is secure and does not pinch hair.",
      "Three people have asked me about it so far.",
      "Setting it up took less time than boiling an egg.",
      "Colleagues took it for something several times the price.",
      "I stopped checking my phone for the time, and that was the goal.",
    ],
    middling: [
      "Good looks, but the strap is stiffer than I like.",
      "Nice watch, a bit thick for my taste.",
      "Keeps its promises, though the manual seems to describe another model.",
      "Readable by day and average in the dark.",
      "After three months I like it, without being in love.",
      "The case is lovely and the clasp feels cheaper than the rest.",
    ],
    negative: [
      "The glass scratched in the first week of office work.",
      "Moisture showed under the glass after one rainy walk.",
      "The strap pin jumped out and the watch hit the floor.",
      "My skin turned red under the back within days.",
      "It feels hollow and plasticky, like something from a vending machine.",
      "The coating rubbed off at the edge in a month.",
    ],
  },
  kinds: {
    watch: {
      positive: [
        "It keeps better time than I do.",
        "The hands are cleanly cut and meet the markers exactly.",
        "Setting it feels precise, with no play in the crown.",
        "The case is finished so well that I keep looking at the side.",
      ],
      middling: [
        "A handsome dial, although the date or small print is beyond my eyes.",
        "A fine watch that ticks louder than expected.",
      ],
      negative: [
        "It loses minutes rather than seconds, and setting it daily is no fun.",
        "The seconds hand misses its markers by half a step.",
      ],
    },
    smartwatch: {
      positive: [
        "It buzzes gently for what matters and leaves me alone otherwise.",
        "Heart rate agrees with the chest strap of my running partner.",
        "The battery outlasts my own energy by days.",
        "I see who is calling while my hands are in dough.",
      ],
      middling: [
        "Steps and sleep are fine, calories are science fiction.",
        "A good watch with an app that takes patience.",
      ],
      negative: [
        "It counts my typing as steps and my walks as nothing.",
        "It unpairs from the phone as soon as I leave the room.",
      ],
    },
  },
};
