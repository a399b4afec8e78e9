import { createRequire } from "node:module";
import type { Look } from "../src/look.ts";
import { drawings } from "../src/pictures/draw-product.ts";
import { drape } from "../src/pictures/solid/drape.ts";
import { render } from "../src/pictures/solid/render.ts";
import type { Scene } from "../src/pictures/solid/shots.ts";
import { tableFor } from "../src/pictures/solid/table.ts";
import { garments, layersOf, type View } from "../src/pictures/studio.ts";

const sharp: typeof import("sharp") = createRequire(new URL("../../server/package.json", import.meta.url))("sharp");

const raster = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { limitInputPixels: false }).ensureAlpha().png({ compressionLevel: 0 }).toBuffer();

const seedOf = (look: Look): number =>
  ([...`${look.body}${look.kind}`].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7) % 97) + 0.37;

/** Grain below what the eye sees keeps soft walls free of bands. */
async function grained(image: Buffer, pixels: number): Promise<Buffer> {
  const { data } = await sharp(image)
    .flatten({ background: "#000" })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let k = 0; k < data.length; k += 3) {
    let h = Math.imul(k + 1, 0x9e3779b1);
    h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    h ^= h >>> 16;
    const n = (h & 0xffff) / 65535 + ((h >>> 16) & 0xffff) / 65535 - 1;
    for (let c = 0; c < 3; c += 1) data[k + c] = Math.min(255, Math.max(0, Math.round((data[k + c] ?? 0) + n * 1.5)));
  }
  return sharp(data, { raw: { width: pixels, height: pixels, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** The object alone, cut free, at a size. */
export async function objectOf(look: Look, pixels: number, view?: View): Promise<Buffer> {
  const { object } = layersOf(look, drawings[look.kind], pixels, view);
  if (!garments.has(look.kind)) return raster(object);
  const work = Math.round(pixels * 1.15);
  const whole = layersOf(look, drawings[look.kind], work, { x: 0, y: 0, size: 1000 });
  const size = view === undefined ? work : Math.min(4200, Math.round((work * 1000) / view.size));
  const svg = view === undefined ? whole.object : layersOf(look, drawings[look.kind], size).object;
  const raw = await sharp(Buffer.from(svg), { limitInputPixels: false }).ensureAlpha().raw().toBuffer();
  const lit = Buffer.from(drape(raw, size, seedOf(look), look.kind === "dress" && look.design === 0));
  const image = sharp(lit, { raw: { width: size, height: size, channels: 4 }, limitInputPixels: false });
  if (view === undefined) return image.resize(pixels).png({ compressionLevel: 0 }).toBuffer();
  const [left, top, part] = [view.x, view.y, view.size].map((v) => Math.round((v / 1000) * size));
  return image
    .extract({ left: left ?? 0, top: top ?? 0, width: part ?? size, height: part ?? size })
    .resize(pixels)
    .png({ compressionLevel: 0 })
    .toBuffer();
}

export async function drawn(look: Look, pixels: number, view?: View): Promise<Buffer> {
  const layers = layersOf(look, drawings[look.kind], pixels, view);
  const [back, object, over] = [
    await raster(layers.backdrop),
    await objectOf(look, pixels, view),
    await raster(layers.vignette),
  ];
  const image = await sharp(back)
    .composite([{ input: object }, { input: over }])
    .png({ compressionLevel: 0 })
    .toBuffer();
  return grained(image, pixels);
}

export async function modelled(look: Look, scene: Scene, pixels: number): Promise<Buffer> {
  const layers = layersOf(look, () => "", pixels);
  const work = Math.round(pixels * 1.15);
  const px = render({ ...scene, pixels: work });
  const object = await sharp(Buffer.from(px), {
    raw: { width: work, height: work, channels: 4 },
    limitInputPixels: false,
  })
    .resize(pixels)
    .png({ compressionLevel: 0 })
    .toBuffer();
  const image = await sharp(await raster(layers.backdrop))
    .composite([{ input: object }, { input: await raster(layers.vignette) }])
    .png({ compressionLevel: 0 })
    .toBuffer();
  return grained(image, pixels);
}

/** The drawn object on a table, as wide as it is. */
export async function onTable(
  look: Look,
  pixels: number,
  width: number,
  wide: number,
  variant: number,
): Promise<Buffer> {
  const art = await objectOf(look, pixels);
  const { data } = await sharp(art).raw().toBuffer({ resolveWithObject: true });
  let [left, right, top, bottom] = [pixels, 0, pixels, 0];
  for (let y = 0; y < pixels; y += 1)
    for (let x = 0; x < pixels; x += 1)
      if ((data[(y * pixels + x) * 4 + 3] ?? 0) > 235) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
  const scale = ((width / wide) * pixels) / (right - left);
  const height = ((bottom - top) / (right - left)) * width;
  const { surfaces, camera } = tableFor(width, height, wide, variant);
  const work = Math.round(pixels * 1.15);
  const px = render({ surfaces, camera, pixels: work, contact: 0 });
  const room = await sharp(Buffer.from(px), {
    raw: { width: work, height: work, channels: 4 },
    limitInputPixels: false,
  })
    .resize(pixels)
    .png({ compressionLevel: 0 })
    .toBuffer();
  const size = Math.round(pixels * scale);
  const sprite = await sharp(art).resize(size).png({ compressionLevel: 0 }).toBuffer();
  const base = 0.5 + (camera.target[1] * Math.cos((camera.elevation * Math.PI) / 180)) / wide;
  const at = {
    left: Math.round(pixels / 2 - ((left + right) / 2) * scale),
    top: Math.round(pixels * base - bottom * scale + pixels * 0.006),
  };
  const layers = layersOf(look, () => "", pixels);
  const framed = await cut(sprite, size, at, pixels);
  const image = await sharp(await raster(layers.backdrop))
    .composite([{ input: room }, { input: framed }, { input: await raster(layers.vignette) }])
    .png({ compressionLevel: 0 })
    .toBuffer();
  return grained(image, pixels);
}

/** A sprite on an empty frame, with what stands out cut off. */
async function cut(sprite: Buffer, size: number, at: { left: number; top: number }, pixels: number): Promise<Buffer> {
  const [x, y] = [Math.max(0, -at.left), Math.max(0, -at.top)];
  const [w, h] = [Math.min(size - x, pixels - Math.max(0, at.left)), Math.min(size - y, pixels - Math.max(0, at.top))];
  const part = await sharp(sprite)
    .extract({ left: x, top: y, width: w, height: h })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp({ create: { width: pixels, height: pixels, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: part, left: Math.max(0, at.left), top: Math.max(0, at.top) }])
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** A garment on a hanger, among others on the rail of a shop. */
export async function onRail(look: Look, others: readonly Look[], pixels: number): Promise<Buffer> {
  const unit = pixels / 1000;
  const layers = layersOf(look, () => "", pixels);
  const hanger = (x: number): string =>
    `<path d="M${x} 208V128c0-14 20-12 20-30c0-22-36-24-36 0" fill="none" stroke="#d8dade" stroke-width="7" stroke-linecap="round"/>` +
    `<path d="M${x - 104} 270C${x - 70} 252 ${x - 26} 212 ${x} 208C${x + 26} 212 ${x + 70} 252 ${x + 104} 270" fill="none" stroke="#7c5535" stroke-width="24" stroke-linecap="round"/>` +
    `<path d="M${x - 104} 265C${x - 70} 247 ${x - 26} 206 ${x} 202C${x + 26} 206 ${x + 70} 247 ${x + 104} 265" fill="none" stroke="#b98a5c" stroke-width="7" stroke-linecap="round"/>`;
  const places = [-30, 1030, 500];
  const rail = (front: boolean): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="${pixels}" height="${pixels}">` +
    '<defs><linearGradient id="r" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#55585e"/><stop offset=".3" stop-color="#f2f3f5"/><stop offset=".55" stop-color="#9a9da3"/><stop offset="1" stop-color="#33353a"/></linearGradient></defs>' +
    (front
      ? hanger(500)
      : `<rect x="-10" y="66" width="1020" height="20" fill="url(#r)"/>${hanger(-30)}${hanger(1030)}`) +
    "</svg>";
  const scale = 0.82;
  const size = Math.round(pixels * scale);
  const back = await Promise.all(
    others.map(async (other, i) => {
      const art = await sharp(await objectOf(other, pixels))
        .resize(size)
        .modulate({ brightness: 0.55 })
        .blur(2.4 * unit)
        .png({ compressionLevel: 0 })
        .toBuffer();
      return {
        input: await cut(
          art,
          size,
          { left: Math.round(((places[i] ?? 0) - 500 * scale) * unit), top: Math.round(60 * unit) },
          pixels,
        ),
      };
    }),
  );
  const own = await sharp(await objectOf(look, pixels))
    .resize(size)
    .png({ compressionLevel: 0 })
    .toBuffer();
  const drop = Math.round((look.kind === "dress" ? 112 : 60) * unit);
  const image = await sharp(await raster(layers.backdrop))
    .composite([
      { input: await raster(rail(false)) },
      ...back,
      { input: await raster(rail(true)) },
      { input: await cut(own, size, { left: Math.round((500 - 500 * scale) * unit), top: drop }, pixels) },
      { input: await raster(layers.vignette) },
    ])
    .png({ compressionLevel: 0 })
    .toBuffer();
  return grained(image, pixels);
}
