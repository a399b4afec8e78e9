/** How a file of comma-separated values is written. */
export type FileLayout = { encoding: string; delimiter: string };

const delimiters = [",", ";", "\t", "|"];

const replacement = Buffer.from("\ufffd");

function countOf(chunk: Buffer, sequence: Buffer): number {
  let count = 0;
  for (let place = chunk.indexOf(sequence); place !== -1; place = chunk.indexOf(sequence, place + 1)) count += 1;
  return count;
}

/**
 * Finds the encoding by the byte order mark, by the zero bytes that UTF-16 has in Latin text, and by whether the content
 * is UTF-8: some stray bytes among more characters of UTF-8 do not make it another. What is not comes from a spreadsheet
 * of Windows; an owner can say otherwise.
 */
export class EncodingFinder {
  private encoding: string | undefined;
  private readonly decoder = new TextDecoder("utf-8");
  private strayBytes = 0;
  private wideCharacters = 0;

  read(chunk: Buffer): void {
    this.encoding ??= encodingOfStart(chunk);
    if (this.encoding !== "utf-8") return;
    this.count(this.decoder.decode(chunk, { stream: true }));
    // A file can have the replacement character itself.
    this.strayBytes -= countOf(chunk, replacement);
  }

  find(): string {
    if (this.encoding !== undefined && this.encoding !== "utf-8") return this.encoding;
    this.count(this.decoder.decode());
    return this.strayBytes <= 0 || this.wideCharacters > this.strayBytes ? "utf-8" : "windows-1252";
  }

  private count(text: string): void {
    const wide = text.replaceAll(/[\0-\x7f]/g, "");
    const stray = wide.length - wide.replaceAll("\ufffd", "").length;
    this.strayBytes += stray;
    this.wideCharacters += wide.length - stray;
  }
}

function encodingOfStart(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  if (start.length >= 2 && start[0] !== 0 && start[1] === 0) return "utf-16le";
  if (start.length >= 2 && start[0] === 0 && start[1] !== 0) return "utf-16be";
  return "utf-8";
}

/** The text of a file, without its byte order mark. */
export async function* decodeChunks(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** The delimiter that the file names in a first line like `sep=;`, or that is most frequent in the heading, outside of quotes. */
export function findDelimiter(start: string): string {
  const named = /^"?sep=([,;\t|])"?[\r\n]/i.exec(start)?.[1];
  if (named !== undefined) return named;
  const counts = new Map(delimiters.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const character of start) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === "\n" || character === "\r")) break;
    else if (!isQuoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, left], [, right]) => right - left);
  return most !== undefined && most[1] > 0 ? most[0] : ",";
}
