import { createHash } from "node:crypto";

/** The time part of all seeded ids, so that every seeding generates the same ids. */
const idEpoch = Date.UTC(2026, 0, 1);

/** A digest of the content. */
export function digest(content: string | Buffer): Buffer {
  return createHash("sha256").update(content).digest();
}

/** A UUIDv7 that is a function of its arguments; `place` orders the ids of one kind. */
export function seededId(kind: string, key: string, place = 0): string {
  const bytes = digest(`${kind}:${key}`).subarray(0, 16);
  bytes.writeUIntBE(idEpoch + place, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
