/** The most videos of a product, and the most characters of the captions of one. */
export const videosMax = 3;
export const captionsLength = 20_000;
/** The size limit of an uploaded video, in bytes. */
export const videoBytesMax = 30 * 1024 * 1024;

/** The address of a stored video. */
const stored = /^\/uploads\/([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\.mp4$/;

const poster = /^\/uploads\/[0-9a-f]{8}-[0-9a-f-]{27}\.webp$/;

/** Whether an address can be the poster of a video: empty, or an image of the catalog that is stored here. */
export function isPoster(address: string): boolean {
  return address === "" || poster.test(address);
}

/** The id of a stored video; `undefined` for any other address. */
export function videoIdOf(address: string): string | undefined {
  return stored.exec(address)?.[1];
}

/** Where the captions of a product's video are served, as WebVTT. */
export function captionsPath(productId: string, videoId: string): string {
  return `/uploads/captions/${productId}/${videoId}.vtt`;
}

const timing =
  /^(?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3}[ \t]{1,8}-->[ \t]{1,8}(?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3}(?:[ \t]|$)/;

/** Whether a text is WebVTT with at least one caption. */
export function isWebVtt(text: string): boolean {
  const [first = "", ...lines] = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  return /^WEBVTT(?:[ \t]|$)/.test(first) && lines.some((line) => timing.test(line));
}

const typedLine = /^(\d{1,3}):([0-5]\d)[ \t]+(\S.*)$/;
/** How long the last of the typed lines is shown, in seconds. */
const lastSeconds = 4;

/**
 * Captions as they are stored: WebVTT as it is, and lines such as `0:05 Press the button` made into it, each until the
 * next begins. Any other text is returned as it is.
 */
export function toWebVtt(text: string): string {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
  const typed = lines.map((line) => {
    const [, minutes, seconds, words] = typedLine.exec(line.trim()) ?? [];
    return words === undefined ? undefined : { at: Number(minutes) * 60 + Number(seconds), words };
  });
  const cues = typed.flatMap((cue, place) =>
    cue === undefined ? [] : [{ ...cue, until: typed[place + 1]?.at ?? cue.at + lastSeconds }],
  );
  if (cues.length === 0 || cues.length < lines.length || cues.some(({ at, until }) => until <= at)) return text;
  return `WEBVTT\n\n${cues.map(({ at, until, words }) => `${clock(at)} --> ${clock(until)}\n${words}`).join("\n\n")}\n`;
}

function clock(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${two(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}.000`;
}
