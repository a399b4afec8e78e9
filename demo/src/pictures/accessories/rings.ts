import { line, shape } from "../electronics/parts.ts";
import { raised } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint } from "../paint.ts";
import { annulus, brilliant, gem, glint, plinth } from "./jewels.ts";

type Hoop = { cx: number; cy: number; r: number; width: number; depth: number };

/** An upright ring turned a little, so that its inner wall shows at the lower left and its outer one at the upper right. */
function hoop(paint: Paint, { cx, cy, r, width, depth }: Hoop): string {
  const { body } = paint;
  const [dx, dy] = [depth, Math.round(depth * -0.42)];
  const length = Math.hypot(dx, dy);
  const [nx, ny] = [Math.round((-dy / length) * r), Math.round((dx / length) * r)];
  const inner = r - width;
  const gap = (x: number, y: number): string =>
    `M${x - inner} ${y}a${inner} ${inner} 0 1 0 ${2 * inner} 0a${inner} ${inner} 0 1 0 ${-2 * inner} 0z`;
  const outer =
    `M${cx - nx} ${cy - ny}l${dx} ${dy}A${r} ${r} 0 0 1 ${cx + dx + nx} ${cy + dy + ny}` +
    `l${-dx} ${-dy}A${r} ${r} 0 0 1 ${cx - nx} ${cy - ny}z${gap(cx, cy)}`;
  const wall = ellipse(cx, cy, inner) + gap(cx + dx, cy + dy);
  const within = paint.linear(
    [
      [0, body.deep],
      [0.25, body.dark],
      [0.5, body.base],
      [0.68, body.highlight],
      [0.8, body.light],
      [0.92, body.dark],
      [1, body.base],
    ],
    "diagonal",
  );
  const arc = (from: number, to: number, radius: number): string => {
    const at = (degrees: number): string => {
      const angle = (degrees * Math.PI) / 180;
      return `${Math.round(cx + Math.cos(angle) * radius)} ${Math.round(cy + Math.sin(angle) * radius)}`;
    };
    return `M${at(from)}A${radius} ${radius} 0 0 1 ${at(to)}`;
  };
  return (
    `<g clip-path="${paint.clip(ellipse(cx, cy, inner))}">${shape(wall, within)}</g>` +
    paint.solid(outer, { bevel: 0, texture: false, direction: "tube" }) +
    paint.solid(annulus(cx, cy, r, r, width), { bevel: 10, texture: false }) +
    line(arc(192, 252, r - width * 0.45), "#fff", width * 0.24, 0.75) +
    line(arc(24, 64, r - width * 0.5), body.highlight, width * 0.16, 0.6) +
    line(arc(96, 156, r - width * 0.55), body.deep, width * 0.3, 0.35) +
    line(ellipse(cx, cy, inner + 1), body.highlight, 2, 0.5)
  );
}

const stand = (paint: Paint): string => plinth(paint, 500, 728, 250) + paint.shadow(520, 732, 190, 24, 0.95);

/** A broad band with a stone set low in a collar. */
function tide(paint: Paint): string {
  const { body, accent } = paint;
  const shoulders =
    "M330 262C380 214 420 196 444 190H556C580 196 620 214 670 262C640 250 590 240 500 240C410 240 360 250 330 262z";
  const collar = "M400 150C400 200 416 236 440 244Q500 256 560 244C584 236 600 200 600 150z";
  return (
    stand(paint) +
    hoop(paint, { cx: 488, cy: 478, r: 256, width: 46, depth: 52 }) +
    paint.solid(shoulders, { texture: false, bevel: 8 }) +
    raised(collar, paint.solid(collar, { texture: false, direction: "tube", bevel: 0 }), 8, 0.4) +
    line("M412 196Q500 220 588 196", body.deep, 3, 0.5) +
    line("M412 200Q500 224 588 200", body.highlight, 2, 0.6) +
    shape(ellipse(500, 150, 102, 66), body.deep) +
    paint.solid(ellipse(500, 146, 104, 66), { texture: false, bevel: 8 }) +
    shape(ellipse(500, 146, 90, 55), accent.deep) +
    gem(paint, 500, 144, 87, 52, accent, { sides: 12, table: 0.58 }) +
    paint.glow(470, 124, 46, 18, 0.6) +
    glint(440, 116, 30)
  );
}

/** A slender ring with a stone held high by claws. */
function solitaire(paint: Paint): string {
  const { body, accent } = paint;
  const claws = (points: readonly (readonly [number, number, number, number])[], width: number): string =>
    points
      .map(
        ([x1, y1, x2, y2]) =>
          line(`M${x1} ${y1}L${x2} ${y2}`, body.deep, width + 3) +
          line(`M${x1} ${y1}L${x2} ${y2}`, body.base, width) +
          line(`M${x1 - 2} ${y1}L${x2 - 2} ${y2}`, body.highlight, width * 0.32, 0.9),
      )
      .join("");
  const cathedral =
    "M322 380C372 326 424 316 462 318H538C576 316 628 326 678 380C640 348 590 344 500 344C410 344 360 348 322 380z";
  return (
    stand(paint) +
    hoop(paint, { cx: 490, cy: 522, r: 212, width: 28, depth: 34 }) +
    paint.solid(cathedral, { texture: false, bevel: 8 }) +
    claws(
      [
        [470, 330, 438, 190],
        [530, 330, 562, 190],
      ],
      10,
    ) +
    brilliant(paint, 500, 196, 124, accent) +
    line("M448 262Q500 282 552 262", body.dark, 10) +
    line("M448 260Q500 280 552 260", body.highlight, 4, 0.85) +
    claws(
      [
        [462, 330, 392, 176],
        [538, 330, 608, 176],
      ],
      13,
    ) +
    [
      [390, 170],
      [610, 170],
    ]
      .map(([x = 0, y = 0]) => paint.solid(ellipse(x, y, 11), { texture: false, direction: "ball", bevel: 2 }))
      .join("") +
    paint.solid("M452 318Q500 306 548 318L540 350Q500 360 460 350z", { texture: false, bevel: 5 }) +
    glint(446, 160, 38) +
    glint(560, 224, 18)
  );
}

/** A signet: heavy shoulders that widen into a cushion-shaped face inlaid with a star. */
function signet(paint: Paint): string {
  const { body, accent } = paint;
  const shoulders =
    "M248 520C236 400 300 280 380 214H620C700 280 764 400 752 520C744 556 716 560 704 520C690 440 620 372 500 366C380 372 310 440 296 520C284 560 256 556 248 520z";
  const face =
    "M352 170C352 122 400 112 500 112C600 112 648 122 648 170V284C648 340 600 352 500 352C400 352 352 340 352 284z";
  const inlay =
    "M378 178C378 146 416 138 500 138C584 138 622 146 622 178V278C622 316 584 326 500 326C416 326 378 316 378 278z";
  const star = Array.from({ length: 16 }, (_, index) => {
    const angle = (index / 16) * 2 * Math.PI - Math.PI / 2;
    const reach = index % 4 === 0 ? 82 : index % 2 === 0 ? 54 : 18;
    return `${Math.round(500 + Math.cos(angle) * reach)} ${Math.round(232 + Math.sin(angle) * reach)}`;
  });
  const rays = Array.from(
    { length: 8 },
    (_, index) => `M500 232L${star[index * 2] ?? "500 232"}L${star[index * 2 + 1] ?? "500 232"}z`,
  ).join("");
  return (
    stand(paint) +
    hoop(paint, { cx: 494, cy: 510, r: 232, width: 42, depth: 46 }) +
    paint.solid(shoulders, { texture: false, direction: "right", bevel: 16 }) +
    line("M300 420C312 350 350 300 384 268M286 470C290 430 296 410 304 390", body.highlight, 5, 0.6) +
    raised(face, paint.solid(face, { texture: false, bevel: 12 }), 12, 0.5) +
    line(face, body.highlight, 2.4, 0.7) +
    shape(inlay, accent.deep) +
    `<g transform="translate(500 234) scale(.975) translate(-500 -232)">${paint.solid(inlay, { tones: accent, material: "gloss", bevel: 12 })}</g>` +
    `<g transform="translate(2 4)">${shape(`M${star.join("L")}z`, "#05070c", 0.4)}</g>` +
    shape(`M${star.join("L")}z`, body.light) +
    shape(rays, body.dark, 0.75) +
    shape("M378 178C378 146 416 138 500 138C540 138 566 140 586 144L420 316C392 310 378 298 378 278z", "#fff", 0.13) +
    line("M384 170C388 150 420 144 500 144", "#fff", 3, 0.7) +
    glint(392, 128, 26) +
    shape(ellipse(500, 232, 7), body.highlight)
  );
}

/** A ring on a plinth: broad band with a low stone, high solitaire, or signet. */
export const ring: Drawing = (paint) => [tide, solitaire, signet][paint.design]?.(paint) ?? tide(paint);
