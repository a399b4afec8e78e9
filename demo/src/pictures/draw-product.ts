import type { DrawingKind, Look } from "../look.ts";
import { backpack } from "./accessories/backpacks.ts";
import { belt } from "./accessories/belts.ts";
import { bottle } from "./accessories/bottles.ts";
import { bracelet } from "./accessories/bracelets.ts";
import { duffel } from "./accessories/duffels.ts";
import { earrings } from "./accessories/earrings.ts";
import { keyRing } from "./accessories/key-rings.ts";
import { necklace } from "./accessories/necklaces.ts";
import { pen } from "./accessories/pens.ts";
import { ring } from "./accessories/rings.ts";
import { sunglasses } from "./accessories/sunglasses.ts";
import { tote } from "./accessories/totes.ts";
import { umbrella } from "./accessories/umbrellas.ts";
import { wallet } from "./accessories/wallets.ts";
import { watch } from "./accessories/watches.ts";
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
import { boot } from "./fashion/boots.ts";
import { coat } from "./fashion/coats.ts";
import { dress } from "./fashion/dresses.ts";
import { gloves } from "./fashion/gloves.ts";
import { beanie, cap } from "./fashion/headwear.ts";
import { jacket } from "./fashion/jackets.ts";
import { jeans } from "./fashion/jeans.ts";
import { loafer } from "./fashion/loafers.ts";
import { scarf } from "./fashion/scarves.ts";
import { sneaker } from "./fashion/sneakers.ts";
import { shirt, sweater, tee } from "./fashion/tops.ts";
import type { Drawing } from "./paint.ts";
import { composePicture } from "./studio.ts";

export const drawings: Record<DrawingKind, Drawing> = {
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
