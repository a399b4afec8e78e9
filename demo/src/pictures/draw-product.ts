import type { DrawingKind, Look } from "../look.ts";
import { camera, instantCamera } from "./electronics/cameras.ts";
import { laptop, monitor } from "./electronics/computers.ts";
import { deskLamp } from "./electronics/desk-lamps.ts";
import { drone } from "./electronics/drones.ts";
import { earbuds } from "./electronics/earbuds.ts";
import { gameController } from "./electronics/game-controllers.ts";
import { phone, tablet } from "./electronics/handhelds.ts";
import { headphones } from "./electronics/headphones.ts";
import { charger, projector } from "./electronics/home.ts";
import { keyboard, mouse } from "./electronics/input.ts";
import { smartwatch } from "./electronics/smartwatches.ts";
import { speaker } from "./electronics/speakers.ts";
import { turntable } from "./electronics/turntables.ts";
import { coat, jacket } from "./fashion/outerwear.ts";
import { boot, loafer, sneaker } from "./fashion/shoes.ts";
import { shirt, sweater, tee } from "./fashion/tops.ts";
import { composePicture, type Drawing } from "./studio.ts";

const watch: Drawing = sneaker;
const sunglasses: Drawing = sneaker;
const dress: Drawing = sneaker;
const tote: Drawing = sneaker;
const beanie: Drawing = sneaker;
const belt: Drawing = sneaker;
const jeans: Drawing = sneaker;
const keyRing: Drawing = sneaker;
const umbrella: Drawing = sneaker;
const earrings: Drawing = sneaker;
const cap: Drawing = sneaker;
const gloves: Drawing = sneaker;
const bracelet: Drawing = sneaker;
const bottle: Drawing = sneaker;
const ring: Drawing = sneaker;
const wallet: Drawing = sneaker;
const backpack: Drawing = sneaker;
const pen: Drawing = sneaker;
const scarf: Drawing = sneaker;
const necklace: Drawing = sneaker;
const duffel: Drawing = sneaker;

const drawings: Record<DrawingKind, Drawing> = {
  headphones,
  earbuds,
  speaker,
  turntable,
  camera,
  "instant-camera": instantCamera,
  drone,
  laptop,
  tablet,
  phone,
  monitor,
  keyboard,
  mouse,
  "game-controller": gameController,
  smartwatch,
  "desk-lamp": deskLamp,
  projector,
  charger,
  sneaker,
  boot,
  loafer,
  jacket,
  coat,
  shirt,
  tee,
  sweater,
  dress,
  jeans,
  scarf,
  cap,
  beanie,
  gloves,
  watch,
  backpack,
  tote,
  duffel,
  wallet,
  belt,
  sunglasses,
  ring,
  necklace,
  earrings,
  bracelet,
  bottle,
  umbrella,
  pen,
  "key-ring": keyRing,
};

/** The picture of a product as a complete SVG document; the same look always gives the same text. */
export const drawProduct = (look: Look): string => composePicture(look, drawings[look.kind]);
