/** What stands for an image whose content was within a cell. */
export const removedImage = "data:image/removed";

const start = /data:image\/[\w.+-]{1,40};base64,/i;
const contentEnd = /[^A-Za-z0-9+/=]/;
/** Longer than the start of an image. */
const heldLength = 80;

/** The texts without the contents of images that stand in cells, which can have megabytes. */
export async function* withoutInlineImages(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = "";
  let isWithin = false;
  for await (const text of texts) {
    let rest = held + text;
    let passed = "";
    held = "";
    while (rest !== "") {
      if (isWithin) {
        const end = rest.search(contentEnd);
        isWithin = end === -1;
        rest = isWithin ? "" : rest.slice(end);
        continue;
      }
      const found = start.exec(rest);
      if (found === null) {
        // The start may go on in the next text.
        const place = rest.toLowerCase().lastIndexOf("data:");
        const begin = place === -1 ? rest.length - 4 : place;
        const cut = rest.length - begin > heldLength ? rest.length : Math.max(0, begin);
        passed += rest.slice(0, cut);
        held = rest.slice(cut);
        break;
      }
      passed += rest.slice(0, found.index) + removedImage;
      rest = rest.slice(found.index + found[0].length);
      isWithin = true;
    }
    if (passed !== "") yield passed;
  }
  if (held !== "") yield held;
}
