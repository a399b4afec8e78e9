import { shape, silver } from "../electronics/parts.ts";
import type { Drawing } from "../paint.ts";
import { folds, raised, ribs, seam, stitch } from "./cloth.ts";
import { lay } from "./garment.ts";

/** A pair of gloves: stitched leather with a strap, knitted with coloured fingertips, or padded mittens. */
export const gloves: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const hand =
    design === 2
      ? "M262 640C240 560 226 440 236 350C246 270 300 226 356 230C420 236 452 290 452 360C456 380 458 400 462 416C476 396 500 380 520 392C536 404 530 440 510 476C486 520 462 560 446 640Z"
      : "M262 640C250 580 236 520 234 470C226 420 212 340 206 290C204 262 216 248 232 248C248 248 258 260 262 282L280 390L284 250C284 222 296 206 314 206C332 206 342 222 342 248L344 384L366 248C370 222 384 210 400 214C416 218 422 234 418 258L400 400L434 312C442 290 456 282 470 290C484 298 484 314 478 334L446 460C456 500 452 560 446 640Z";
  const thumb = design === 2 ? "" : "M440 470C460 440 480 410 500 396C520 384 540 400 532 424C520 470 490 530 450 580Z";
  const cuff =
    design === 1
      ? "M254 616C310 636 400 636 454 616L460 786C400 806 310 806 248 786Z"
      : "M256 626C310 642 400 642 452 626L470 770C400 800 310 800 238 770Z";
  const knit = design === 1;
  const cuffTones = design === 0 ? body : accent;
  const fingers: Record<0 | 1 | 2, string> = {
    0:
      seam(
        "M282 392C286 440 292 480 300 500M344 386C344 440 344 480 344 500M400 402C394 440 388 480 384 500",
        body,
        3,
      ) + stitch("M300 520C302 560 304 590 306 616M344 520V616M386 520C386 560 384 590 382 616", accent.light, 2.4),
    1: `<g clip-path="${paint.clip(hand)}">${shape("M190 190H500V300C460 330 440 340 420 330L400 290C300 296 280 300 190 320Z", accent.base, 0.9)}</g>`,
    2:
      seam("M238 400C300 430 400 430 454 400M240 500C300 526 400 526 460 500", body, 4) +
      stitch("M240 412C300 442 400 442 454 412M242 512C300 538 400 538 458 512", accent.light, 2.4),
  };
  const glove =
    (thumb === "" ? "" : lay(paint, thumb, body, 16)) +
    lay(paint, hand, body, design === 2 ? 44 : 24) +
    fingers[design] +
    folds(
      paint,
      hand,
      [
        [262, 600, 330, 560, 440, 600, 12],
        [250, 480, 320, 500, 380, 480, 9],
        [440, 470, 420, 540, 440, 630, 14],
      ],
      [
        [270, 500, 280, 560, 290, 620, 14],
        [300, 240, 304, 300, 306, 370, 8],
        [226, 270, 236, 340, 252, 420, 7],
        [390, 240, 380, 300, 376, 370, 7],
        [340, 300, 340, 420, 340, 560, 10],
      ],
    ) +
    raised(
      cuff,
      paint.solid(cuff, { tones: cuffTones, bevel: 16, ...(design === 2 ? { material: "fabric" as const } : {}) }),
      7,
      0.45,
    ) +
    (knit
      ? ribs(paint, cuff, [254, 612, 456, 612], [248, 806, 462, 806], 16, cuffTones)
      : stitch("M250 752C310 778 400 778 462 752", design === 0 ? accent.light : body.light, 2.4)) +
    (design === 0
      ? `${raised("M246 660L466 668L468 706L244 700Z", paint.solid("M246 660L466 668L468 706L244 700Z", { tones: accent, bevel: 7 }), 5, 0.45)}<rect x="318" y="652" width="50" height="58" rx="8" fill="none" stroke="${paint.fill(silver, "metal", "diagonal")}" stroke-width="9"/>`
      : design === 2
        ? raised(
            "M246 640L456 650L458 684L244 676Z",
            paint.solid("M246 640L456 650L458 684L244 676Z", { tones: body, material: "matte", bevel: 6 }),
            5,
            0.45,
          )
        : "");
  return (
    paint.shadow(500, 800, 330, 22, 0.8) +
    `<g transform="translate(1000 0) scale(-1 1) rotate(5 350 800) translate(40 -6)">${glove}${shape(hand + thumb + cuff, "#070a14", 0.2)}</g>` +
    `<g transform="rotate(-7 350 800) translate(44 0)">${glove}</g>`
  );
};
