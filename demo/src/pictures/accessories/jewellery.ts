import { graphite, line, shape } from "../electronics/parts.ts";
import { raised, symmetric } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint } from "../studio.ts";
import { type Tones, tonesOf } from "../tone.ts";

const velvet = tonesOf("#272c3a");
type Point = readonly [x: number, y: number];
const tidy = (value: number): number => Math.round(value * 10) / 10;

/** A low round plinth that lifts small things to the eye; its top is the ellipse around (500, `top`). */
function plinth(paint: Paint, top: number, rx: number): string {
  const ry = Math.round(rx * 0.2);
  const wall = `M${500 - rx} ${top}A${rx} ${ry} 0 0 0 ${500 + rx} ${top}L${500 + rx} 786A${rx} ${ry} 0 0 1 ${500 - rx} 786Z`;
  return (
    paint.shadow(510, 800, rx + 70, ry + 22, 0.95) + shape(wall, paint.fill(velvet, "matte", "tube")) + shape(ellipse(500, top, rx, ry), paint.fill(velvet, "fabric", "ball")) +
    line(`M${500 - rx + 1} ${top}A${rx} ${ry} 0 0 0 ${500 + rx - 1} ${top}`, velvet.highlight, 3, 0.5) + paint.glow(420, top - 4, rx * 0.6, ry * 0.6, 0.3, "#aab6dd")
  );
}

/** A cut stone seen from above: table, star and girdle facets around (cx, cy). */
function stone(paint: Paint, cx: number, cy: number, rx: number, ry: number, tones: Tones, sides = 8): string {
  const shades = [tones.highlight, tones.light, tones.base, tones.dark, tones.deep, tones.dark, tones.base, tones.light];
  const at = (share: number, reach: number): string => {
    const angle = (share / sides) * Math.PI * 2 - Math.PI * 0.625;
    return `${tidy(cx + Math.cos(angle) * rx * reach)} ${tidy(cy + Math.sin(angle) * ry * reach)}`;
  };
  const facets = Array.from({ length: sides }, (_, index) => {
    const near = shades[(index * 8) / sides < 8 ? Math.floor((index * 8) / sides) : 0] ?? tones.base;
    const far = shades[(Math.floor((index * 8) / sides) + 3) % 8] ?? tones.base;
    return (
      shape(`M${at(index, 1)}L${at(index + 1, 1)}L${at(index + 0.5, 0.62)}Z`, near) + shape(`M${at(index, 1)}L${at(index + 0.5, 0.62)}L${at(index - 0.5, 0.62)}Z`, far) +
      shape(`M${at(index + 0.5, 0.62)}L${at(index - 0.5, 0.62)}L${cx} ${cy}Z`, index % 2 === 0 ? tones.light : tones.base)
    );
  }).join("");
  const table = Array.from({ length: sides }, (_, index) => `${index === 0 ? "M" : "L"}${at(index + 0.5, 0.6)}`).join("") + "Z";
  return (
    shape(ellipse(cx, cy, rx, ry), tones.dark) + facets + shape(table, paint.linear([[0, "#ffffff", 0.75], [0.4, tones.light, 0.35], [0.7, tones.dark, 0.4], [1, "#ffffff", 0.3]], "diagonal")) +
    line(table, "#fff", Math.max(0.8, rx * 0.016), 0.6) + line(ellipse(cx, cy, rx, ry), tones.deep, Math.max(1, rx * 0.03), 0.6) +
    shape(`M${cx - rx * 0.5} ${cy - ry * 0.62}l${rx * 0.06} ${ry * 0.16}l${rx * 0.16} ${ry * 0.06}l${-rx * 0.16} ${ry * 0.06}l${-rx * 0.06} ${ry * 0.16}l${-rx * 0.06} ${-ry * 0.16}l${-rx * 0.16} ${-ry * 0.06}l${rx * 0.16} ${-ry * 0.06}z`, "#fff", 0.95)
  );
}

const ball = (paint: Paint, cx: number, cy: number, r: number, tones: Tones): string =>
  `<circle cx="${tidy(cx)}" cy="${tidy(cy)}" r="${r}" fill="${paint.fill(tones, "gloss", "ball")}"/><circle cx="${tidy(cx - r * 0.34)}" cy="${tidy(cy - r * 0.4)}" r="${tidy(r * 0.2)}" fill="#fff" fill-opacity="0.85"/>`;

/** A polished wire along a line. */
const wire = (d: string, tones: Tones, width: number): string =>
  line(d, tones.deep, width) + line(d, tones.dark, width * 0.84) + line(d, tones.base, width * 0.6) +
  `<g transform="translate(${tidy(-width * 0.12)} ${tidy(-width * 0.14)})">${line(d, tones.light, width * 0.34)}${line(d, "#fff", width * 0.12, 0.9)}</g>`;

/** A polished hoop standing upright: face, visible inside and highlights. */
function hoop(paint: Paint, cx: number, cy: number, r: number, width: number, tones: Tones): string {
  const band = `${ellipse(cx, cy, r)}${ellipse(cx + 3, cy - 5, r - width)}`;
  const inside = `${ellipse(cx + 3, cy - 5, r - width)}${ellipse(cx + 6, cy - 16, r - width - 4)}`;
  return (
    `<path fill-rule="evenodd" d="${inside}" fill="${paint.linear([[0, tones.deep], [0.6, tones.dark], [0.9, tones.light], [1, tones.highlight]])}"/>` +
    `<path fill-rule="evenodd" d="${band}" fill="${paint.fill(tones, "metal", "diagonal")}"/>` +
    `<circle cx="${cx}" cy="${cy}" r="${r - 4}" fill="none" stroke="#fff" stroke-opacity="0.45" stroke-width="3"/><circle cx="${cx + 2}" cy="${cy - 4}" r="${r - width + 3}" fill="none" stroke="${tones.deep}" stroke-opacity="0.5" stroke-width="3"/>` +
    line(`M${cx - r * 0.9} ${cy + r * 0.2}A${r * 0.93} ${r * 0.93} 0 0 1 ${cx - r * 0.5} ${cy - r * 0.78}`, "#fff", width * 0.26, 0.75)
  );
}

/** A ring on a plinth: solitaire, signet with an inlaid face, or eternity band full of stones. */
export const ring: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const base = plinth(paint, 728, 330) + paint.shadow(506, 734, 170, 22, 0.85);
  if (design === 0) {
    const prongs = [-70, -26, 26, 70].map((dx) => wire(`M${500 + dx * 0.4} 330L${500 + dx} 236`, body, 15)).join("");
    const pavilion = "M402 246L598 246L500 352Z";
    return (
      base + hoop(paint, 500, 538, 200, 38, body) + wire("M452 344C470 320 530 320 548 344", body, 18) + shape(pavilion, paint.linear([[0, accent.dark], [1, accent.deep]])) + shape("M402 246L460 246L500 352Z", accent.light, 0.8) + shape("M540 246L598 246L500 352Z", accent.base, 0.8) + shape("M480 246L520 246L500 352Z", accent.highlight, 0.7) +
      prongs + stone(paint, 500, 214, 116, 66, accent, 8) + [[392, 226], [608, 226], [446, 266], [554, 266], [446, 158], [554, 158]].map(([x, y]) => ball(paint, x ?? 0, y ?? 0, 13, body)).join("") + paint.glow(440, 190, 130, 90, 0.35) +
      [-118, -78, 78, 118].map((dx) => stone(paint, 500 + dx, 358 + Math.abs(dx) * 0.22, 17, 17, accent, 6)).join("")
    );
  }
  if (design === 1) {
    const shoulder = symmetric(500, 250, [[420, 250, 376, 268, 366, 310], [340, 350, 312, 400, 300, 470], [330, 430, 380, 396, 420, 386], [460, 376, 500, 376]]);
    const face = ellipse(500, 302, 140, 82);
    const inlay = ellipse(500, 298, 116, 64);
    return (
      base + hoop(paint, 500, 540, 202, 44, body) + raised(shoulder, shape(shoulder, paint.fill(body, "metal", "tube")) + paint.bevel(shoulder, 18), 8, 0.4) + raised(face, shape(face, paint.fill(body, "metal", "diagonal")) + paint.bevel(face, 12), 8, 0.5) +
      shape(inlay, paint.fill(accent, "gloss", "ball")) + line(inlay, body.deep, 5, 0.8) + line(ellipse(500, 300, 118, 66), body.highlight, 2, 0.7) + line("M500 254L514 286L560 298L514 310L500 342L486 310L440 298L486 286Z", body.light, 5, 0.95) + shape("M392 290C410 250 470 236 520 238C470 252 420 272 404 314Z", "#fff", 0.35)
    );
  }
  const [rx, ry, cy, tall] = [236, 84, 470, 130];
  const wall = `M${500 - rx} ${cy}A${rx} ${ry} 0 0 0 ${500 + rx} ${cy}L${500 + rx} ${cy + tall}A${rx} ${ry} 0 0 1 ${500 - rx} ${cy + tall}Z`;
  const stones = [0, 1].map((row) =>
    Array.from({ length: 13 }, (_, index) => {
      const angle = Math.PI * (0.04 + (0.92 * (index + row * 0.5)) / 12.5);
      const x = 500 - Math.cos(angle) * rx;
      const y = cy + Math.sin(angle) * ry + 38 + row * 52;
      const slim = Math.max(0.3, Math.sin(angle));
      return stone(paint, tidy(x), tidy(y), tidy(27 * slim), 26, accent, 8);
    }).join(""),
  );
  return (
    plinth(paint, 700, 350) + paint.shadow(506, 668, 270, 60, 0.85) + `<g transform="translate(0 24) rotate(-6 500 560)">` + shape(ellipse(500, cy, rx, ry), paint.linear([[0, body.dark], [0.3, body.light], [0.5, body.deep], [0.8, body.base], [1, body.deep]], "right")) + shape(ellipse(500, cy + 12, rx - 22, ry - 14), paint.linear([[0, body.deep], [0.6, body.dark], [1, body.light]])) +
    shape(wall, paint.fill(body, "metal", "tube")) + paint.bevel(wall, 14) + stones.join("") + line(`M${500 - rx} ${cy + 4}A${rx} ${ry} 0 0 0 ${500 + rx} ${cy + 4}`, body.highlight, 6, 0.9) + line(`M${500 - rx} ${cy + tall - 4}A${rx} ${ry} 0 0 0 ${500 + rx} ${cy + tall - 4}`, body.light, 6, 0.9) + line(`M${500 - rx} ${cy}A${rx} ${ry} 0 0 1 ${500 + rx} ${cy}`, body.highlight, 7) + "</g>"
  );
};

/** Points at even distances along a chain that hangs from (500 ± width, top) down to (500, bottom). */
function hanging(width: number, top: number, bottom: number, count: number): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const share = (index / (count - 1)) * 2 - 1;
    const turn = share * Math.PI * 0.5;
    return [500 + Math.sin(turn) * width * (1 - 0.12 * Math.cos(turn)), bottom - (1 - Math.cos(turn)) ** 0.86 * (bottom - top)] as const;
  });
}

const chain = (points: readonly Point[], tones: Tones, size: number): string => {
  const links = points.map(([x, y]) => ellipse(tidy(x), tidy(y), size, size)).join("");
  return line(links, "#05060a", size * 1.1, 0.35) + line(links, tones.dark, size * 0.8) + `<g transform="translate(-0.8 -1)">${line(links, tones.light, size * 0.42)}</g>`;
};

/** The dark velvet bust of a jeweller's window. */
function bust(paint: Paint): string {
  const d = symmetric(500, 110, [[450, 108, 420, 116, 418, 132], [420, 210, 404, 260, 350, 300], [250, 350, 220, 440, 230, 540], [250, 660, 320, 740, 350, 786], [420, 806, 500, 806]]);
  return (
    paint.shadow(500, 804, 220, 22, 0.9) + raised(d, paint.solid(d, { tones: velvet, material: "matte", bevel: 50 }), 10, 0.4) + shape(ellipse(500, 122, 82, 16), paint.fill(velvet, "matte", "ball")) +
    paint.glow(390, 440, 150, 220, 0.2, "#b9c3e6") + paint.shadow(620, 560, 150, 240, 0.35) + paint.shadow(500, 250, 100, 60, 0.3)
  );
}

/** A necklace on a bust: pendant stone, two rows of pearls, or layered chains with a bar and a disc. */
export const necklace: Drawing = (paint) => {
  const { body, accent, design } = paint;
  if (design === 0) {
    const drop = "M500 486C540 530 576 580 576 624C576 668 542 698 500 698C458 698 424 668 424 624C424 580 460 530 500 486Z";
    return (
      bust(paint) + paint.shadow(508, 630, 110, 110, 0.6) + chain(hanging(104, 190, 470, 74), body, 6.4) + wire("M500 452C488 470 488 486 500 494C512 486 512 470 500 452Z", body, 10) + raised(drop, shape(drop, paint.fill(body, "metal", "diagonal")) + paint.bevel(drop, 10), 8, 0.5) + stone(paint, 500, 618, 58, 60, accent, 8) +
      Array.from({ length: 18 }, (_, index) => ball(paint, 500 + Math.cos(index * 0.349) * 66, 620 + Math.sin(index * 0.349) * 68, 6.5, body)).join("") + stone(paint, 500, 520, 14, 18, accent, 6)
    );
  }
  if (design === 1) {
    const strand = (width: number, bottom: number, count: number, r: number): string => hanging(width, 196, bottom, count).map(([x, y], index) => {
      const size = r * (0.72 + 0.42 * Math.sin((index / (count - 1)) * Math.PI));
      return paint.shadow(tidy(x + 5), tidy(y + 9), tidy(size * 1.2), tidy(size * 1.1), 0.55) + ball(paint, x, y, tidy(size), body);
    }).join("");
    return (
      bust(paint) + strand(118, 560, 39, 21) + strand(98, 420, 27, 20) + paint.shadow(506, 600, 66, 56, 0.6) + Array.from({ length: 12 }, (_, index) => ball(paint, 500 + Math.cos(index * 0.5236) * 42, 596 + Math.sin(index * 0.5236) * 46, 9, body)).join("") + stone(paint, 500, 596, 38, 42, accent, 8)
    );
  }
  const bar = "M416 548L584 548C594 548 594 572 584 572L416 572C406 572 406 548 416 548Z";
  const disc = ellipse(500, 692, 58);
  const short = hanging(92, 190, 400, 64);
  return (
    bust(paint) + chain(hanging(128, 200, 632, 92), body, 6) + chain(hanging(110, 194, 540, 80), body, 5.4) + chain(short, accent, 4.6) + short.filter((_, index) => index % 7 === 4).map(([x, y]) => stone(paint, tidy(x), tidy(y), 14, 14, accent, 6)).join("") +
    raised(bar, shape(bar, paint.fill(body, "metal", "diagonal")) + paint.bevel(bar, 6), 6, 0.5) + stone(paint, 500, 560, 11, 11, accent, 6) + raised(disc, shape(disc, paint.fill(body, "metal", "diagonal")) + paint.bevel(disc, 10), 7, 0.5) + line(ellipse(500, 692, 44), body.deep, 3, 0.6) + stone(paint, 500, 692, 24, 24, accent, 8) +
    Array.from({ length: 12 }, (_, index) => line(`M${tidy(500 + Math.cos(index * 0.5236) * 30)} ${tidy(692 + Math.sin(index * 0.5236) * 30)}L${tidy(500 + Math.cos(index * 0.5236) * 40)} ${tidy(692 + Math.sin(index * 0.5236) * 40)}`, body.deep, 3, 0.6)).join("")
  );
};

/** Earrings on a small stand: hoops, drops with stones, or fans of bars. */
export const earrings: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const stand =
    paint.shadow(504, 802, 230, 26, 0.9) + shape("M300 770A200 34 0 0 0 700 770L700 786A200 34 0 0 1 300 786Z", paint.fill(velvet, "matte", "tube")) + shape(ellipse(500, 770, 200, 34), paint.fill(velvet, "fabric", "ball")) + line("M301 771A200 34 0 0 0 699 771", velvet.highlight, 3, 0.5) +
    wire("M500 772V196", velvet, 26) + wire("M232 186C320 158 680 158 768 186", velvet, 30);
  const hook = (x: number): string => wire(`M${x} 250C${x - 4} 190 ${x + 2} 156 ${x + 22} 160C${x + 36} 166 ${x + 34} 196 ${x + 30} 214`, body, 8);
  const one = (x: number): string => {
    if (design === 0) return `${hook(x)}${ball(paint, x, 256, 13, body)}${hoop(paint, x, 430, 160, 26, body)}${[-2, -1, 0, 1, 2].map((step) => stone(paint, tidy(x + Math.sin(step * 0.26) * 147), tidy(430 + Math.cos(step * 0.26) * 147), 15, 15, accent, 6)).join("")}`;
    if (design === 1) {
      const drop = `M${x} 396C${x + 44} 452 ${x + 86} 520 ${x + 86} 574C${x + 86} 624 ${x + 48} 660 ${x} 660C${x - 48} 660 ${x - 86} 624 ${x - 86} 574C${x - 86} 520 ${x - 44} 452 ${x} 396Z`;
      return hook(x) + raised(ellipse(x, 300, 46), shape(ellipse(x, 300, 46), paint.fill(body, "metal", "diagonal")), 6, 0.4) + stone(paint, x, 300, 36, 36, accent, 8) + wire(`M${x} 346V400`, body, 9) + raised(drop, shape(drop, paint.fill(body, "metal", "diagonal")) + paint.bevel(drop, 10), 8, 0.45) + stone(paint, x, 562, 64, 72, accent, 8) + Array.from({ length: 9 }, (_, index) => ball(paint, x + Math.cos(0.3 + index * 0.32) * 78, 572 + Math.sin(0.3 + index * 0.32) * 78, 7, body)).join("");
    }
    const bars = [-2, -1, 0, 1, 2].map((step) => {
      const [ex, ey] = [x + step * 50, 610 - Math.abs(step) * 34];
      return wire(`M${x + step * 16} 350L${ex} ${ey}`, step % 2 === 0 ? body : accent, 17) + ball(paint, ex, ey + 16, 17, step % 2 === 0 ? accent : body);
    });
    const cap = `M${x - 62} 356C${x - 60} 296 ${x + 60} 296 ${x + 62} 356C${x + 30} 372 ${x - 30} 372 ${x - 62} 356Z`;
    return hook(x) + wire(`M${x} 250V310`, body, 8) + bars.join("") + raised(cap, shape(cap, paint.fill(body, "metal", "diagonal")) + paint.bevel(cap, 10), 7, 0.5) + stone(paint, x, 338, 20, 18, accent, 6);
  };
  return stand + one(320) + one(680);
};

/** A bracelet: open bangle with set ends, curb chain, or beads with a charm. */
export const bracelet: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const [rx, ry, cy] = [270, 112, 560];
  const around = (count: number, start = 0): { x: number; y: number; angle: number }[] =>
    Array.from({ length: count }, (_, index) => {
      const angle = start + (index / count) * Math.PI * 2;
      return { x: 500 + Math.cos(angle) * rx, y: cy + Math.sin(angle) * ry, angle };
    }).sort((one, other) => one.y - other.y);
  const base = plinth(paint, 690, 360) + paint.shadow(506, 640, 330, 90, 0.75);
  if (design === 0) {
    const tall = 104;
    const wall = `M${500 - rx} ${cy - 60}A${rx} ${ry} 0 0 0 ${500 + rx} ${cy - 60}L${500 + rx} ${cy - 60 + tall}A${rx} ${ry} 0 0 1 ${500 - rx} ${cy - 60 + tall}Z`;
    const top = cy - 60;
    const gap = `M440 ${top + ry - 22}L560 ${top + ry - 22}L548 ${top + ry + tall + 14}L452 ${top + ry + tall + 14}Z`;
    return (
      base + shape(ellipse(500, top, rx, ry), paint.linear([[0, body.deep], [0.25, body.light], [0.5, body.dark], [0.75, body.base], [1, body.deep]], "right")) + shape(ellipse(500, top + 10, rx - 16, ry - 14), paint.linear([[0, body.deep], [0.5, body.dark], [1, velvet.deep]])) + shape(wall, paint.fill(body, "metal", "tube")) + paint.bevel(wall, 16) +
      line(`M${500 - rx} ${top + 3}A${rx} ${ry} 0 0 0 ${500 + rx} ${top + 3}`, body.highlight, 5, 0.9) + line(`M${500 - rx} ${top + tall - 4}A${rx} ${ry} 0 0 0 ${500 + rx} ${top + tall - 4}`, body.light, 5, 0.8) + line(`M${500 - rx} ${top + 30}A${rx} ${ry} 0 0 0 ${500 + rx} ${top + 30}M${500 - rx} ${top + 72}A${rx} ${ry} 0 0 0 ${500 + rx} ${top + 72}`, body.deep, 3, 0.6) +
      shape(gap, paint.linear([[0, velvet.deep], [1, "#0b0d14"]])) + [-1, 1].map((side) => raised(ellipse(500 + side * 84, top + ry + 46, 40, 58), shape(ellipse(500 + side * 84, top + ry + 46, 40, 58), paint.fill(body, "metal", "diagonal")), 7, 0.5) + stone(paint, 500 + side * 84, top + ry + 46, 28, 42, accent, 8)).join("")
    );
  }
  if (design === 1) {
    const links = around(26, 0.06).map(({ x, y, angle }, index) => {
      const lean = (Math.atan2(Math.cos(angle) * ry, -Math.sin(angle) * rx) * 180) / Math.PI;
      const near = 0.72 + 0.34 * ((y - cy + ry) / (2 * ry));
      const d = ellipse(0, 0, 46, 27);
      return `<g transform="translate(${tidy(x)} ${tidy(y)}) rotate(${tidy(lean + 18)}) scale(${tidy(near * 10) / 10})"><g transform="translate(3 7)">${line(d, "#04060c", 17, 0.35)}</g>${wire(d, index % 5 === 0 ? accent : body, 16)}</g>`;
    });
    const clasp = "M470 640L530 640C548 640 556 652 556 668C556 686 548 698 530 698L470 698C452 698 444 686 444 668C444 652 452 640 470 640Z";
    return base + links.join("") + raised(clasp, shape(clasp, paint.fill(body, "metal", "diagonal")) + paint.bevel(clasp, 9), 8, 0.5) + stone(paint, 500, 669, 21, 21, accent, 8);
  }
  const beads = around(26).map(({ x, y }, index) => {
    const r = tidy(27 + 8 * ((y - cy + ry) / (2 * ry)));
    const tones = index % 4 === 1 ? accent : body;
    return paint.shadow(tidy(x + 6), tidy(y + r * 0.7), r * 1.2, tidy(r * 0.8), 0.6) + ball(paint, x, y, r, tones) + line(`M${tidy(x - r * 0.5)} ${tidy(y + r * 0.62)}Q${tidy(x)} ${tidy(y + r * 0.92)} ${tidy(x + r * 0.5)} ${tidy(y + r * 0.62)}`, tones.light, 3, 0.35);
  });
  const charm = "M500 716L512 746L544 748L519 768L528 800L500 782L472 800L481 768L456 748L488 746Z";
  return base + beads.join("") + wire("M500 694V722", tonesOf("#c09a55"), 8) + raised(charm, shape(charm, paint.fill(tonesOf("#c09a55"), "metal", "diagonal")) + paint.bevel(charm, 6), 7, 0.5) + shape(ellipse(0, 0, 0), graphite.deep, 0);
};
