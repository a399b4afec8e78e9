import type { Label } from "@shop/shared/order/label";
import { labelLayout, labelsPerPage } from "@shop/shared/order/label-sizes";
import { heightOf, type Pen, quiet, write } from "./text-writer.ts";

/** A millimetre in points. */
const mm = 72 / 25.4;
/** The sizes of letters that an address is tried in. */
const letterSizes = [18, 16, 14, 12, 11, 10, 9, 8, 7, 6];

/** Draws a label in its place. The first of a page begins it. */
export function drawLabel(document: PDFKit.PDFDocument, label: Label, isFirst: boolean): void {
  const layout = labelLayout(label.size);
  const place = label.place % labelsPerPage(label.size);
  if (isFirst || place === 0) document.addPage({ size: [layout.page[0] * mm, layout.page[1] * mm], margin: 0 });
  const [width, height] = layout.label;
  const padding = Math.min(5, height / 10) * mm;
  const x = (layout.left + (place % layout.columns) * (width + layout.gap)) * mm + padding;
  const top = (layout.top + Math.floor(place / layout.columns) * height) * mm + padding;
  drawAddress({ document, y: top }, label, {
    x,
    width: width * mm - 2 * padding,
    height: height * mm - 2 * padding,
  });
}

type Box = { x: number; width: number; height: number };

function drawAddress(pen: Pen, { sender, recipient, order }: Label, { x, width, height }: Box): void {
  const small = { size: height > 100 ? 8 : 6, colour: quiet };
  const end = pen.y + height;
  write(pen, `${sender} · ${order}`, { x, width }, small);
  pen.y += small.size * 0.6;
  const left = end - pen.y;
  const size = letterSizes.find((each) => addressHeight(pen, recipient, { width, size: each }) <= left) ?? 6;
  // What does not fit in the smallest letters would be printed over the next label.
  for (const [place, line] of recipient.entries()) {
    if (pen.y + size > end) return;
    write(pen, line, { x, width }, { size, isBold: place === 0 });
  }
}

function addressHeight(pen: Pen, lines: readonly string[], { width, size }: { width: number; size: number }): number {
  return lines.reduce((sum, line, place) => sum + heightOf(pen, line, width, { size, isBold: place === 0 }), 0);
}
