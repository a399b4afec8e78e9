import type { View } from "../src/pictures/studio.ts";

/** Of what the gallery shows more: where to look closely, and how wide the thing is when it stands on a table. */
export type Further = { near?: View; width?: number; wide?: number; rail?: boolean };

const near = (x: number, y: number, size: number): View => ({ x, y, size });

export const further: Readonly<Record<string, Further>> = {
  "rally-court-sneakers": {},
  "tempo-daily-running-shoes": {},
  "canal-canvas-high-tops": {},
  "aldgate-chelsea-boots": {},
  "werkhof-lace-up-boots": {},
  "fenwick-penny-loafers": {},
  "tide-sterling-silver-ring": {},
  "ember-garnet-ring": {},
  "halo-pendant-necklace": {},
  "lune-pearl-necklace": {},
  "torsade-cuff-bracelet": {},
  "cordage-leather-bracelet": {},
  "halden-over-ear-headphones": { near: near(130, 300, 480), width: 18, wide: 42 },
  "reporter-rangefinder-camera": { near: near(230, 270, 430), width: 14, wide: 37 },
  "feather-13-laptop": { near: near(120, 480, 400), width: 30, wide: 56 },
  "lyric-belt-drive-turntable": { near: near(480, 440, 400), width: 42, wide: 70 },
  "cafe-radio-speaker": { near: near(160, 400, 400), width: 28, wide: 53 },
  "alder-dslr-camera-kit": { near: near(170, 290, 430), width: 15, wide: 37 },
  "tandem-wireless-controller": { near: near(140, 300, 400), width: 15.5, wide: 37 },
  "clack-75-mechanical-keyboard": { near: near(520, 420, 360), width: 32, wide: 56 },
  "bloom-instant-camera": { near: near(400, 290, 400), width: 12, wide: 35 },
  "heron-jointed-desk-lamp": { near: near(480, 170, 400), width: 34, wide: 67 },
  "longitude-automatic-watch": { near: near(340, 340, 320), width: 6.2, wide: 27 },
  "stratus-chronograph": { near: near(340, 340, 320), width: 6.4, wide: 27 },
  "scholar-leather-backpack": { near: near(280, 460, 400), width: 30, wide: 67 },
  "marais-leather-tote": { near: near(300, 300, 400), width: 34, wide: 67 },
  "riva-acetate-sunglasses": { near: near(140, 380, 380), width: 14.5, wide: 35 },
  "fishermans-cable-sweater": { near: near(310, 100, 400), rail: true },
  "foundry-denim-jacket": { near: near(320, 160, 400), rail: true },
  "solene-linen-midi-dress": { near: near(310, 260, 360), rail: true },
};
