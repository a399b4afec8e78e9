import { line, shape, silver } from "../electronics/parts.ts";
import { folds, raised, rivet, stitch } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint, roundRect } from "../studio.ts";
import { type Tones, tonesOf } from "../tone.ts";

const brass = tonesOf("#c09a55");

const piece = (paint: Paint, d: string, tones: Tones, bevel = 14, drop = 8): string => raised(d, paint.solid(d, { tones, bevel }), drop, 0.5);

/** A payment card peeping out of a slot. */
function card(paint: Paint, x: number, y: number, width: number, tones: Tones): string {
  const d = roundRect(x, y, width, 140, 14);
  return raised(d, paint.solid(d, { tones, material: "gloss", bevel: 5 }), 5, 0.4) + shape(roundRect(x + 24, y + 22, 44, 32, 6), paint.fill(brass, "metal", "diagonal"), 0.95);
}

const ivory = tonesOf("#e9e2d2");

/** A wallet: standing bifold with notes, long wallet with a zip, or slim card holder. */
export const wallet: Drawing = (paint) => {
  const { body, accent, design } = paint;
  if (design === 0) {
    const back = "M214 420C216 396 228 386 250 384L742 340C766 338 780 350 782 372L800 744C800 766 790 778 770 780L250 800Z";
    const front = "M186 452C186 428 200 416 224 416L700 416C724 416 738 428 738 452L748 764C748 790 736 802 712 802L212 802C188 802 176 790 176 764Z";
    const notes = "M262 392L716 348L724 420L262 430Z";
    return (
      paint.shadow(480, 806, 350, 26, 0.9) + piece(paint, back, body, 14) + stitch("M240 404L744 358C756 358 764 364 764 376L782 740", accent.light, 2.6) +
      [0, 1, 2].map((index) => raised(notes, shape(`M${262 + index * 10} ${366 + index * 14}L${706 + index * 8} ${324 + index * 18}L724 430L262 430Z`, paint.linear([[0, ivory.light], [1, ivory.dark]])), 3, 0.3)).join("") + line("M280 384L690 346", ivory.dark, 3, 0.6) +
      card(paint, 470, 366, 220, accent) + card(paint, 450, 390, 230, tonesOf("#2c3a55")) +
      piece(paint, front, body, 30, 12) + folds(paint, front, [[220, 740, 420, 770, 700, 740, 14], [200, 460, 220, 600, 196, 780, 12], [690, 450, 700, 600, 720, 780, 16]], [[230, 450, 420, 446, 660, 452, 18], [240, 480, 260, 600, 240, 740, 22]]) +
      stitch("M206 456C206 442 214 436 228 436L698 436C712 436 720 442 720 456L729 760C729 776 722 784 708 784L216 784C202 784 195 776 195 760Z", accent.light, 2.8, "9 6") +
      `<g opacity="0.85">${shape(roundRect(560, 690, 110, 50, 6), body.deep, 0.35)}${shape("M590 728L614 700L626 714L634 706L650 728Z", body.highlight, 0.5)}</g>`
    );
  }
  if (design === 1) {
    const shell = "M150 452C150 428 164 416 188 416L812 416C836 416 850 428 850 452L850 764C850 788 836 800 812 800L188 800C164 800 150 788 150 764Z";
    const flap = "M150 560L150 452C150 428 164 416 188 416L812 416C836 416 850 428 850 452L850 560C700 640 300 640 150 560Z";
    const strap = "M840 470C900 500 920 600 896 700";
    return (
      paint.shadow(500, 806, 390, 26, 0.9) + line(strap, accent.deep, 24) + line(strap, accent.base, 17) + line("M838 470C894 502 912 600 890 698", accent.light, 5, 0.7) + `<circle cx="846" cy="474" r="17" fill="none" stroke="${brass.dark}" stroke-width="9"/><circle cx="845" cy="473" r="17" fill="none" stroke="${brass.light}" stroke-width="4"/>` +
      piece(paint, shell, body, 30, 12) + stitch("M168 640V760C168 774 176 782 190 782H810C824 782 832 774 832 760V640", accent.light, 2.8, "9 6") + folds(paint, shell, [[170, 770, 480, 790, 830, 760, 12]], [[190, 680, 460, 720, 800, 680, 16]]) +
      piece(paint, flap, body, 26, 14) + folds(paint, flap, [[170, 540, 480, 620, 830, 540, 12]], [[190, 446, 480, 436, 800, 450, 22], [260, 480, 460, 540, 760, 500, 16]]) +
      stitch("M168 548V456C168 440 178 434 192 434H808C822 434 832 440 832 456V548C690 620 310 620 168 548Z", accent.light, 2.8, "9 6") +
      raised(roundRect(440, 540, 120, 90, 20), paint.solid(roundRect(440, 540, 120, 90, 20), { tones: accent, bevel: 10 }), 8, 0.5) + stitch(roundRect(450, 550, 100, 70, 14), accent.highlight, 2.2, "6 4") + rivet(paint, 500, 586, 19, brass)
    );
  }
  const shell = roundRect(240, 470, 520, 332, 34);
  const slot = (y: number): string => `M240 ${y}L440 ${y}C470 ${y} 470 ${y + 36} 500 ${y + 36}C530 ${y + 36} 530 ${y} 560 ${y}L760 ${y}L760 770C760 790 746 802 726 802L274 802C254 802 240 790 240 770Z`;
  return (
    paint.shadow(500, 806, 330, 26, 0.9) + `<g transform="rotate(-9 420 470)">${card(paint, 300, 330, 400, accent)}</g><g transform="rotate(4 560 470)">${card(paint, 300, 366, 410, ivory)}</g>` + card(paint, 292, 404, 416, tonesOf("#27406b")) +
    piece(paint, shell, body, 26, 12) + [540, 620, 700].map((y) => piece(paint, slot(y), body, 14, 9) + stitch(`M254 ${y + 12}L438 ${y + 12}C462 ${y + 14} 468 ${y + 48} 500 ${y + 48}C532 ${y + 48} 538 ${y + 14} 562 ${y + 12}L746 ${y + 12}`, accent.light, 2.4, "8 5")).join("") +
    folds(paint, shell, [[260, 780, 480, 796, 740, 776, 10], [740, 500, 730, 640, 744, 790, 12]], [[270, 490, 480, 486, 720, 492, 12], [270, 560, 262, 680, 270, 780, 12]]) + stitch("M256 500V772C256 782 264 786 274 786H726C736 786 744 782 744 772V500", accent.light, 2.4, "8 5")
  );
};

/** A belt rolled up on its edge: square pin buckle, round ring buckle, or plaited with a plate. */
export const belt: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const metal = accent;
  // A coil seen from slightly above: rings of leather, each a wall with a lit top edge.
  const height = 150;
  const turns = [0, 1, 2, 3, 4].map((index) => ({ rx: 300 - index * 52, ry: 92 - index * 17, cx: 480 + index * 5, cy: 586 - index * 2 }));
  const wall = ({ rx, ry, cx, cy }: { rx: number; ry: number; cx: number; cy: number }): string =>
    `M${cx - rx} ${cy}A${rx} ${ry} 0 0 0 ${cx + rx} ${cy}L${cx + rx} ${cy + height}A${rx} ${ry} 0 0 1 ${cx - rx} ${cy + height}Z`;
  const coil = turns
    .map((turn, index) => {
      const hole = ellipse(turn.cx, turn.cy, turn.rx - 13, turn.ry - 6);
      return (
        shape(ellipse(turn.cx, turn.cy, turn.rx, turn.ry), paint.fill(body, paint.material, "right")) + line(ellipse(turn.cx, turn.cy, turn.rx - 3, turn.ry - 2), body.highlight, 2.4, 0.6) +
        shape(hole, paint.linear([[0, body.dark], [0.45, body.deep], [1, "#07080c"]])) + (index === turns.length - 1 ? shape(ellipse(turn.cx, turn.cy + 8, turn.rx - 20, turn.ry - 12), "#05060a", 0.7) : "")
      );
    })
    .join("");
  const outer = turns[0] ?? { rx: 300, ry: 92, cx: 480, cy: 586 };
  const face = wall(outer);
  const row = (dy: number): string => `M${outer.cx - outer.rx + 3} ${outer.cy + dy}A${outer.rx - 3} ${outer.ry} 0 0 0 ${outer.cx + outer.rx - 3} ${outer.cy + dy}`;
  const plaits =
    design === 2
      ? Array.from({ length: 46 }, (_, index) => {
          const angle = Math.PI * (1 - index / 45);
          const x = outer.cx + Math.cos(angle) * outer.rx;
          const y = outer.cy + Math.sin(angle) * outer.ry;
          const lean = 10 + 12 * Math.sin(angle);
          const at = (dx: number, dy: number): string => `${Math.round(x + dx)} ${Math.round(y + dy)}`;
          return `M${at(-lean, 12)}L${at(lean, 50)}M${at(lean, 50)}L${at(-lean, 90)}M${at(-lean, 90)}L${at(lean, 132)}`;
        }).join("")
      : "";
  const tongue = "M560 664C660 650 740 690 850 680C880 678 896 700 896 730C896 764 880 786 850 788C740 796 660 810 560 812Z";
  const square =
    `<rect x="392" y="652" width="176" height="172" rx="22" fill="none" stroke="#04060c" stroke-opacity="0.55" stroke-width="26" transform="translate(5 8)"/>` +
    `<rect x="392" y="652" width="176" height="172" rx="22" fill="none" stroke="${metal.deep}" stroke-width="27"/><rect x="392" y="652" width="176" height="172" rx="22" fill="none" stroke="${paint.fill(metal, "metal", "diagonal")}" stroke-width="23"/>` +
    `<rect x="386" y="645" width="188" height="186" rx="26" fill="none" stroke="#fff" stroke-opacity="0.4" stroke-width="2"/>` + line("M398 738H572", metal.deep, 21) + line("M400 736H570", metal.light, 15) + line("M404 731H560", "#fff", 3, 0.7) + shape(roundRect(380, 712, 40, 50, 8), paint.fill(metal, "metal", "down"));
  const ring = [0, 1]
    .map((index) => {
      const x = 456 + index * 52;
      return `<ellipse cx="${x + 4}" cy="746" rx="72" ry="88" fill="none" stroke="#04060c" stroke-opacity="0.5" stroke-width="22"/><ellipse cx="${x}" cy="738" rx="72" ry="88" fill="none" stroke="${metal.deep}" stroke-width="23"/><ellipse cx="${x}" cy="738" rx="72" ry="88" fill="none" stroke="${paint.fill(metal, "metal", "diagonal")}" stroke-width="19"/><ellipse cx="${x - 1}" cy="736" rx="77" ry="93" fill="none" stroke="#fff" stroke-opacity="0.45" stroke-width="2.4"/>`;
    })
    .join("");
  const plate = roundRect(380, 656, 200, 160, 26);
  const plated =
    raised(plate, shape(plate, paint.fill(metal, "metal", "diagonal")) + paint.bevel(plate, 12), 10, 0.6) + line(roundRect(398, 674, 164, 124, 16), metal.deep, 3, 0.6) + line(roundRect(400, 677, 164, 124, 16), metal.highlight, 2, 0.7) + shape("M480 696L512 736L480 776L448 736Z", paint.fill(body, "gloss", "ball")) + line("M480 696L512 736L480 776L448 736Z", metal.highlight, 3);
  return (
    paint.shadow(520, 812, 400, 30, 0.9) + `<g transform="translate(500 800) scale(1.14 1.2) translate(-506 -824)">` + coil + shape(face, paint.fill(body, paint.material, "tube")) + (design === 2 ? "" : shape(face, paint.texture(paint.material, body))) + paint.bevel(face, 12) + line(row(2), body.highlight, 3, 0.6) +
    (design === 2 ? `<g clip-path="${paint.clip(face)}">${line(plaits, body.deep, 12, 0.85)}<g transform="translate(-3 -4)">${line(plaits, body.light, 4, 0.8)}</g></g>` : stitch(row(18) + row(height - 16), accent.light, 2.6, "9 6")) +
    piece(paint, tongue, body, 14, 10) + (design === 2 ? "" : stitch("M570 680C660 668 740 708 850 696C870 696 880 710 880 732C880 756 870 770 850 772C740 780 660 792 570 796", accent.light, 2.6, "9 6")) +
    [660, 710, 760, 810].map((x) => shape(ellipse(x, 742 - (760 - x) * 0.02, 8, 9), "#06070b") + line(`M${x - 7} ${748}q7 6 14 0`, body.highlight, 2, 0.6)).join("") +
    { 0: square, 1: ring, 2: plated }[design] + piece(paint, roundRect(600, 654, 38, 168, 8), body, 8, 7) + "</g>"
  );
};

/** One key with a round or square bow, hanging from (0, 0) downwards. */
function key(paint: Paint, tones: Tones, long: number, square: boolean): string {
  const bow = square ? roundRect(-42, 6, 84, 92, 20) : ellipse(0, 52, 48, 50);
  const blade = `M-15 92L15 92L15 ${long - 16}L0 ${long}L-15 ${long - 12}L-15 ${long - 40}L-26 ${long - 50}L-15 ${long - 62}L-15 ${long - 78}L-24 ${long - 88}L-15 ${long - 98}Z`;
  const metal = paint.fill(tones, "metal", "diagonal");
  return (
    raised(blade, shape(blade, paint.fill(tones, "metal", "tube")) + line(`M4 104V${long - 26}`, tones.deep, 4, 0.5) + line(`M8 104V${long - 26}`, tones.highlight, 2, 0.7), 8, 0.5) +
    raised(bow, shape(bow, metal) + paint.bevel(bow, 8), 8, 0.5) + shape(ellipse(0, 30, 15, 12), "#080a10") + line(ellipse(0, 30, 15, 12), tones.highlight, 2, 0.7) + line(square ? roundRect(-30, 50, 60, 38, 8) : ellipse(0, 66, 30, 20), tones.deep, 2.4, 0.5)
  );
}

const loopOf = (paint: Paint, cx: number, cy: number, r: number, width: number, tones: Tones): string =>
  `<circle cx="${cx + 4}" cy="${cy + 8}" r="${r}" fill="none" stroke="#04060c" stroke-opacity="0.4" stroke-width="${width + 3}"/><circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="${tones.deep}" stroke-width="${width}"/>` +
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="${paint.fill(tones, "metal", "diagonal")}" stroke-width="${width * 0.82}"/><circle cx="${cx - 1}" cy="${cy - 2}" r="${r + width * 0.22}" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="2"/>`;

/** A key ring: leather strap with a snap, climbing carabiner, or round tag with a tassel. */
export const keyRing: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const keys = (x: number, y: number): string =>
    `<g transform="translate(${x} ${y}) rotate(32)">${key(paint, brass, 300, false)}</g><g transform="translate(${x} ${y}) rotate(-4)">${key(paint, silver, 320, true)}</g>`;
  const floor = paint.shadow(500, 806, 260, 22, 0.6) + '<g transform="translate(500 450) scale(1.16) translate(-500 -450)">';
  if (design === 0) {
    const strap = "M430 130C430 108 450 96 480 96C512 96 532 108 532 130L540 430L422 430Z";
    const fold = "M426 380L536 380L534 440C520 470 440 470 428 440Z";
    return (
      floor + piece(paint, strap, body, 18, 10) + stitch("M444 150C444 126 458 114 480 114C504 114 518 126 518 150L524 420M444 150L438 420", accent.light, 2.8, "9 6") + folds(paint, strap, [[520, 130, 530, 260, 530, 420, 10]], [[450, 130, 446, 260, 444, 400, 14]]) +
      `<g transform="translate(0 20)">${keys(482, 478)}${loopOf(paint, 480, 478, 64, 15, silver)}</g>` + piece(paint, fold, body, 12, 7) + rivet(paint, 480, 410, 16, accent) + shape("M456 220L480 186L492 204L500 194L516 220Z", accent.base, 0.95) + "</g>"
    );
  }
  if (design === 1) {
    const hook = "M410 240C410 150 470 96 540 104C610 112 640 170 622 236L580 400C570 440 530 456 490 446C440 434 410 400 410 350Z";
    const gate = "M412 224L424 350";
    return (
      floor + keys(500, 470) + `<path d="${hook}" fill="none" stroke="#04060c" stroke-opacity="0.45" stroke-width="42" transform="translate(6 10)"/><path d="${hook}" fill="none" stroke="${body.deep}" stroke-width="42"/><path d="${hook}" fill="none" stroke="${paint.fill(body, paint.material === "leather" ? "gloss" : paint.material, "diagonal")}" stroke-width="36"/>` +
      `<g transform="translate(-4 -5)">${line(hook, "#fff", 5, 0.4)}</g>` + line(gate, silver.deep, 40) + line(gate, silver.base, 32) + line("M406 228L418 346", "#fff", 6, 0.6) + shape(roundRect(392, 214, 42, 20, 6), silver.deep) + shape(roundRect(404, 338, 42, 20, 6), silver.deep) + loopOf(paint, 500, 478, 58, 14, silver) +
      `<g transform="translate(548 500) rotate(-34)">${piece(paint, "M-24 0L24 0L26 200C26 222 -26 222 -26 200Z", accent, 10, 8)}${stitch("M-16 10V200M16 10V200", accent.highlight, 2.4)}</g></g>`
    );
  }
  const tag = ellipse(650, 500, 112, 112);
  const strands = Array.from({ length: 22 }, (_, index) => `M${338 + index * 3} 420C${330 + index * 3.6} 540 ${312 + index * 5.2} 600 ${306 + index * 6} ${690 + ((index * 7) % 16)}`).join("");
  return (
    floor + keys(516, 412) + line("M514 320V430", silver.dark, 12) + line("M513 320V430", silver.light, 5) + `<g transform="translate(6 8)">${line(strands, "#04060c", 9, 0.3)}</g>` + line(strands, body.deep, 9) + line(strands, body.base, 6) + `<g transform="translate(-1.5 0)">${line(strands, body.light, 2, 0.8)}</g>` +
    piece(paint, "M326 372C326 348 416 348 416 372L410 450C400 462 342 462 332 450Z", accent, 12, 7) + line("M330 430C350 440 390 440 412 430M330 396C350 404 390 404 414 396", brass.light, 6, 0.9) + line("M372 360C376 310 420 280 460 262M634 402C620 350 590 310 556 290", body.dark, 13) + line("M371 358C376 308 418 280 458 261M633 400C619 348 589 308 555 288", body.light, 5) +
    piece(paint, tag, body, 20, 12) + stitch(ellipse(650, 500, 96, 96), accent.light, 2.8, "9 6") + shape(ellipse(640, 416, 13), "#07080c") + loopOf(paint, 640, 416, 15, 6, brass) + shape("M606 540L646 470L668 504L680 488L702 540Z", accent.base, 0.9) + loopOf(paint, 510, 250, 74, 16, silver) + "</g>"
  );
};
