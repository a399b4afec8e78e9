import { RestRefusal } from "./request-failure.ts";

/** How long a file may take, in milliseconds; and how long the browser may take to begin saving it. */
const timeoutMs = 120_000;
const savingMs = 60_000;

/**
 * Downloads a file of the shop and lets the browser save it. A link could not show why a download is refused. With
 * a `body` it is sent as JSON. Rejects with a `RestRefusal`, a `TypeError` on a network error, or a `TimeoutError`.
 */
export async function downloadFile(path: string, fallbackName: string, body?: object): Promise<void> {
  const sent = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, {
    ...(body === undefined ? {} : sent),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new RestRefusal(response.status, await response.json().catch(() => undefined));
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? fallbackName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), savingMs);
}
