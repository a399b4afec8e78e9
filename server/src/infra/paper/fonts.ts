import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";

/** A font of paper. `covers`: the scripts that it is chosen for, so that a font is opened only when it is needed. */
export type PaperFont = { file: string; covers: RegExp };

/** The fonts of most texts, in both weights. */
export const plainFont = "@embedpdf/fonts-latin/fonts/NotoSans-Regular.ttf";
export const boldFont = "@embedpdf/fonts-latin/fonts/NotoSans-Bold.ttf";

const notoSans = (name: string, covers: RegExp): PaperFont => ({
  file: `@fontsource/noto-sans-${name}/files/noto-sans-${name}-${name}-400-normal.woff`,
  covers,
});

/** The fonts of what `plainFont` lacks, in the order in which they are tried. */
export const fallbackFonts: readonly PaperFont[] = [
  notoSans("arabic", /\p{Script_Extensions=Arabic}/u),
  notoSans("hebrew", /\p{Script_Extensions=Hebrew}/u),
  notoSans("devanagari", /\p{Script_Extensions=Devanagari}/u),
  notoSans("bengali", /\p{Script_Extensions=Bengali}/u),
  notoSans("gurmukhi", /\p{Script_Extensions=Gurmukhi}/u),
  notoSans("gujarati", /\p{Script_Extensions=Gujarati}/u),
  notoSans("tamil", /\p{Script_Extensions=Tamil}/u),
  notoSans("telugu", /\p{Script_Extensions=Telugu}/u),
  notoSans("kannada", /\p{Script_Extensions=Kannada}/u),
  notoSans("malayalam", /\p{Script_Extensions=Malayalam}/u),
  notoSans("sinhala", /\p{Script_Extensions=Sinhala}/u),
  notoSans("thai", /\p{Script_Extensions=Thai}/u),
  notoSans("lao", /\p{Script_Extensions=Lao}/u),
  notoSans("khmer", /\p{Script_Extensions=Khmer}/u),
  notoSans("myanmar", /\p{Script_Extensions=Myanmar}/u),
  notoSans("georgian", /\p{Script_Extensions=Georgian}/u),
  notoSans("armenian", /\p{Script_Extensions=Armenian}/u),
  notoSans("ethiopic", /\p{Script_Extensions=Ethiopic}/u),
  // Chinese and Japanese: the widest of the family.
  {
    file: "@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf",
    covers:
      /\p{Script_Extensions=Han}|\p{Script_Extensions=Hiragana}|\p{Script_Extensions=Katakana}|\p{Script_Extensions=Bopomofo}|[\uFF00-\uFFEF]/u,
  },
  // Names with Chinese letters that only Japan uses.
  { file: "@embedpdf/fonts-jp/fonts/NotoSansJP-Regular.otf", covers: /\p{Script_Extensions=Han}/u },
  {
    file: "@embedpdf/fonts-kr/fonts/NotoSansKR-Regular.otf",
    covers: /\p{Script_Extensions=Hangul}|\p{Script_Extensions=Han}/u,
  },
  {
    file: "@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf",
    covers: /\p{Emoji}|\p{Emoji_Component}/u,
  },
  // Bitmap letters of nearly everything else; they are not joined as some scripts need.
  { file: "@fontsource/unifontex/files/unifontex-latin-400-normal.woff", covers: /./su },
];

/** The files that the build copies beside the server, under their own names. */
export const fontFiles = [plainFont, boldFont, ...fallbackFonts.map(({ file }) => file)];

/** Opened once per process. */
const opened = new Map<string, Buffer>();

/** The font of a file, uncompressed: the library would unpack a whole table for each letter. */
export function readFont(file: string): Buffer {
  let font = opened.get(file);
  if (font === undefined) {
    const content = readFileSync(fontPath(file));
    font = content.toString("latin1", 0, 4) === "wOFF" ? unpackWoff(content) : content;
    opened.set(file, font);
  }
  return font;
}

/** The path of a font: in its package, or beside the built server. */
function fontPath(file: string): string {
  const isSource = import.meta.url.endsWith(".ts");
  const place = isSource ? `../../../node_modules/${file}` : `./fonts/${basename(file)}`;
  return fileURLToPath(new URL(place, import.meta.url));
}

/** The sizes of the headers and of the entries of the two formats, in bytes. */
const woff = { header: 44, entry: 20 };
const sfnt = { header: 12, entry: 16 };

/** A WOFF file as the font that it packs: the same tables, each deflated if that is shorter. */
function unpackWoff(packed: Buffer): Buffer {
  const count = packed.readUInt16BE(12);
  const head = Buffer.alloc(sfnt.header + count * sfnt.entry);
  packed.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let offset = head.length;
  for (let place = 0; place < count; place += 1) {
    const entry = woff.header + place * woff.entry;
    const [from, packedLength, length] = [4, 8, 12].map((at) => packed.readUInt32BE(entry + at));
    if (from === undefined || packedLength === undefined || length === undefined) throw new Error("broken font");
    const stored = packed.subarray(from, from + packedLength);
    const table = packedLength < length ? inflateSync(stored) : stored;
    const target = sfnt.header + place * sfnt.entry;
    packed.copy(head, target, entry, entry + 4);
    packed.copy(head, target + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, target + 8);
    head.writeUInt32BE(length, target + 12);
    const padding = Buffer.alloc(-length & 3);
    tables.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat([head, ...tables]);
}
