import { RestRefusal } from "./request-failure.ts";

/** Sends a file of products and returns the id of its import. Rejects with a `RestRefusal` or a `TypeError`. */
export async function uploadImport(file: File): Promise<string> {
  const form = new FormData();
  form.append("file", file);
  const response = await fetch("/api/imports", { method: "POST", body: form });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new RestRefusal(response.status, body);
  const id: unknown = Object(body)._id;
  if (typeof id !== "string") throw new SyntaxError("the response names no import");
  return id;
}
