import { RestRefusal } from "./request-failure.ts";

type UploadOptions = { onProgress: (fraction: number) => void; signal: AbortSignal };

/** Thirty megabytes over a slow line, in milliseconds. */
const longestMs = 660_000;

/**
 * Uploads a video, gives its address, and reports the progress as a fraction from 0 to 1. Rejects with a `RestRefusal`, a
 * `TypeError` on a network error, a `TimeoutError`, or an `AbortError` when the signal aborts.
 */
export function uploadVideo(file: File, { onProgress, signal }: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/videos");
    request.timeout = longestMs;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const body = parse(request.responseText);
      const video = typeof body === "object" && body !== null ? Reflect.get(body, "video") : undefined;
      if (request.status !== 200) reject(new RestRefusal(request.status, body));
      else if (typeof video === "string") resolve(video);
      else reject(new SyntaxError("the response names no video"));
    };
    request.onerror = () => reject(new TypeError("no answer"));
    request.ontimeout = () => reject(new DOMException("no answer in time", "TimeoutError"));
    request.onabort = () => reject(new DOMException("given up", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const form = new FormData();
    form.append("video", file);
    request.send(form);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
