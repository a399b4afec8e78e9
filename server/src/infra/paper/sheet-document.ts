import { code128 } from "@shop/shared/order/code128";
import type { Sheet } from "@shop/shared/order/paper";
import PDFDocument from "pdfkit";
import { heightOf, ink, lineHeight, quiet, type Pen as TextPen, widthOfRun, write } from "./text-writer.ts";
import { toRuns } from "./typesetter.ts";

/** A page of A4, in points. */
const page = { width: 595.28, height: 841.89 };
const margin = 48;
const inner = page.width - 2 * margin;
const bottom = page.height - margin - 14;
const rule = "#bbbbbb";

/** A product's image, as JPEG. */
export type SheetImages = ReadonlyMap<string, PDFKit.Mixins.ImageSrc>;

type Document = PDFKit.PDFDocument;
type Pen = TextPen & { sheet: Sheet };

/** Opens a document without pages. */
export function openDocument(): Document {
  return new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    // Without the built-in fonts, which are not embedded.
    font: "",
    // The cache of shaped words grows with the number of orders.
    fontLayoutCache: false,
    info: { Producer: "", Creator: "" },
    lang: "en",
  });
}

/** Adds a page for the rest of a sheet. */
function addPage(pen: Pen): void {
  pen.document.addPage();
  pen.y = margin;
  write(
    pen,
    `${pen.sheet.title} · order ${pen.sheet.orderId.slice(-5)}, continued`,
    { x: margin, width: inner },
    { size: 9, colour: quiet },
  );
  pen.y += 12;
  // A page of a slip that lies by itself is scanned like the first one.
  if (pen.sheet.kind === "packing slip") drawCode(pen);
}

function makeRoom(pen: Pen, height: number): void {
  if (pen.y + height > bottom) addPage(pen);
}

function drawRule({ document, y }: Pen, colour = rule): void {
  document
    .moveTo(margin, y)
    .lineTo(page.width - margin, y)
    .lineWidth(0.5)
    .strokeColor(colour)
    .stroke();
}

/** Draws a sheet on pages of its own. */
export function drawSheet(document: Document, sheet: Sheet, images: SheetImages): void {
  document.addPage();
  const pen: Pen = { document, y: margin, sheet };
  drawHead(pen);
  drawLines(pen, images);
  drawSums(pen);
  for (const note of sheet.notes) {
    pen.y += 10;
    makeRoom(pen, heightOf(pen, note, inner, { size: 10 }));
    write(pen, note, { x: margin, width: inner }, { size: 10 });
  }
}

function drawHead(pen: Pen): void {
  const { sheet } = pen;
  const isSlip = sheet.kind === "packing slip";
  const [sellerName = sheet.shopName, ...sellerMore] = sheet.seller;
  write(pen, sellerName, { x: margin, width: inner }, { size: 13, isBold: true });
  for (const line of sellerMore) write(pen, line, { x: margin, width: inner }, { size: 9, colour: quiet });
  pen.y += 22;
  write(pen, sheet.title, { x: margin, width: inner }, { size: 20, isBold: true });
  pen.y += 8;
  if (sheet.warning !== null) drawWarning(pen, sheet.warning);
  const top = pen.y;
  const half = inner / 2 - 12;
  write(pen, isSlip ? "Send to" : "Customer", { x: margin, width: half }, { size: 9, colour: quiet });
  for (const [place, line] of sheet.recipient.entries()) {
    const style = isSlip ? { size: 13, isBold: place === 0 } : { size: 10.5, isBold: place === 0 };
    write(pen, line, { x: margin, width: half }, style);
  }
  const recipientEnd = pen.y;
  pen.y = top;
  const x = margin + inner / 2 + 12;
  for (const { label, value } of sheet.facts) {
    const start = pen.y;
    write(pen, label, { x, width: half * 0.45 }, { size: 9.5, colour: quiet });
    const labelEnd = pen.y;
    pen.y = start;
    write(pen, value, { x: x + half * 0.45, width: half * 0.55, align: "right" }, { size: 9.5 });
    pen.y = Math.max(pen.y, labelEnd) + 1;
  }
  pen.y = Math.max(recipientEnd, pen.y) + 16;
  drawCode(pen);
}

function drawWarning(pen: Pen, warning: string): void {
  const { document } = pen;
  const height = heightOf(pen, warning, inner - 24, { size: 12, isBold: true }) + 16;
  document.rect(margin, pen.y, inner, height).lineWidth(1.5).strokeColor(ink).stroke();
  pen.y += 8;
  write(pen, warning, { x: margin + 12, width: inner - 24 }, { size: 12, isBold: true });
  pen.y += 8 + 14;
}

/** The width of a module of the code: 0.35 mm, which hand-held readers read from office printers. */
const module = 0.992;
const codeHeight = 34;

/** The id of the order as a code, with the id in letters below. */
function drawCode(pen: Pen): void {
  const { document, sheet } = pen;
  const { bars, width } = code128(sheet.orderId);
  const left = margin + (inner - width * module) / 2;
  for (const bar of bars) document.rect(left + bar.at * module, pen.y, bar.width * module, codeHeight);
  document.fill("#000000");
  pen.y += codeHeight + 3;
  write(pen, sheet.orderId, { x: left, width: width * module }, { size: 9, colour: quiet });
  pen.y += 18;
}

function drawLines(pen: Pen, images: SheetImages): void {
  const { sheet } = pen;
  if (sheet.lines.length === 0) return;
  const isSlip = sheet.kind === "packing slip";
  const hasPrices = sheet.lines.some(({ price }) => price !== null);
  for (const line of sheet.lines) {
    const start = isSlip ? 66 : 44;
    const nameAt = margin + start + (isSlip ? 62 : 0);
    const nameWidth = page.width - margin - nameAt - (hasPrices ? 150 : 0);
    const style = { size: isSlip ? 12 : 10.5 };
    const height = Math.max(isSlip ? 56 : 18, heightOf(pen, line.name, nameWidth, style)) + 12;
    makeRoom(pen, height);
    drawRule(pen);
    const top = pen.y + 6;
    drawQuantity({ ...pen, y: top }, line.qty, isSlip);
    const image = isSlip ? images.get(line.image) : undefined;
    if (image !== undefined) pen.document.image(image, margin + start, top, { fit: [52, 52] });
    write({ ...pen, y: top + (isSlip ? 4 : 0) }, line.name, { x: nameAt, width: nameWidth }, style);
    const priceAt = page.width - margin - 140;
    const place = { y: top + (isSlip ? 4 : 0) };
    if (line.price !== null)
      write({ ...pen, ...place }, line.price, { x: priceAt, width: 66, align: "right" }, { size: 10, colour: quiet });
    if (line.total !== null)
      write({ ...pen, ...place }, line.total, { x: priceAt + 70, width: 70, align: "right" }, { size: 10.5 });
    pen.y += height;
  }
  drawRule(pen);
}

/** How many to pack: large on a slip, and framed if it is more than one, which is easily overlooked. */
function drawQuantity(pen: Pen, qty: number, isSlip: boolean): void {
  const text = `${qty}×`;
  if (!isSlip) {
    write(pen, text, { x: margin, width: 40 }, { size: 10.5 });
    return;
  }
  const size = text.length > 3 ? 17 : 26;
  if (qty > 1)
    pen.document
      .rect(margin, pen.y + 4, 56, 44)
      .lineWidth(1.5)
      .strokeColor(ink)
      .stroke();
  const used = toRuns(text, true).reduce((sum, run) => sum + widthOfRun(pen.document, run, size), 0);
  write(
    { ...pen, y: pen.y + 4 + (44 - size * lineHeight) / 2 },
    text,
    { x: margin + (56 - used) / 2, width: 60 },
    { size, isBold: true },
  );
}

function drawSums(pen: Pen): void {
  const { sums } = pen.sheet;
  if (sums.length === 0) return;
  makeRoom(pen, sums.length * 18 + 14);
  pen.y += 12;
  const x = margin + inner / 2 - 30;
  for (const [place, { label, amount }] of sums.entries()) {
    const isTotal = place === sums.length - 1;
    const style = { size: isTotal ? 12.5 : 10.5, isBold: isTotal };
    if (isTotal) pen.y += 4;
    const start = pen.y;
    write(pen, label, { x, width: inner / 2 - 60 }, { ...style, colour: isTotal ? ink : quiet });
    const end = pen.y;
    pen.y = start;
    write(pen, amount, { x: page.width - margin - 110, width: 110, align: "right" }, style);
    pen.y = Math.max(pen.y, end) + 2;
  }
}
