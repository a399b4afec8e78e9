import type { DepartmentRemarks } from "./remark.ts";

export const clothingRemarks: DepartmentRemarks = {
  all: {
    positive: [
      "Soft, substantial, and no itching anywhere.",
      "Washed ten times by now and the shape has not moved.",
      "The color is rich and looks the same as on this page.",
      "Sits the way I hoped, and nothing needs tugging.",
      "Seams are flat and the threads trimmed, a rare pleasure.",
      "I have reached for this three mornings in a row.",
      "Good fabric; you can tell as soon as you pick it up.",
      "My husband noticed without being asked.",
      "Works with nearly everything else in my closet.",
      "Came folded in tissue, with a care card that makes sense.",
      "No fading after a summer of sun and laundry.",
      "Simple in the best sense, nothing to get tired of.",
      "Traveled in a stuffed carry-on and shook out fine.",
      "I ordered another before the first box was recycled.",
    ],
    middling: [
      "Nice material, although the style is not quite me.",
      "Good, but a little thinner than I expected.",
      "The color is lovely and needs careful washing to stay so.",
      "Fine, and I have paid less for just as fine.",
      "Shrank slightly in the first wash, still wearable.",
      "Well sewn, only the label scratches and had to go.",
    ],
    negative: [
      "Lost all shape after the second wash, which I did by the book.",
      "The fabric pills within a few days.",
      "The color bled in the wash and took two towels along.",
      "A hole appeared next to the seam in the first week.",
      "Looks a good deal cheaper in person than in the picture.",
      "Feels rough, and softener made no difference.",
    ],
  },
  kinds: {
    shirt: {
      positive: [
        "The collar sits well open, and with a jacket too.",
        "The sleeves roll up and stay rolled.",
        "It looks good with a few wrinkles, so I have quit ironing.",
        "Long enough to stay tucked when I reach up.",
      ],
      middling: [
        "Nice cloth, but the buttonholes are tight and my fingers are not.",
        "Fits the shoulders and balloons around the waist.",
      ],
      negative: [
        "A button came off while I was dressing for an interview.",
        "The collar points curl up whatever I do.",
      ],
    },
    tee: {
      positive: [
        "The neck has not gone wavy, my usual complaint with tees.",
        "Thick enough to wear alone and cool enough for July.",
        "The length is perfect, neither crop top nor nightgown.",
        "The shoulder seams sit where my shoulders are.",
      ],
      middling: [
        "Nice weight, slightly boxy on a narrow frame.",
        "A decent tee, only the sleeves are longer than I like.",
      ],
      negative: [
        "The hem twists around to the front after every wash.",
        "The neck is so tight that I get out of it like an escape artist.",
      ],
    },
    sweater: {
      positive: [
        "Warm without weight, I wear it from breakfast to bed.",
        "The cuffs spring back even though I push them up all day.",
        "The knit is even and there is not one loose end inside.",
        "It survives my desk chair without pilling at the elbows.",
      ],
      middling: [
        "Cozy, but it grows a little during the day.",
        "Beautiful knit that needs a shirt underneath on my skin.",
      ],
      negative: ["The elbows bagged out and stay that way.", "It leaves fluff on every chair in the house."],
    },
    dress: {
      positive: [
        "It moves when I walk and behaves when I sit.",
        "I danced at a wedding in it and never had to tug.",
        "Sneakers by day, heels at night, and it works with both.",
        "The waist sits where mine is, a small miracle.",
      ],
      middling: [
        "A pretty dress, though the neckline needs a pin on me.",
        "Great color and drape, a bit long for five foot two.",
      ],
      negative: ["It clings in every place I would rather it did not.", "The seam at the side split when I sat down."],
    },
    jeans: {
      positive: [
        "They fit waist and thigh at the same time, finally.",
        "The leg falls straight and meets a boot nicely.",
        "The pockets hold a phone without showing its whole outline.",
        "No gap at the back of the waist when I sit.",
      ],
      middling: [
        "Good denim, an inch longer than the label says.",
        "They fit in the morning and feel a size larger by dinner.",
      ],
      negative: ["The zipper slides down by itself, always in company.", "The inner thigh wore thin far too soon."],
    },
    scarf: {
      positive: [
        "Long enough for the knot I like and not so long that it trails.",
        "It drapes softly and never feels like a neck brace.",
        "No prickle, and I have a very fussy neck.",
        "The edges are finished so well that I show people.",
      ],
      middling: [
        "A lovely color, but it slips off one shoulder all the time.",
        "Nice feel, somewhat smaller than I pictured.",
      ],
      negative: [
        "One pulled thread and now there is a ladder across the middle.",
        "The edge frayed although I handled it like an egg.",
      ],
    },
    cap: {
      positive: [
        "It sits low enough that wind is not a problem.",
        "It fits my big head with two notches to spare.",
        "The visor has a good curve and shades my eyes on the drive home.",
        "Looks right on my daughter and on me, so we share it.",
      ],
      middling: [
        "Comfortable, only the crown stands up higher than I like.",
        "A good everyday cap with a strap end that pokes out.",
      ],
      negative: [
        "The sweatband itches and leaves a red line.",
        "The visor is sewn on crooked, and on a face you notice.",
      ],
    },
    beanie: {
      positive: [
        "It stays over my ears and does not creep up.",
        "Warm without sweating, even on the walk uphill.",
        "It survives being stuffed in a pocket all day.",
        "Not too pointy and not too slouchy, just a hat.",
      ],
      middling: [
        "Warm and soft, a bit short for my long head.",
        "Nice beanie that flattens my hair more than others do.",
      ],
      negative: ["It stretched until it sat on my eyebrows.", "The fold inside scratches right across the forehead."],
    },
  },
};
