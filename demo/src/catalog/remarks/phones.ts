import type { DepartmentRemarks } from "./remark.ts";

export const phoneRemarks: DepartmentRemarks = {
  all: {
    positive: [
      "Fits my hand and my daily routine, and that is more than I can say of the last one.",
      "Feels expensive without being slippery or cold.",
      "Four months in, and still no scratches despite living in a bag with keys.",
      "Charging is quick, and nothing ever gets alarmingly warm.",
      "Packed in plain cardboard with nothing to throw away but paper.",
      "Does everything I ask and nothing I did not ask for.",
      "The finish is exactly the color shown here.",
      "My father uses it every day and has stopped asking me questions.",
      "Took it around three countries and it never let me down.",
      "A sensible size that does not make the table look like an office.",
      "The edges are smooth and the seams even; somebody cared.",
      "I trust it alone overnight, which is rarer than it sounds.",
      "Dropped it once on a wooden floor, with no harm done.",
      "The price is fair, and so are the promises on the page.",
    ],
    middling: [
      "Good, but I am not sure it is better than what I had for the money.",
      "Heavier than I imagined from the pictures, otherwise fine.",
      "Works as described, only the cable situation is annoying.",
      "Half of what it can do is for other people, and my half is fine.",
      "After two months it does its work and gives me no feelings either way.",
      "Pleasant to hold, slightly slow when I am in a hurry.",
    ],
    negative: [
      "Gets hot enough that I put it down.",
      "The socket became loose within weeks and needs the plug held at an angle.",
      "Mine arrived with a hairline scratch across the front.",
      "It stops charging overnight for no reason I can find.",
      "Nothing like the figures on the page, I timed it.",
      "Support answered after nine days with a link to the manual.",
    ],
  },
  kinds: {
    phone: {
      positive: [
        "The camera is quick, and my moving toddler is in focus for once.",
        "Calls are loud and clear, and yes, I still make calls.",
        "I can read the screen in full sun at the ballpark.",
        "A day and a half per charge with maps, music and too many messages.",
      ],
      middling: [
        "Great screen, while the night pictures look a bit painted.",
        "Smooth at everything except the one game my son plays.",
      ],
      negative: [
        "The fingerprint reader knows me about half the time.",
        "It drops the signal in my own living room, where the old phone held it.",
      ],
    },
    tablet: {
      positive: [
        "Reading in bed with it is easy on both eyes and wrists.",
        "Recipes, sheet music, crosswords: it lives on the kitchen counter now.",
        "Sound is good enough that we skip the speaker for a film.",
        "The screen is a pleasure for comics, full pages without zooming.",
      ],
      middling: [
        "A nice display, though turning it sometimes takes a second thought.",
        "Fine for reading and watching, a little slow with large documents.",
      ],
      negative: [
        "Touches near the edge are ignored, and that is where the buttons are.",
        "The display has a yellow tint on one side that I see on every white page.",
      ],
    },
    charger: {
      positive: [
        "My phone has not died on me once since I started using it.",
        "It stays cool and makes no coil noise next to my bed.",
        "Small enough that I stopped leaving it at home.",
        "My phone is full by the time I have had breakfast and dressed.",
      ],
      middling: [
        "Charges well, although the little light is far too bright at night.",
        "Does its job, and I notice it slows down when it gets warm.",
      ],
      negative: [
        "It buzzes like a tired mosquito whenever it is in use.",
        "It charges my phone slower than the old one it was meant to replace.",
      ],
    },
  },
};
