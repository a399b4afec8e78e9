import type { DepartmentRemarks } from "./remark.ts";

export const cameraRemarks: DepartmentRemarks = {
  all: {
    positive: [
      "Skin tones come out natural, even under my terrible kitchen light.",
      "Took it on a two-week trip and it never got in the way.",
      "Feels dense and well put together, nothing flexes.",
      "The controls are labeled in words a person would use.",
      "One picture from it hangs in the hallway and visitors stop to look.",
      "My twelve-year-old had the hang of it before I had found my glasses.",
      "Colors are honest, neither dull nor candied.",
      "Arrived well packed, and I had my first good shot within the hour.",
      "After three months I still take it along for no particular reason.",
      "It makes me slow down and look, which is why I wanted it.",
      "Cold morning at the lake, wet fingers, no complaints from it or from me.",
      "Better built than its price suggests.",
      "The exposure is right nine times out of ten without my help.",
      "I learned more with it in a month than with my phone in years.",
    ],
    middling: [
      "Lovely pictures in daylight, so-so ones once the sun is gone.",
      "Good, but I expected the battery to last longer on a cold day.",
      "The results are nice; getting there takes more steps than it should.",
      "It does what it says and leaves me a little unmoved.",
      "The carrying strap and case options are poor, the rest is fine.",
      "A month in, I am still undecided between this and the next model up.",
    ],
    negative: [
      "Soft pictures on one side, whatever I try.",
      "It switched itself off three times during my daughter's recital.",
      "The door over the battery feels as if it will snap any day.",
      "Colors lean green indoors and no setting fixes it.",
      "Mine had dust behind the front glass when I unwrapped it.",
      "After two months one of the buttons only reacts when pressed twice.",
    ],
  },
  kinds: {
    camera: {
      positive: [
        "The shutter has a soft sound that lets me shoot in a quiet church.",
        "Dials under the thumb and finger mean I hardly ever look at a screen.",
        "Files hold plenty of detail in the shadows when I lift them.",
        "The viewfinder is bright enough for a squinting person with glasses.",
      ],
      middling: [
        "Sharp and pleasant to hold, but heavier around the neck than I wished.",
        "Great stills, and I would not buy it for anything that moves fast.",
      ],
      negative: ["Focus is never quite where I put it.", "The grip started to peel at the corner under my thumb."],
    },
    "instant-camera": {
      positive: [
        "The guest book at our wedding is now the best thing on our shelf.",
        "Prints come out with soft, slightly faded colors that suit birthdays.",
        "Everyone goes quiet while the picture appears, then everyone wants one.",
        "Loading film is clear and I have not wasted a single pack.",
      ],
      middling: [
        "Great fun at parties, and the film costs add up quickly.",
        "Charming pictures in the garden, mostly black ones in the living room.",
      ],
      negative: [
        "Half of every pack came out white on one edge.",
        "The print jams on its way out and has to be coaxed.",
      ],
    },
  },
};
