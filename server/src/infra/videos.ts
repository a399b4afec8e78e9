import { createWriteStream } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { limitConcurrency, newQueueMetrics } from "./concurrency-limiter.ts";
import { videoName } from "./image-names.ts";
import type { Storage } from "./storage.ts";

export type VideoFault = "not an MP4" | "no picture" | "a codec that browsers lack" | "too much structure";

/** Each takes a connection and a temporary file, so that few are received at once. A further one waits, in milliseconds. */
const receive = limitConcurrency({ concurrency: 3, timeoutMs: 10_000, counters: newQueueMetrics() });

/** What browsers play. */
const codecs = new Set(["avc1", "avc3", "av01", "vp09"]);
/** The boxes that hold the tracks, and those of each track. */
const containers = new Set(["moov", "trak", "mdia", "minf", "stbl"]);
/** Boxes with what cameras note: place, time, names. */
const notes = new Set(["udta", "meta", "uuid"]);
/** The description of the tracks is read into memory. In bytes. */
const descriptionMax = 4 * 1024 * 1024;
const boxesMax = 20_000;

/** Why a video is refused, if it is. */
export type StoredVideoFile = "stored" | { fault: VideoFault };

/**
 * Stores an MP4 under its id, without the notes of the camera. Its name and type are not trusted. It is received in a
 * temporary file, so that its size takes no memory. Stores nothing if it is refused, or if the stream fails. Fails with
 * status 503 while too many others are received.
 */
export function storeVideo(source: AsyncIterable<Buffer>, id: string, storage: Storage): Promise<StoredVideoFile> {
  return receive(async () => {
    const folder = await mkdtemp(join(tmpdir(), "shop-video-"));
    try {
      const path = join(folder, videoName(id));
      await pipeline(source, createWriteStream(path));
      const file = await open(path, "r+");
      try {
        const fault = await checkVideo(file);
        if (fault !== undefined) return { fault };
      } finally {
        await file.close();
      }
      await storage.writeFrom(videoName(id), path);
      return "stored";
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

type Box = { type: string; start: number; content: number; end: number };

/** Why a file is no MP4 that browsers play. Overwrites the notes in one that is. */
async function checkVideo(file: FileHandle): Promise<VideoFault | undefined> {
  const boxes = await topBoxes(file);
  const [first] = boxes ?? [];
  const movie = boxes?.find(({ type }) => type === "moov");
  const hasContent = boxes?.some(({ type }) => type === "mdat") ?? false;
  if (boxes === undefined || first?.type !== "ftyp" || movie === undefined || !hasContent) return "not an MP4";
  // What iPhones record is QuickTime, which few browsers play.
  if ((await readAt(file, first.content, 4)).toString("latin1") === "qt  ") return "not an MP4";
  if (boxes.length > boxesMax || movie.end - movie.start > descriptionMax) return "too much structure";
  const description = await readAt(file, movie.start, movie.end - movie.start);
  const found = walk(description);
  if (found === undefined) return "too much structure";
  if (found.codecsFound.length === 0) return "no picture";
  if (!found.codecsFound.every((codec) => codecs.has(codec))) return "a codec that browsers lack";
  for (const box of found.notes) blank(description, box);
  await file.write(description, 0, description.length, movie.start);
  for (const box of boxes.filter(({ type }) => notes.has(type))) await blankInFile(file, box);
  return undefined;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** The boxes of the file in their order; `undefined` where their sizes do not add up to it. */
async function topBoxes(file: FileHandle): Promise<Box[] | undefined> {
  const { size } = await file.stat();
  const boxes: Box[] = [];
  for (let start = 0; start < size; ) {
    const box = boxAt(await readAt(file, start, 16), start, size);
    if (box === undefined) return undefined;
    boxes.push(box);
    if (boxes.length > boxesMax) return boxes;
    start = box.end;
  }
  return boxes;
}

/** The box whose first bytes these are, from `start` on; `undefined` if it does not end within `limit`. */
function boxAt(head: Buffer, start: number, limit: number): Box | undefined {
  if (head.length < 8) return undefined;
  const type = head.toString("latin1", 4, 8);
  if (!/^[\w© ]{4}$/.test(type)) return undefined;
  const short = head.readUInt32BE(0);
  if (short === 1 && head.length < 16) return undefined;
  const length = short === 0 ? limit - start : short === 1 ? Number(head.readBigUInt64BE(8)) : short;
  const content = start + (short === 1 ? 16 : 8);
  const end = start + length;
  return end < content || end > limit ? undefined : { type, start, content, end };
}

/** The codecs of the tracks with images, and the notes; `undefined` for what does not add up or is endless. */
function walk(description: Buffer): { codecsFound: string[]; notes: Box[] } | undefined {
  const codecsFound: string[] = [];
  const noted: Box[] = [];
  let handler = "";
  let left = boxesMax;
  const waiting: { from: number; to: number }[] = [{ from: 0, to: description.length }];
  for (let range = waiting.pop(); range !== undefined; range = waiting.pop()) {
    if (range.from >= range.to) continue;
    const box = boxAt(description.subarray(range.from, range.from + 16), range.from, range.to);
    left -= 1;
    if (box === undefined || left < 0) return undefined;
    waiting.push({ from: box.end, to: range.to });
    if (notes.has(box.type)) noted.push(box);
    // In a track, the handler comes before the codec.
    if (box.type === "hdlr") handler = description.toString("latin1", box.content + 8, box.content + 12);
    if (box.type === "stsd" && handler === "vide") {
      codecsFound.push(description.toString("latin1", box.content + 12, box.content + 16));
    }
    if (containers.has(box.type)) waiting.push({ from: box.content, to: box.end });
  }
  return { codecsFound, notes: noted };
}

/** Makes a box an empty one of the same size. */
function blank(description: Buffer, { start, content, end }: Box): void {
  description.write("free", start + 4, "latin1");
  description.fill(0, content, end);
}

async function blankInFile(file: FileHandle, { start, content, end }: Box): Promise<void> {
  await file.write("free", start + 4, "latin1");
  const zeros = Buffer.alloc(65_536);
  for (let at = content; at < end; at += zeros.length) {
    await file.write(zeros, 0, Math.min(zeros.length, end - at), at);
  }
}
