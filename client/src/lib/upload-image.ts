import { RestRefusal } from "./request-failure.ts";

type Uploaded = { message: string; image: string };

/** `path` is where images of this kind are sent; those of the catalog by default. */
type UploadOptions = { path?: string; onProgress: (fraction: number) => void; signal: AbortSignal };

/**
 * Uploads an image and reports the progress as a fraction from 0 to 1. Rejects
 * with a `RestRefusal`, a `TypeError` on a network error, a `TimeoutError`, or
 * an `AbortError` when the signal aborts. Uses XMLHttpRequest, because fetch
 * reports no upload progress.
 */
export function uploadImage(
  file: File,
  { path = "/api/upload", onProgress, signal }: UploadOptions,
): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.timeout = 60_000;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status !== 200) reject(new RestRefusal(request.status, body));
      else if (isUploaded(body)) resolve({ message: body.message, image: body.image });
      else reject(new SyntaxError("the response names no image"));
    };
    request.onerror = () => reject(new TypeError("no answer"));
    request.ontimeout = () => reject(new DOMException("no answer in time", "TimeoutError"));
    request.onabort = () => reject(new DOMException("given up", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const form = new FormData();
    form.append("image", file);
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

function isUploaded(body: unknown): body is Uploaded {
  return (
    typeof body === "object" &&
    body !== null &&
    "message" in body &&
    typeof body.message === "string" &&
    "image" in body &&
    typeof body.image === "string"
  );
}
