import { crc32, deflateRawSync } from "node:zlib";

/** A file of a ZIP; whatever is set besides name and content makes the ZIP say something else than what is true. */
export type ZippedFile = {
  name: string;
  content: Buffer;
  declaredBytes?: number;
  declaredCrc32?: number;
  method?: number;
  flags?: number;
  /** What the directory says of the file. */
  comment?: Buffer;
  /** The file whose bytes it shares, by its place. */
  sharesBytesOf?: number;
};

const utf8Names = 0x0800;

/** A ZIP by the published format, and hostile ones. */
export function zipOf(files: readonly ZippedFile[], { entryCount = files.length } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const { name, content, method = 8, flags = 0, comment = Buffer.alloc(0), ...said } of files) {
    const packed = method === 8 ? deflateRawSync(content) : content;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags | utf8Names, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(said.declaredCrc32 ?? crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(said.declaredBytes ?? content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const shared = said.sharesBytesOf === undefined ? undefined : offsets[said.sharesBytesOf];
    const place = shared ?? offset;
    offsets.push(place);
    if (shared === undefined) {
      const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, Buffer.from(name), packed]);
      parts.push(local);
      offset += local.length;
    }
    const tail = Buffer.alloc(14);
    tail.writeUInt16LE(comment.length, 0);
    tail.writeUInt32LE(place, 10);
    const header = Buffer.from("PK\x01\x02\x14\x03", "latin1");
    directory.push(Buffer.concat([header, common, tail, Buffer.from(name), comment]));
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entryCount, 8);
  end.writeUInt16LE(entryCount, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
