import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PageData } from "@shop/shared/page/page-data";

/** Renders the screen at a path with its query as HTML; nothing where the client was built without its server entry. */
export type RenderScreen = (path: string, data: PageData) => Promise<string>;

/** Starts loading the client's server entry, without which no page is rendered. Screens wait for it, nothing else does. */
export function loadRendering(clientDir: string): RenderScreen {
  const file = join(clientDir, "server/entry-server.mjs");
  if (!existsSync(file)) return async () => "";
  const loading = import(pathToFileURL(file).href);
  // Every render reports it.
  loading.catch(() => undefined);
  return async (path, data) => {
    const render: unknown = Reflect.get(await loading, "render");
    if (typeof render !== "function") throw new Error("The client's server entry exports no function render");
    return String(await render(path, data));
  };
}
