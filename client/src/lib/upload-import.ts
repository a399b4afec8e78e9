import { RestRefusal } from "./request-failure.ts";

/** Sends a file of products and returns the id of its import. Rejects with a `RestRefusal` or a `TypeError`. */
export async function uploadImport(file: File): Promise<string> {
  const id: unknown = Object(await send("/api/imports", file))._id;
  if (typeof id !== "string") throw new SyntaxError("the response names no import");
  return id;
}

/** Sends a ZIP of images beside the file of an import. Rejects like `uploadImport`. */
export async function uploadImportImages(id: string, file: File): Promise<void> {
  await send(`/api/imports/${id}/images`, file);
}

async function send(path: string, file: File): Promise<unknown> {
  const form = new FormData();
  form.append("file", file);
  const response = await fetch(path, { method: "POST", body: form });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new RestRefusal(response.status, body);
  return body;
}
