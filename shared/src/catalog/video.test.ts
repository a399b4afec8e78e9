import { expect, test } from "vitest";
import { isWebVtt, toWebVtt, videoIdOf } from "./video.ts";

test("A video of the shop has an id, and no other address has", () => {
  const id = "0190c4de-0000-7000-8000-000000000001";
  expect(videoIdOf(`/uploads/${id}.mp4`)).toBe(id);
  for (const other of [`/uploads/${id}.webp`, `https://example.com/uploads/${id}.mp4`, "/uploads/../x.mp4", ""]) {
    expect(videoIdOf(other)).toBeUndefined();
  }
});

test("WebVTT has its first line and one caption at least", () => {
  expect(isWebVtt("WEBVTT\n\n00:01.000 --> 00:04.000\nPress here")).toBe(true);
  expect(isWebVtt("\ufeffWEBVTT - how it folds\r\n\r\n1\r\n01:00:01.000 --> 01:00:04.000 line:0\r\nFold")).toBe(true);
  for (const other of [
    "",
    "WEBVTT",
    "WEBVTTX\n\n00:01.000 --> 00:04.000",
    "1\n00:00:01,000 --> 00:00:04,000\nSubRip",
  ]) {
    expect(isWebVtt(other)).toBe(false);
  }
});

test("Typed lines with their times become WebVTT, each until the next begins", () => {
  const captions = toWebVtt("0:01 Press the button\n\n0:05 It unfolds");
  expect(captions).toBe(
    "WEBVTT\n\n00:00:01.000 --> 00:00:05.000\nPress the button\n\n00:00:05.000 --> 00:00:09.000\nIt unfolds\n",
  );
  expect(isWebVtt(captions)).toBe(true);
  for (const text of ["0:05 Later\n0:01 Earlier", "Without a time", "0:01 One\nand one without"]) {
    expect(toWebVtt(text)).toBe(text);
  }
});
