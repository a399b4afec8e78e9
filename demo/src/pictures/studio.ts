import type { Look } from "../look.ts";
import { backdropOf, lightOf } from "./backdrop.ts";
import { type Fill, materialFill, materialTexture } from "./material.ts";
import type { Direction, Drawing, Paint, Stop } from "./paint.ts";
import { tonesOf } from "./tone.ts";

const ends: Record<Direction, string> = {
  down: 'x1="0" y1="0" x2="0" y2="1"',
  pipe: 'x1="0" y1="0" x2="0" y2="1"',
  right: 'x1="0" y1="0" x2="1" y2="0"',
  tube: 'x1="0" y1="0" x2="1" y2="0"',
  diagonal: 'x1="0.1" y1="0" x2="0.8" y2="1"',
  ball: 'x1="0.1" y1="0" x2="0.8" y2="1"',
};

const stopMarkup = ([offset, color, opacity]: Stop): string =>
  `<stop offset="${offset}" stop-color="${color}"${opacity === undefined ? "" : ` stop-opacity="${opacity}"`}/>`;

/** What is cut from cloth: its folds are modelled and lit after it is drawn. */
export const garments: ReadonlySet<string> = new Set(["jacket", "coat", "shirt", "tee", "sweater", "dress", "jeans"]);

type Workshop = { paint: Paint; defs: () => string };

function openWorkshop(look: Look): Workshop {
  const defs: string[] = [];
  const made = new Map<string, string>();
  let count = 0;

  const id = (name: string): string => {
    count += 1;
    return `${name}-${count}`;
  };
  const define = (markup: string): void => {
    defs.push(markup);
  };
  /** Registers a definition once however often it is asked for. */
  const once = (name: string, markup: (id: string) => string): string => {
    const key = markup("");
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = id(name);
    define(markup(fresh));
    made.set(key, `url(#${fresh})`);
    return `url(#${fresh})`;
  };

  const linear: Paint["linear"] = (stops, direction = "down") =>
    once(
      "line",
      (name) => `<linearGradient id="${name}" ${ends[direction]}>${stops.map(stopMarkup).join("")}</linearGradient>`,
    );

  const radial: Paint["radial"] = (stops, cx = 0.5, cy = 0.5, r = 0.5) =>
    once(
      "ball",
      (name) =>
        `<radialGradient id="${name}" cx="${cx}" cy="${cy}" r="${r}">${stops.map(stopMarkup).join("")}</radialGradient>`,
    );

  const gradient = (fill: Fill): string =>
    fill.kind === "radial" ? radial(fill.stops, 0.34, 0.28, 0.85) : linear(fill.stops, fill.direction);

  const fill: Paint["fill"] = (tones, material = look.material, direction = "diagonal") =>
    gradient(materialFill(tones, material, direction));

  const texture: Paint["texture"] = (material, tones) => {
    const pattern = materialTexture(material, tones);
    return pattern === undefined ? "none" : once("weave", (name) => pattern(name));
  };

  const clip: Paint["clip"] = (d) => once("clip", (name) => `<clipPath id="${name}"><path d="${d}"/></clipPath>`);

  const blur: Paint["blur"] = (radius) =>
    once(
      "blur",
      (name) =>
        `<filter id="${name}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${radius}"/></filter>`,
    );

  // Several thin see-through strokes stand in for a blur: the same softness at a tenth of the time.
  const bevel: Paint["bevel"] = (d, width = 18, given = 1) => {
    const strength = garments.has(look.kind) ? given * 0.55 : given;
    const lit = linear(
      [
        [0, "#fff", 0.15 * strength],
        [0.42, "#fff", 0.012 * strength],
        [0.56, "#000", 0.015 * strength],
        [1, "#000", 0.165 * strength],
      ],
      "diagonal",
    );
    const crisp = linear(
      [
        [0, "#fff", 0.4 * strength],
        [0.45, "#fff", 0.04 * strength],
        [0.55, "#000", 0.04 * strength],
        [1, "#000", 0.4 * strength],
      ],
      "diagonal",
    );
    const strokes = [2, 1.62, 1.24, 0.86, 0.48].map(
      (share) => `<path d="${d}" stroke-width="${Math.round(width * share * 10) / 10}"/>`,
    );
    const edge = `<path d="${d}" stroke="${crisp}" stroke-width="3"/>`;
    return `<g clip-path="${clip(d)}" fill="none" stroke="${lit}">${strokes.join("")}${edge}</g>`;
  };

  const solid: Paint["solid"] = (d, options = {}) => {
    const tones = options.tones ?? paint.body;
    const material = options.material ?? look.material;
    const parts = [`<path d="${d}" fill="${fill(tones, material, options.direction)}"/>`];
    const weave = options.texture === false ? "none" : texture(material, tones);
    if (weave !== "none") parts.push(`<path d="${d}" fill="${weave}"/>`);
    const width = options.bevel ?? 18;
    if (width > 0) parts.push(bevel(d, width));
    return parts.join("");
  };

  const soft = (color: string, strength: number): string =>
    radial([
      [0, color, strength],
      [0.45, color, strength * 0.62],
      [0.78, color, strength * 0.16],
      [1, color, 0],
    ]);

  const shadow: Paint["shadow"] = (cx, cy, rx, ry, strength = 0.7) =>
    `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${soft("#04060c", strength)}"/>`;

  const glow: Paint["glow"] = (cx, cy, rx, ry, strength = 0.5, color = "#fff") =>
    `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${soft(color, strength)}"/>`;

  const paint: Paint = {
    design: look.design,
    material: look.material,
    body: tonesOf(look.body),
    accent: tonesOf(look.accent),
    folding: garments.has(look.kind) ? 0.2 : 1,
    id,
    define,
    linear,
    radial,
    fill,
    texture,
    solid,
    bevel,
    clip,
    blur,
    shadow,
    glow,
  };
  return { paint, defs: () => defs.join("") };
}

/** The complete picture of a look: showroom backdrop, floor shadow, the drawn object, rim light and vignette. */
export function composePicture(look: Look, drawing: Drawing): string {
  const { paint, defs } = openWorkshop(look);
  const backdrop = backdropOf(look, paint);
  const object = drawing(paint);
  const light = lightOf(paint);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="960" height="960">' +
    `<defs>${defs()}</defs>${backdrop}<g filter="${light.rim}">${object}</g>${light.vignette}</svg>`
  );
}

/** What is modelled casts its own shadow. */
const solid: ReadonlySet<string> = new Set(["sneaker", "boot", "loafer", "ring", "necklace", "earrings", "bracelet"]);

/** Worn cloth is narrower than cloth laid flat. */
const narrow: ReadonlySet<string> = new Set(["jacket", "coat", "shirt", "tee", "sweater"]);

export type View = { x: number; y: number; size: number };

/** The layers of a picture apart, at a size, seen through a window of the 1000 × 1000 view. */
export function layersOf(
  look: Look,
  drawing: Drawing,
  pixels: number,
  view: View = { x: 0, y: 0, size: 1000 },
): { backdrop: string; object: string; vignette: string } {
  const { paint, defs } = openWorkshop(look);
  const wall = backdropOf(look, paint, !solid.has(look.kind));
  const art = drawing(paint);
  const light = lightOf(paint, garments.has(look.kind) ? 0.12 : 0.38);
  const svg = (content: string, window: View): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${window.x} ${window.y} ${window.size} ${window.size}" width="${pixels}" height="${pixels}"><defs>${defs()}</defs>${content}</svg>`;
  return {
    backdrop: svg(wall, view),
    object: svg(
      `<g filter="${light.rim}"${narrow.has(look.kind) ? ' transform="translate(40 0) scale(0.92 1)"' : ""}>${art}</g>`,
      view,
    ),
    vignette: svg(light.vignette, { x: 0, y: 0, size: 1000 }),
  };
}
