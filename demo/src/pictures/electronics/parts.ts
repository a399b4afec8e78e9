import { ellipse, type Paint, roundRect } from "../paint.ts";
import { mix, type Tones, tonesOf } from "../tone.ts";

/** Near-black plastic and rubber. */
export const graphite: Tones = tonesOf("#1d2027");
/** Bare aluminium and chrome. */
export const silver: Tones = tonesOf("#aeb7c2");

export type Box = { x: number; y: number; width: number; height: number };

/** A line without fill. */
export const line = (d: string, color: string, width: number, opacity = 1): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** A plain filled outline. */
export const shape = (d: string, fill: string, opacity = 1): string =>
  `<path d="${d}" fill="${fill}"${opacity === 1 ? "" : ` opacity="${opacity}"`}/>`;

/** A part turned about a point. */
export const turned = (degrees: number, x: number, y: number, content: string): string =>
  `<g transform="rotate(${degrees} ${x} ${y})">${content}</g>`;

/** A round rod, wire or cable along a line, with a lit ridge. */
export const cable = (d: string, tones: Tones, width: number): string =>
  line(d, tones.deep, width) +
  line(d, tones.dark, width * 0.82) +
  line(d, tones.base, width * 0.55) +
  `<g transform="translate(${-width * 0.1} ${-width * 0.14})">${line(d, tones.highlight, width * 0.18, 0.75)}</g>`;

/** The outline of many dots in a box, every second row shifted; one path, so it stays cheap. */
export function dots({ x, y, width, height }: Box, step: number, radius: number): string {
  const pieces: string[] = [];
  const rows = Math.floor(height / step);
  const columns = Math.floor(width / step);
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      const cx = x + column * step + (row % 2) * (step / 2);
      pieces.push(ellipse(cx, y + row * step, radius));
    }
  }
  return pieces.join("");
}

/** A perforated or slotted grille clipped to an outline: dark holes with a lit lower lip. */
export function grille(paint: Paint, d: string, holes: string, depth = 2): string {
  return (
    `<g clip-path="${paint.clip(d)}"><g transform="translate(${depth * 0.6} ${depth})">${shape(holes, "#fff", 0.16)}</g>` +
    `${shape(holes, "#05070b", 0.78)}</g>`
  );
}

/** Calm abstract pictures for displays, one for each design: dunes, overlapping discs, a mountain night. */
function wallpaper(paint: Paint, { x, y, width: w, height: h }: Box): string {
  const { accent } = paint;
  const night = "#0a1124";
  const size = Math.min(w, h);
  const at = (sx: number, sy: number): string => `${Math.round(x + w * sx)} ${Math.round(y + h * sy)}`;
  const layer = (top: string, bottom: string, opacity = 0.95): string =>
    paint.linear(
      [
        [0, top, opacity],
        [1, bottom, opacity],
      ],
      "diagonal",
    );
  const sun = (sx: number, sy: number, share: number): string =>
    paint.glow(
      x + w * sx,
      y + h * sy,
      size * share * 4.6,
      size * share * 4.6,
      0.6,
      mix(accent.highlight, "#ffe3c4", 0.5),
    ) + shape(ellipse(x + w * sx, y + h * sy, size * share), mix(accent.highlight, "#fff4e2", 0.7), 0.95);
  if (paint.design === 1) {
    const disc = (sx: number, sy: number, share: number, top: string, bottom: string): string =>
      shape(ellipse(x + w * sx, y + h * sy, size * share), layer(top, bottom, 0.82));
    return (
      disc(0.16, 0.86, 0.62, mix(accent.base, "#2a2f66", 0.3), mix(accent.deep, night, 0.6)) +
      disc(0.84, 0.2, 0.5, accent.light, mix(accent.dark, "#2a2f66", 0.4)) +
      disc(0.62, 0.72, 0.42, mix(accent.highlight, "#ffb48a", 0.3), mix(accent.base, "#5b2f6b", 0.35)) +
      disc(0.34, 0.46, 0.26, mix(accent.light, "#8fb6ff", 0.45), mix(accent.dark, night, 0.3))
    );
  }
  if (paint.design === 2) {
    const ridge = (points: readonly (readonly [number, number])[]): string =>
      `M${at(0, 1)}${points.map(([px, py]) => `L${at(px, py)}`).join("")}L${at(1, 1)}z`;
    const stars = (
      [
        [0.12, 0.14],
        [0.28, 0.26],
        [0.42, 0.1],
        [0.55, 0.22],
        [0.86, 0.12],
        [0.93, 0.36],
      ] as const
    )
      .map(([sx, sy]) => ellipse(x + w * sx, y + h * sy, size * 0.006))
      .join("");
    return (
      sun(0.72, 0.3, 0.09) +
      shape(stars, "#fff", 0.75) +
      shape(
        ridge([
          [0, 0.62],
          [0.2, 0.42],
          [0.33, 0.54],
          [0.5, 0.34],
          [0.68, 0.56],
          [0.84, 0.46],
          [1, 0.6],
        ]),
        layer(mix(accent.light, "#8f8fe0", 0.35), mix(accent.dark, night, 0.3)),
      ) +
      shape(
        ridge([
          [0, 0.74],
          [0.16, 0.66],
          [0.36, 0.76],
          [0.6, 0.58],
          [0.8, 0.74],
          [1, 0.66],
        ]),
        layer(accent.base, mix(accent.deep, night, 0.5)),
      ) +
      shape(
        ridge([
          [0, 0.86],
          [0.3, 0.9],
          [0.5, 0.82],
          [0.74, 0.9],
          [1, 0.8],
        ]),
        layer(accent.dark, mix(accent.deep, night, 0.8)),
      )
    );
  }
  const hill = (top: number, dip: number): string =>
    `M${at(0, top)}C${at(0.28, top - dip)} ${at(0.52, top + dip)} ${at(1, top - dip * 0.7)}L${at(1, 1)}L${at(0, 1)}z`;
  return (
    sun(0.7, 0.36, 0.13) +
    shape(hill(0.5, 0.14), layer(mix(accent.light, "#8f8fe0", 0.35), mix(accent.dark, night, 0.4))) +
    shape(hill(0.66, -0.12), layer(accent.base, mix(accent.deep, night, 0.5))) +
    shape(hill(0.82, 0.1), layer(mix(accent.dark, "#28306a", 0.4), mix(accent.deep, night, 0.8)))
  );
}

/** A lit display with a calm abstract picture in the accent colour and a glare from the upper left. */
export function screen(paint: Paint, d: string, box: Box): string {
  const { accent } = paint;
  const { x, y, width: w, height: h } = box;
  const sky = paint.linear(
    [
      [0, mix(accent.deep, "#0a1436", 0.62)],
      [0.5, mix(accent.dark, "#2c3480", 0.45)],
      [1, mix(accent.light, "#ffb48a", 0.35)],
    ],
    "diagonal",
  );
  const glare = paint.linear(
    [
      [0, "#fff", 0.2],
      [0.5, "#fff", 0.05],
      [1, "#fff", 0],
    ],
    "diagonal",
  );
  const cut = `M${x} ${y}h${Math.round(w * 0.5)}L${Math.round(x + w * 0.18)} ${y + h}H${x}z`;
  return `<g clip-path="${paint.clip(d)}">${shape(d, sky)}${wallpaper(paint, box)}${shape(cut, glare)}</g>${line(d, "#000", 3, 0.6)}`;
}

/** A camera lens seen from the front: barrel rings, coated glass, two reflections. */
export function lens(paint: Paint, cx: number, cy: number, r: number, barrel: Tones = graphite): string {
  const ring = (share: number): string => ellipse(cx, cy, Math.round(r * share * 10) / 10);
  const glass = paint.radial(
    [
      [0, "#04050a"],
      [0.3, "#0c1430"],
      [0.58, "#2b2c6b"],
      [0.78, "#1b4a63"],
      [0.92, "#0a0f1c"],
      [1, "#020306"],
    ],
    0.5,
    0.5,
    0.52,
  );
  const ridges = `<path d="${ring(0.93)}" fill="none" stroke="${barrel.deep}" stroke-width="${r * 0.085}" stroke-dasharray="${r * 0.035} ${r * 0.03}" stroke-opacity="0.85"/>`;
  return (
    paint.solid(ring(1), { tones: barrel, material: "metal", texture: false, bevel: r * 0.05 }) +
    ridges +
    paint.solid(ring(0.86), { tones: graphite, material: "matte", bevel: r * 0.06 }) +
    line(ring(0.79), paint.accent.base, Math.max(2, r * 0.022), 0.95) +
    shape(
      ring(0.71),
      paint.linear(
        [
          [0, "#020306"],
          [0.6, "#191d26"],
          [1, "#4a515f"],
        ],
        "diagonal",
      ),
    ) +
    shape(ring(0.66), "#07080d") +
    line(ring(0.6), "#343b4a", r * 0.015, 0.8) +
    shape(ring(0.55), glass) +
    line(ring(0.3), "#8f9be8", r * 0.012, 0.35) +
    shape(ring(0.14), "#010204") +
    turned(-38, cx, cy, paint.glow(cx, cy - r * 0.34, r * 0.27, r * 0.13, 0.95)) +
    paint.glow(cx + r * 0.2, cy + r * 0.26, r * 0.2, r * 0.14, 0.6, "#7fd8e6") +
    shape(ellipse(cx - r * 0.12, cy - r * 0.14, r * 0.035), "#fff", 0.85)
  );
}

/** A round knob or dial seen from the front, with a pointer. */
export function knob(paint: Paint, cx: number, cy: number, r: number, tones: Tones, degrees = -40): string {
  return (
    paint.shadow(cx + r * 0.16, cy + r * 0.24, r * 1.35, r * 1.3, 0.75) +
    paint.solid(ellipse(cx, cy, r), { tones, material: "metal", texture: false, bevel: r * 0.16 }) +
    `<path d="${ellipse(cx, cy, r * 0.93)}" fill="none" stroke="${tones.deep}" stroke-width="${r * 0.12}" stroke-dasharray="${r * 0.05} ${r * 0.06}" stroke-opacity="0.6"/>` +
    paint.solid(ellipse(cx, cy, r * 0.74), { tones, material: "gloss", bevel: r * 0.08, direction: "ball" }) +
    turned(degrees, cx, cy, shape(roundRect(cx - r * 0.05, cy - r * 0.66, r * 0.1, r * 0.36, r * 0.05), "#fff", 0.9))
  );
}

/** A small lit lamp. */
export const led = (paint: Paint, cx: number, cy: number, r: number, color: string): string =>
  paint.glow(cx, cy, r * 4, r * 4, 0.6, color) +
  shape(ellipse(cx, cy, r), color) +
  shape(ellipse(cx, cy, r * 0.5), "#fff", 0.8);
