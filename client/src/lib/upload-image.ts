import { RestRefusal } from "./request-failure.ts";

/** A picture that the shop has stored. */
type Uploaded = { message: string; image: string };

/**
 * Sends a picture and tells on the way which share of it is gone, from 0 to 1.
 * Fails with a `RestRefusal`, or as `fetch` does when there is no answer; when
 * the signal gives it up, with an `AbortError`. Only the older kind of request
 * tells how far it is, so this is one.
 */
export function uploadImage(
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Uploaded> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/upload");
    request.timeout = 60_000;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status !== 200) fail(new RestRefusal(request.status, body));
      else if (isUploaded(body)) done({ message: body.message, image: body.image });
      else fail(new SyntaxError("the answer names no picture"));
    };
    request.onerror = () => fail(new TypeError("no answer"));
    request.ontimeout = () => fail(new DOMException("no answer in time", "TimeoutError"));
    request.onabort = () => fail(new DOMException("given up", "AbortError"));
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
