import { plainFont, readFont } from "./fonts.ts";
import { breakLines, missing, type Run, type TextStyle, toShape } from "./typesetter.ts";

export const lineHeight = 1.4;
export const ink = "#111111";
export const quiet = "#555555";

/** Where the next text goes, in points from the top of the page. */
export type Pen = { document: PDFKit.PDFDocument; y: number };
type Ink = TextStyle & { colour?: string };
type Place = { x: number; width: number; align?: "left" | "right" };

const shaping: PDFKit.Mixins.OpenTypeFeatures[] = ["kern", "liga", "mark", "mkmk"];

/** Opens the font of a run when it is first used. */
function withFont(document: PDFKit.PDFDocument, { font }: Run): PDFKit.PDFDocument {
  return document.registerFont(font, readFont(font)).font(font);
}

/** The width of a run. A run that the shaper cannot set becomes the sign of what is missing, so that no text ends the file. */
export function widthOfRun(document: PDFKit.PDFDocument, run: Run, size: number): number {
  const width = () => withFont(document, run).fontSize(size).widthOfString(toShape(run), { features: shaping });
  try {
    return width();
  } catch {
    Object.assign(run, { font: plainFont, text: missing });
    return width();
  }
}

/** Writes a text in lines from `y` on, and leaves `y` below it. */
export function write(pen: Pen, text: string, { x, width, align = "left" }: Place, style: Ink): void {
  const { document } = pen;
  const measure = (run: Run, size: number) => widthOfRun(document, run, size);
  for (const line of breakLines(text, width, style, measure)) {
    const used = line.reduce((sum, run) => sum + measure(run, style.size), 0);
    let at = align === "right" ? x + width - used : x;
    for (const run of line) {
      withFont(document, run)
        .fontSize(style.size)
        .fillColor(style.colour ?? ink);
      const options = { lineBreak: false, features: shaping, baseline: "alphabetic" as const };
      document.text(toShape(run), at, pen.y + style.size, options);
      at += measure(run, style.size);
    }
    pen.y += style.size * lineHeight;
  }
}

/** How high a text will be. */
export function heightOf({ document }: Pen, text: string, width: number, style: TextStyle): number {
  const lines = breakLines(text, width, style, (run, size) => widthOfRun(document, run, size));
  return lines.length * style.size * lineHeight;
}
