import { type PDFiumDocument, PDFiumLibrary } from "@hyzyla/pdfium";
import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from "@zxing/library";

/** What a reader finds in a PDF. */
export type ReadPdf = { texts: string[]; codes: (string | undefined)[] };

const hints = new Map<DecodeHintType, unknown>([
  [DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.CODE_128]],
  [DecodeHintType.TRY_HARDER, true],
]);

/** The text in a rendered code; `undefined` if a decoder finds none. */
function readCode(pixels: Uint8Array, width: number, height: number): string | undefined {
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0; at < grey.length; at += 1) grey[at] = pixels[at * 4 + 1] ?? 0;
  const reader = new MultiFormatReader();
  try {
    const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)));
    return reader.decode(bitmap, hints).getText();
  } catch {
    return undefined;
  }
}

/** The text of each page, and the code on it where it is asked for. */
export async function readPdf(file: Uint8Array, { hasCodes = false } = {}): Promise<ReadPdf> {
  const library = await PDFiumLibrary.init();
  let document: PDFiumDocument | undefined;
  try {
    document = await library.loadDocument(file);
    const read: ReadPdf = { texts: [], codes: [] };
    for (const page of document.pages()) {
      read.texts.push(page.getText());
      if (!hasCodes) continue;
      // About the resolution of an office scanner.
      const { data, width, height } = await page.render({ scale: 2.5, render: "bitmap" });
      read.codes.push(readCode(data, width, height));
    }
    return read;
  } finally {
    document?.destroy();
    library.destroy();
  }
}
