import type { DepartmentRemarks } from "./remark.ts";

export const eyewearRemarks: DepartmentRemarks = {
  all: {
    positive: [
      "The first pair that suits my narrow face.",
      "A whole summer on boats and beaches, and not a scratch.",
      "My optician asked where they were from.",
      "They look more expensive than they were.",
      "Light enough that I push them up and then search for them.",
      "The case closes with a snap and fits a shirt pocket.",
      "Driving west in the evening is bearable again.",
      "Sat on them once, bent them back, all fine.",
      "The color of the frame is richer in daylight than on screen.",
      "No red marks on the bridge after a full day.",
      "Old-fashioned in a good way, and nobody else here has them.",
      "Three weeks in the desert and my eyes were never tired.",
      "The hinges open with a soft, even resistance.",
      "Well balanced, they stay level even when I jog.",
    ],
    middling: [
      "Stylish, but sunscreen and fingerprints show on the lenses at once.",
      "A decent pair, though the case is bulkier than the contents.",
      "I like the shape and would prefer darker lenses.",
      "Fine for walks, a bit too bright for me in the mountains.",
      "Good frame, average lenses, and a price somewhere between.",
      "After one summer they sit looser than they did, still fine.",
    ],
    negative: [
      "The coating on the lenses started to peel after a month.",
      "They slide down as soon as I sweat, and it is summer.",
      "A screw fell out in the first week and took a lens along.",
      "They sit crooked, and a visit to an optician did not help.",
      "The frame has a sharp edge right where it touches my temple.",
      "Much smaller than in the picture, they pinch my head.",
    ],
  },
  kinds: {
    sunglasses: {
      positive: [
        "They stay on my nose when I look down at a map.",
        "No glare on the water, and my eyes are relaxed after hours outside.",
        "The arms do not press behind my ears.",
        "The lenses make the world a bit nicer without changing its colors.",
      ],
      middling: [
        "A good-looking frame that sits slightly wide on my face.",
        "Clear lenses, but they touch my lashes when I laugh.",
      ],
      negative: ["One hinge loosened and the arm now flaps.", "There are ripples in the left lens that make me dizzy."],
    },
  },
};
