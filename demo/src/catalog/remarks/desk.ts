import type { DepartmentRemarks } from "./remark.ts";

export const deskRemarks: DepartmentRemarks = {
  all: {
    positive: [
      "My desk looks calmer since this arrived, and so do I.",
      "Solid in every part, and nothing about it rattles.",
      "Worked the moment I plugged it in, no software, no account.",
      "Eight hours a day for half a year and it looks new.",
      "The materials feel much better than the usual plastic.",
      "I bought one for the office and a week later one for home.",
      "The color is exactly as pictured and looks good next to wood.",
      "Everything moves, clicks or turns with the right resistance.",
      "My wrists and eyes both thank me at the end of the day.",
      "No bright logo, no rainbow lights unless you ask for them.",
      "It replaced one that cost twice as much, and I lost nothing.",
      "Clever packaging, short manual, straight to work.",
      "The kids fight over it, which I take as a recommendation.",
      "Exactly as described, down to the millimeter.",
    ],
    middling: [
      "Good quality, but a size smaller would have suited my desk.",
      "I like the feel and am lukewarm about the looks.",
      "Does what it should, while the finish could be tougher.",
      "Fine after an adjustment period of about three weeks.",
      "Nice in the hand, dust shows on every surface of it.",
      "A fair product at a price that is on the upper edge of fair.",
    ],
    negative: [
      "It arrived with a loose part rattling inside.",
      "After a month the surface turned shiny exactly where I touch it.",
      "It stops working for a second several times a day.",
      "Smells of fresh rubber, and airing it for two weeks changed little.",
      "It feels hollow and cheap for what it costs.",
      "The parts do not line up, and you can see the gap from across the room.",
    ],
  },
  kinds: {
    keyboard: {
      positive: [
        "Typing on it is so pleasant that I answer mail I could have ignored.",
        "The layout took me an afternoon and now everything else feels odd.",
        "Keys are even, with no dead corners and no ping.",
        "I can type on it for hours without stiff fingers.",
      ],
      middling: [
        "I love the feel, my desk neighbor does not love the sound.",
        "Good keys, although the legends are hard to see in the evening.",
      ],
      negative: [
        "The E key doubles when I type fast, and E is not a rare letter.",
        "It freezes after every lunch break until I restart something.",
      ],
    },
    mouse: {
      positive: [
        "My hand rests on it without gripping, and the ache is gone.",
        "The pointer goes where I want, even across two big screens.",
        "Scrolling is smooth with just enough notch to count lines.",
        "It glides through long spreadsheets and I never think about it.",
      ],
      middling: [
        "Comfortable shape, but the side buttons are a stretch for my thumb.",
        "Accurate enough, with clicks that are firmer than I like.",
      ],
      negative: [
        "A single click registers as two, and files open by themselves.",
        "The wheel skips backward every few turns.",
      ],
    },
    "game-controller": {
      positive: [
        "Buttons have a crisp end point, and long sessions do not cramp my hands.",
        "I finally beat the level I blamed on my old controller.",
        "Setup took a minute and then it simply worked.",
        "My brother-in-law has stopped bringing his own.",
      ],
      middling: [
        "Good buttons, and a direction pad that is a little too soft.",
        "Nice for an hour, then I notice the edges against my palms.",
      ],
      negative: [
        "Diagonals on the pad register as whatever it feels like.",
        "One shoulder button sticks after fast presses.",
      ],
    },
    "desk-lamp": {
      positive: [
        "The light is warm without turning my papers orange.",
        "No flicker on video calls, and no shiny spot on my forehead.",
        "It stands steady, even with a cat walking past.",
        "Evenings at the desk feel like a reading room now.",
      ],
      middling: [
        "Beautiful lamp, but I would like one step dimmer at night.",
        "Lights my notebook well and leaves the rest of the desk in shade.",
      ],
      negative: [
        "It hums at every brightness except the highest.",
        "The switch is stiff, so the whole lamp moves when I use it.",
      ],
    },
  },
};
