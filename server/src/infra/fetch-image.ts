import type { IncomingMessage } from "node:http";
import { imageBytesMax } from "@shop/shared/shop";
import { openPublicRequest, type PublicRequestSettings, RefusedAddress } from "./public-request.ts";

/** The content of an image, or why there is none; a passing problem is worth another attempt. */
export type FetchedImage = { content: Buffer } | { problem: string; isPassing: boolean };
export type FetchImage = (address: string) => Promise<FetchedImage>;

export type FetchSettings = Pick<PublicRequestSettings, "resolve" | "isAllowed"> & {
  ports: readonly string[];
  timeoutMs: number;
};

const redirectsMax = 5;
const usualTimeoutMs = 20_000;
const headers = { accept: "image/avif,image/webp,image/*;q=0.8", "user-agent": "shop-image-import" };

/**
 * Fetches images from public addresses alone; a redirect is checked like the first address. Size and time are those of
 * uploads.
 */
export function openFetchImage({ timeoutMs = usualTimeoutMs, ...settings }: Partial<FetchSettings> = {}): FetchImage {
  const send = openPublicRequest({ ports: ["", "80", "443"], ...settings });
  return async (address) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      let url = new URL(address);
      for (let left = redirectsMax; left >= 0; left -= 1) {
        const answer = await readAnswer(await send(url, { headers, signal }));
        if (!("redirect" in answer)) return answer;
        url = new URL(answer.redirect, url);
      }
      return lasting("It was redirected too often");
    } catch (error) {
      if (error instanceof RefusedAddress) return { problem: error.message, isPassing: error.isPassing };
      if (error instanceof TypeError) return lasting("The address is not valid");
      return passing(signal.aborted ? "It took too long" : "The address did not answer");
    }
  };
}

const lasting = (problem: string) => ({ problem, isPassing: false });
const passing = (problem: string) => ({ problem, isPassing: true });

async function readAnswer(answer: IncomingMessage): Promise<FetchedImage | { redirect: string }> {
  const status = answer.statusCode ?? 0;
  const { location } = answer.headers;
  try {
    if (status >= 300 && status < 400 && location !== undefined) return { redirect: location };
    if (status === 429 || status >= 500) return passing(`It was answered with status ${status}`);
    if (status !== 200) return lasting(`It was answered with status ${status}`);
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer) {
      if (!(chunk instanceof Buffer)) continue;
      bytes += chunk.length;
      if (bytes > imageBytesMax) return lasting(`It has more than ${imageBytesMax / 1024 / 1024} MB`);
      chunks.push(chunk);
    }
    return { content: Buffer.concat(chunks) };
  } finally {
    answer.destroy();
  }
}
