import type { DepartmentRemarks } from "./remark.ts";

export const computerRemarks: DepartmentRemarks = {
  all: {
    positive: [
      "The picture is sharp into the corners and easy on my eyes in the evening.",
      "Quiet enough that I hear the clock on the wall instead.",
      "Out of the box and working in the time it takes to make tea.",
      "Four months of home office and not one hiccup.",
      "The build is a class above what I paid for.",
      "All the connections I need are there, and they are where I can reach them.",
      "Colors matched my prints closely enough that I stopped fiddling.",
      "My mother switched from something ancient and has not called for help once.",
      "Text is crisp and I no longer lean forward to read.",
      "It wakes up at once and remembers what I was doing.",
      "Survived a move, two kids and a cat without a mark.",
      "The settings are simple and I found everything in one pass.",
      "Runs cool even on the warmest afternoon we had this summer.",
      "I use it for work all week and for films on Friday, and it is good at both.",
    ],
    middling: [
      "Solid hardware, but the manual feels like an afterthought.",
      "Good for the price, though the brightness could be a step higher.",
      "It does the job; the power cable is oddly short.",
      "I like the design and could live without the firmware updates.",
      "After six weeks I am content, no more than that.",
      "Picture quality is fine once you have turned off every automatic setting.",
    ],
    negative: [
      "There was a stuck bright dot in the middle of the picture from day one.",
      "It lost its settings after every restart.",
      "Something inside whines at a pitch I cannot ignore.",
      "One of the ports gave up within a month.",
      "Uneven light along the lower edge, obvious with any dark film.",
      "It took three calls to support before anything worked.",
    ],
  },
  kinds: {
    laptop: {
      positive: [
        "The keyboard is a joy, with real travel and no flex in the middle.",
        "It gets me through a full working day and the train home on one charge.",
        "It opens with one finger and stays at the angle I leave it.",
        "The touchpad is big, precise and ignores my palms.",
      ],
      middling: [
        "Fast and well made, but I bought a hub in the first week.",
        "A good screen and a so-so webcam, which matters in my job.",
      ],
      negative: [
        "The space bar squeaks and skips on what should be a serious machine.",
        "Battery life is nowhere near the figure on the page.",
      ],
    },
    monitor: {
      positive: [
        "No glare from the window behind me, so the blinds stay open.",
        "Two documents side by side at full size, and my neck is grateful.",
        "The stand is heavy and does not bob when I type.",
        "Hardly any frame around the picture, and my desk feels larger.",
      ],
      middling: [
        "A good panel on a stand that takes up too much desk.",
        "The menu buttons are hidden behind the edge and I always press the wrong one.",
      ],
      negative: [
        "It flickers when it comes back from standby, sometimes for minutes.",
        "The panel leans slightly to the left and cannot be leveled.",
      ],
    },
    projector: {
      positive: [
        "Movie night on the bedroom wall has replaced going out.",
        "It focused itself on a crooked sheet and got it right.",
        "The fan is softer than rain on the window.",
        "Kids in sleeping bags, one big picture, silence at last.",
      ],
      middling: [
        "Wonderful after dark, pale with even one lamp in the room.",
        "The picture is good, but the remote needs a straight line to the back.",
      ],
      negative: [
        "The focus drifts while it warms up, so I adjust it all through a film.",
        "The corners never get sharp at the same time as the center.",
      ],
    },
  },
};
