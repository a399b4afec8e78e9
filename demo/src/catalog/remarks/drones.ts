import type { DepartmentRemarks } from "./remark.ts";

export const droneRemarks: DepartmentRemarks = {
  all: {
    positive: [
      "Up in the air ten minutes after the doorbell rang.",
      "Steady, predictable and quieter than my neighbor feared.",
      "I am sixty-eight and had never flown anything, and now I do it every weekend.",
      "The controls are so gentle that nobody in the family is scared of it.",
      "Built to be repaired, with small screws and parts that come apart.",
      "After three months of clumsy landings everything still works.",
      "It comes back when told, which is all I ask of it.",
      "The whole soccer team has had a turn and it survived.",
      "Batteries charge faster than I can fly them empty.",
      "The manual is short, clear and honest about what not to do.",
      "More fun than any gadget I have bought in years.",
      "It fits in a corner of the bag, so it comes along.",
      "Stable enough that I can look at the sky instead of the sticks.",
      "The first model I have not lost or broken within a month.",
    ],
    middling: [
      "Fun, but each flight is over just when it gets interesting.",
      "Good hardware with an app that feels a version behind.",
      "It flies well and sounds like an angry hair dryer.",
      "Nice to have, and after six weeks it flies less often than planned.",
      "Easy to start and surprisingly fussy to pair again.",
      "Decent value, although spare batteries cost too much.",
    ],
    negative: [
      "One motor was weaker from the start, so it tilts in every turn.",
      "It lost contact right above me and came down hard.",
      "The battery swelled after a month and no longer fits.",
      "The camera picture stutters so much that I stopped using it.",
      "It refuses to start until it has updated itself, outdoors, without signal.",
      "A leg cracked on the second landing, on grass.",
    ],
  },
  kinds: {
    drone: {
      positive: [
        "It hangs in the air as if it were nailed there.",
        "Spare rotors in the box saved my first afternoon.",
        "I crashed it into a hedge and it simply took off again.",
        "The landing is gentler than anything I could do by hand.",
      ],
      middling: [
        "Flies nicely, but the app asks to be updated whenever I have no signal.",
        "Good fun in calm air and a nervous affair in anything else.",
      ],
      negative: [
        "It drifts to the left no matter how often I calibrate.",
        "A rotor guard or arm that cracks on a soft lawn is not good enough.",
      ],
    },
  },
};
