import type { DemoReview } from "../../product.ts";
import type { Remarks } from "./remark.ts";

/** Opening and closing lines for a rating. They mention no product, time span or feature. */
type Tone = {
  mood: keyof Remarks;
  openers: readonly string[];
  closers: readonly string[];
};

const positiveOpeners = [
  "Read every review before ordering, and the good ones were right.",
  "Took a chance on a name I did not know.",
  "Ordered on a Sunday, in my hands by Wednesday.",
  "My second purchase from this shop.",
  "I was skeptical about the price.",
  "I rarely write reviews.",
  "A recommendation from a colleague.",
  "Far too much comparing went into this decision.",
  "Not my first choice, and now I am glad the other was gone.",
  "Exactly what I was hoping for.",
  "Better than I expected.",
];

export const tones: Record<DemoReview["rating"], Tone> = {
  5: {
    mood: "positive",
    openers: [
      ...positiveOpeners,
      "Five stars without thinking twice.",
      "No complaints at all.",
      "Very happy with this purchase.",
    ],
    closers: [
      "Would buy again tomorrow.",
      "Recommended without any reservation.",
      "Worth every cent to me.",
      "I have already told my brother.",
      "More like this, please.",
      "Could not be happier.",
      "Thank you to whoever packed it so carefully.",
      "That is all I wanted.",
      "I would choose the same again.",
      "Money well spent.",
      "A keeper.",
      "Nothing to add, really.",
    ],
  },
  4: {
    mood: "positive",
    openers: [
      ...positiveOpeners,
      "Very close to perfect.",
      "Four stars, and a solid four.",
      "Really good, and very nearly great.",
    ],
    closers: [
      "One star off because the box arrived dented.",
      "Not cheap, hence four and not five.",
      "Half a star less would be harsh, half a star more generous.",
      "I only wish there were more colors.",
      "The leaflet could be better, but who reads it.",
      "I never give five, so take this as praise.",
      "A tiny blemish on arrival keeps me from a full score.",
      "Not flawless, but I have stopped looking for flawless.",
      "Recommended, if the price does not scare you.",
      "Would order again, perhaps on sale.",
      "Small room for improvement, but only small.",
      "Too much packing material for my taste.",
    ],
  },
  3: {
    mood: "middling",
    openers: [
      "Mixed feelings here.",
      "Three stars, to be fair to both sides.",
      "Not bad, not great.",
      "I wanted to love this more than I do.",
      "Hard to rate.",
      "Somewhere in the middle for me.",
      "Expectations were high, maybe too high.",
      "An honest three.",
    ],
    closers: [
      "Not going back, not coming back for more.",
      "Might suit others better than me.",
      "Fine on sale, I would say.",
      "Shop around before you decide.",
      "I would think twice at full price.",
      "No regrets, no excitement.",
      "Perhaps the next version gets it right.",
      "For now it will do.",
    ],
  },
  2: {
    mood: "negative",
    openers: [
      "Sorry to say it, but I am disappointed.",
      "I expected more after all the praise here.",
      "Nice on the page, less nice in daily life.",
      "Maybe mine is a bad example.",
      "I tried hard to like this.",
      "Two stars, and I hesitated over the second.",
    ],
    closers: [
      "A pity, because the idea is lovely.",
      "The second star is for the friendly delivery.",
      "I hope this is fixed in a later batch.",
      "Customer service was polite, at least.",
      "At half the price I might shrug.",
      "I cannot recommend it as it is.",
    ],
  },
  1: {
    mood: "negative",
    openers: [
      "Avoid, at least for now.",
      "Never been this annoyed by a purchase.",
      "One star, since none is not an option.",
      "I do not understand the good reviews.",
      "I feel let down, plain and simple.",
      "Serious quality problem with mine.",
    ],
    closers: [
      "Sent back the next day.",
      "I have asked for my money back.",
      "Would not buy again.",
      "Not acceptable at this price.",
      "Back to my old one, then.",
      "Lesson learned.",
    ],
  },
};
