import { line, shape } from "../electronics/parts.ts";
import { type Drawing, type Paint, roundRect } from "../paint.ts";
import { button, label, mirrored, raised, ribs, seam, stitch, symmetric } from "./cloth.ts";
import { armholes, bodice, type Cut, cloth, insideBack, plainCut, sleeve, sleeves, torso } from "./garment.ts";

const underShadow = (paint: Paint): string => paint.shadow(500, 806, 250, 22, 0.75);

/** A band along the bottom edge of a left sleeve, and its mirror image. */
function cuffs(left: string, draw: (d: string, side: 1 | -1) => string): string {
  return raised(left, draw(left, 1), 6, 0.35) + raised(mirrored(left), draw(mirrored(left), -1), 6, 0.35);
}

const longCuff = "M178 664C206 690 240 692 266 684L256 738C226 746 196 742 168 726Z";

/** The two leaves and the stand of a shirt collar. */
function shirtCollar(paint: Paint, spread: number): string {
  const { body, accent } = paint;
  const leaf = `M424 190C432 214 466 246 500 262L${466 - spread} 326C426 300 396 254 398 206C404 190 414 184 424 190Z`;
  const back = "M420 196C440 158 560 158 580 196C560 186 440 186 420 196Z";
  const leafOf = (d: string): string => raised(d, cloth(paint, d, paint.body, { bevel: 12 }), 9, 0.5);
  const hem = `M408 210C410 254 434 290 ${462 - spread} 312L488 266`;
  return (
    paint.solid(back, { bevel: 8 }) +
    leafOf(leaf) +
    leafOf(mirrored(leaf)) +
    stitch(hem, accent.light, 2, "6 4") +
    stitch(mirrored(hem), accent.light, 2, "6 4") +
    shape("M494 258h12v8h-12z", body.deep, 0.5)
  );
}

/** A shirt: fine with a point collar, short-sleeved and striped with an open collar, or a checked overshirt. */
export const shirt: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const cut: Cut = { ...plainCut, depth: 84, hemX: 326, hemY: 770, waistX: 338 };
  const outline = symmetric(500, 280, [
    [470, 280, 440, 240, 424, 196],
    [340, 222, 304, 246],
    [306, 316, 316, 362, 324, 432],
    [338, 516, 338, 600],
    [338, 690, 330, 742],
    [352, 790, 430, 804, 500, 800],
  ]);
  const arm = sleeve(cut, design === 1 ? "short" : "long", design === 2 ? 8 : 0);
  const placket = "M480 276L520 276L520 800L480 800Z";
  const buttons = [318, 398, 478, 558, 638, 718].map((y) => button(paint, 500, y, 9, accent)).join("");
  const pocket = (x: number): string => `M${x} 412L${x + 96} 412L${x + 96} 506L${x + 48} 528L${x} 506Z`;
  const pocketOf = (x: number): string =>
    raised(pocket(x), cloth(paint, pocket(x), body, { bevel: 8 }), 5, 0.35) +
    stitch(`M${x + 7} 428L${x + 7} 502L${x + 48} 520L${x + 89} 502L${x + 89} 428Z`, accent.light, 2, "6 4");
  const cuff = cuffs(longCuff, (d) => cloth(paint, d, body, { bevel: 10 }));
  const lower = "M336 736C356 776 430 792 500 788C570 792 644 776 664 736";
  const common = (print: string): string =>
    underShadow(paint) +
    insideBack(paint, cut, body, accent, 26) +
    sleeves(paint, arm, body, design === 1 ? "short" : "long") +
    print.replaceAll("CLIP", paint.clip(arm + mirrored(arm))) +
    (design === 1 ? "" : cuff) +
    bodice(paint, outline, body) +
    print.replaceAll("CLIP", paint.clip(outline)) +
    armholes(cut, body) +
    stitch(lower, body.light, 2, "6 4");
  if (design === 0) {
    return (
      common("") +
      raised(placket, cloth(paint, placket, body, { bevel: 8 }), 5, 0.35) +
      stitch("M487 282V796M513 282V796", body.light, 2, "6 4") +
      pocketOf(566) +
      buttons +
      shirtCollar(paint, 6) +
      [[216, 716]].map(([x, y]) => button(paint, x ?? 0, y ?? 0, 7, accent)).join("")
    );
  }
  if (design === 1) {
    const bars = Array.from({ length: 16 }, (_, index) => roundRect(176 + index * 44, 200, 14, 620, 1)).join("");
    const print = `<g clip-path="CLIP">${shape(bars, accent.base, 0.6)}</g>`;
    const lapel = "M424 190C446 250 470 300 498 352L424 344L402 300L388 306C384 260 392 214 408 188Z";
    return (
      common(print) +
      seam("M500 352V800", body, 3) +
      [398, 478, 558, 638, 718].map((y) => button(paint, 500, y, 9, accent)).join("") +
      pocketOf(560) +
      paint.solid("M408 192C440 158 560 158 592 192C560 182 440 182 408 192Z", { bevel: 8 }) +
      raised(lapel, cloth(paint, lapel, body, { bevel: 12 }), 9, 0.5) +
      raised(mirrored(lapel), cloth(paint, mirrored(lapel), body, { bevel: 12 }), 9, 0.5)
    );
  }
  const across = Array.from({ length: 7 }, (_, index) => `M100 ${250 + index * 84}h800v30h-800z`).join("");
  const along = Array.from({ length: 11 }, (_, index) => `M${108 + index * 76} 180h28v640h-28z`).join("");
  const fine =
    Array.from({ length: 8 }, (_, index) => `M100 ${224 + index * 84}h800`).join("") +
    Array.from({ length: 11 }, (_, index) => `M${84 + index * 76} 180v640`).join("");
  const check = `<g clip-path="CLIP">${shape(across, accent.dark, 0.42)}${shape(along, accent.base, 0.42)}${line(fine, accent.highlight, 3, 0.5)}</g>`;
  const flap = (x: number): string => `M${x - 4} 396L${x + 100} 396L${x + 100} 424L${x + 48} 446L${x - 4} 424Z`;
  const flapOf = (x: number): string =>
    raised(flap(x), cloth(paint, flap(x), body, { bevel: 8 }), 6, 0.45) + button(paint, x + 48, 426, 8, accent);
  return (
    common(check) +
    raised(placket, cloth(paint, placket, body, { bevel: 8 }), 5, 0.35) +
    stitch("M487 282V796M513 282V796", accent.light, 2, "6 4") +
    pocketOf(372) +
    pocketOf(534) +
    flapOf(372) +
    flapOf(534) +
    buttons +
    shirtCollar(paint, -2)
  );
};

/** A tee: crew neck with a hem label, v-neck with a pocket, or long-sleeved in two colours. */
export const tee: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const cut: Cut = { ...plainCut, depth: design === 1 ? 30 : 66, neckX: 420 };
  const arm = sleeve(cut, design === 2 ? "long" : "short");
  const armTones = design === 2 ? accent : body;
  const vee = symmetric(500, 318, [
    [450, 270, 430, 230, 420, 196],
    [344, 220, 304, 246],
    [306, 316, 316, 362, 324, 432],
    [332, 516, 332, 600],
    [332, 692, 320, 784],
    [390, 800, 500, 800],
  ]);
  const outline = design === 1 ? vee : torso(cut);
  const band =
    design === 1
      ? symmetric(500, 318, [
          [450, 270, 430, 230, 420, 196],
          [404, 204],
          [412, 244, 440, 296, 500, 350],
        ])
      : symmetric(500, 262, [
          [452, 262, 426, 234, 420, 196],
          [402, 204],
          [408, 262, 450, 288, 500, 288],
        ]);
  const back = symmetric(500, 180, [
    [450, 180, 424, 188, 414, 200],
    [426, 204],
    [440, 198, 460, 196, 500, 196],
  ]);
  const inside = design === 1 ? { ...cut, depth: 110 } : cut;
  const hem = "M326 764C390 782 610 782 674 764";
  const sleeveHem = design === 2 ? "M172 704C206 722 234 722 254 716" : "M200 402C226 438 266 452 292 450";
  const pocket = "M556 396L648 396L648 488L602 508L556 488Z";
  const stripes = Array.from(
    { length: 5 },
    (_, index) =>
      `M300 ${360 + index * 62}C400 ${374 + index * 62} 600 ${374 + index * 62} 700 ${360 + index * 62}v26C600 ${400 + index * 62} 400 ${400 + index * 62} 300 ${386 + index * 62}z`,
  ).join("");
  const details = {
    0: label(paint, 588, 704, 58, 40, accent),
    1: `<g clip-path="${paint.clip(outline)}">${shape(stripes, accent.base, 0.78)}</g>${raised(pocket, paint.solid(pocket, { tones: accent, bevel: 8 }), 5, 0.35)}${stitch("M562 410L562 484L602 501L642 484L642 410Z", accent.highlight, 2, "6 4")}`,
    2:
      seam("M500 288V430", body, 2) +
      stitch("M486 290V428L514 428V290", body.light, 2, "6 4") +
      [312, 356, 400].map((y) => button(paint, 500, y, 8, accent)).join(""),
  }[design];
  return (
    underShadow(paint) +
    insideBack(paint, inside, body, accent) +
    paint.solid(back, { tones: armTones, bevel: 6 }) +
    sleeves(paint, arm, armTones, design === 2 ? "long" : "short") +
    stitch(sleeveHem, armTones.light, 2, "6 4") +
    stitch(mirrored(sleeveHem), armTones.light, 2, "6 4") +
    bodice(paint, outline, body) +
    armholes(cut, body) +
    details +
    stitch(hem, body.light, 2, "6 4") +
    raised(band, cloth(paint, band, design === 0 ? body : accent, { bevel: 8 }), 5, 0.4)
  );
};

/** One cable of a fisherman's knit, from top to bottom around a middle line. */
function cable(paint: Paint, x: number, y1: number, y2: number): string {
  const parts: string[] = [];
  for (let y = y1; y < y2; y += 56) {
    parts.push(
      line(`M${x + 14} ${y}C${x + 14} ${y + 20} ${x - 14} ${y + 32} ${x - 14} ${y + 56}`, paint.body.dark, 18) +
        line(`M${x + 12} ${y}C${x + 12} ${y + 20} ${x - 16} ${y + 32} ${x - 16} ${y + 54}`, paint.body.light, 10) +
        line(`M${x - 14} ${y}C${x - 14} ${y + 20} ${x + 14} ${y + 32} ${x + 14} ${y + 56}`, paint.body.deep, 21, 0.55) +
        line(`M${x - 14} ${y}C${x - 14} ${y + 20} ${x + 14} ${y + 32} ${x + 14} ${y + 56}`, paint.body.base, 17) +
        line(
          `M${x - 16} ${y + 4}C${x - 16} ${y + 22} ${x + 12} ${y + 34} ${x + 12} ${y + 54}`,
          paint.body.highlight,
          6,
          0.6,
        ),
    );
  }
  return `${line(`M${x - 34} ${y1}V${y2}M${x + 34} ${y1}V${y2}`, paint.body.deep, 5, 0.55)}${line(`M${x - 31} ${y1}V${y2}M${x + 37} ${y1}V${y2}`, paint.body.highlight, 3, 0.4)}${parts.join("")}`;
}

/** A sweater: crew neck with a coloured yoke, roll neck with cables, or buttoned cardigan with pockets. */
export const sweater: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const cut: Cut = {
    ...plainCut,
    shoulderX: 296,
    shoulderY: 256,
    armpitX: 316,
    armpitY: 446,
    waistX: 316,
    hemX: 332,
    hemY: 776,
    depth: 58,
    neckX: 422,
  };
  const arm = sleeve(cut, "long", 14);
  const cardigan = symmetric(500, 430, [
    [470, 340, 436, 280, 422, 196],
    [336, 224, 296, 256],
    [300, 330, 308, 376, 316, 446],
    [316, 520, 316, 600],
    [316, 700, 332, 776],
    [400, 796, 500, 796],
  ]);
  const outline = design === 2 ? cardigan : torso(cut);
  const cuff = "M156 668C196 696 244 700 274 688L262 752C226 760 190 756 160 738Z";
  const hem = "M320 716C400 738 600 738 680 716L666 786C600 806 400 806 334 786Z";
  const trim = design === 0 ? accent : body;
  const ribbed = (
    d: string,
    upper: readonly [number, number, number, number],
    lower: readonly [number, number, number, number],
    count: number,
  ): string =>
    raised(d, paint.solid(d, { tones: trim, bevel: 12 }), 5, 0.35) + ribs(paint, d, upper, lower, count, trim);
  const cuffPair =
    ribbed(cuff, [156, 660, 276, 684], [154, 760, 264, 764], 12) +
    ribbed(mirrored(cuff), [844, 660, 724, 684], [846, 760, 736, 764], 12);
  const body0 =
    underShadow(paint) +
    insideBack(paint, design === 2 ? { ...cut, depth: 190 } : cut, body, accent) +
    sleeves(paint, arm, body, "long") +
    cuffPair +
    bodice(paint, outline, body);
  const hemBand = ribbed(hem, [318, 712, 682, 712], [332, 806, 668, 806], 42);
  if (design === 1) {
    const roll =
      "M408 214C402 170 404 140 424 128C460 114 540 114 576 128C596 140 598 170 592 214C570 248 430 248 408 214Z";
    const mouth = "M426 136C450 122 550 122 574 136C556 152 444 152 426 136Z";
    const fold =
      "M402 190C440 224 560 224 598 190C602 226 596 246 590 252C552 280 448 280 410 252C402 244 398 226 402 190Z";
    return (
      body0 +
      `<g clip-path="${paint.clip(outline)}">${cable(paint, 400, 252, 720)}${cable(paint, 500, 252, 720)}${cable(paint, 600, 252, 720)}</g>` +
      armholes(cut, body) +
      hemBand +
      raised(roll, paint.solid(roll, { bevel: 18 }), 6, 0.4) +
      ribs(paint, roll, [410, 120, 590, 120], [400, 260, 600, 260], 22, body) +
      shape(mouth, body.deep) +
      raised(fold, paint.solid(fold, { bevel: 14 }), 7, 0.45) +
      ribs(paint, fold, [404, 190, 596, 190], [404, 284, 596, 284], 22, body)
    );
  }
  if (design === 2) {
    const band = symmetric(500, 430, [
      [470, 340, 436, 280, 422, 196],
      [402, 202],
      [408, 290, 430, 380, 472, 450],
      [472, 798],
    ]);
    const pocket = "M356 590L446 590L446 690L356 690Z";
    const pocketOf = (d: string, x: number): string =>
      raised(d, paint.solid(d, { bevel: 8 }), 5, 0.4) +
      paint.solid(roundRect(x, 584, 98, 22, 4), { tones: accent, bevel: 5 });
    return (
      body0 +
      armholes(cut, body) +
      hemBand +
      pocketOf(pocket, 352) +
      pocketOf(mirrored(pocket), 550) +
      raised(band, paint.solid(band, { tones: accent, bevel: 10 }), 6, 0.45) +
      seam("M500 440V796", accent, 2.4) +
      line("M412 206C420 290 444 374 484 440M588 206C580 290 556 374 516 440", accent.deep, 3, 0.5) +
      [470, 542, 614, 686, 758].map((y) => button(paint, 500, y, 11, body)).join("") +
      paint.solid("M402 200C430 168 570 168 598 200C560 188 440 188 402 200Z", { tones: accent, bevel: 6 })
    );
  }
  const yoke = [0, 1, 2].map((row) =>
    Array.from({ length: 15 }, (_, index) => {
      const x = 286 + index * 30.5;
      const y = 330 + row * 34 + Math.sin((index / 14) * Math.PI) * 34;
      return `M${Math.round(x)} ${Math.round(y - 13)}l11 13l-11 13l-11 -13z`;
    }).join(""),
  );
  const collar = symmetric(500, 254, [
    [454, 254, 428, 232, 422, 192],
    [396, 204],
    [404, 266, 450, 288, 500, 288],
  ]);
  return (
    body0 +
    `<g clip-path="${paint.clip(outline)}">${shape(yoke.join(""), accent.base, 0.9)}<path d="M286 304Q500 376 714 304M286 432Q500 504 714 432" fill="none" stroke="${accent.base}" stroke-width="8" stroke-opacity="0.9"/></g>` +
    armholes(cut, body) +
    hemBand +
    paint.solid("M398 204C430 168 570 168 602 204C560 192 440 192 398 204Z", { tones: accent, bevel: 6 }) +
    raised(collar, paint.solid(collar, { tones: accent, bevel: 10 }), 6, 0.4) +
    ribs(paint, collar, [402, 180, 598, 180], [396, 296, 604, 296], 24, accent)
  );
};
