import { pageColors } from "@shop/shared/settings/look";
import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { settingsVersions } from "../../db/schema/settings.ts";
import { brandImage } from "../../infra/brand-images.ts";
import type { Storage } from "../../infra/storage.ts";
import type { SettingsReader } from "./settings-reader.ts";

type LogoDeps = { db: Db; settings: SettingsReader; storage: Storage };

/**
 * The owner's logo as PNG: as mails show it, or on a background of the size that previews of links have. `undefined` for an
 * image that is no logo.
 */
export async function readLogo(deps: LogoDeps, id: string, kind: "mail" | "share"): Promise<Buffer | undefined> {
  if (!(await isLogo(deps, id))) return undefined;
  const { colorScheme } = deps.settings.values;
  const background = pageColors[colorScheme === "light" ? "light" : "dark"];
  return brandImage(deps.storage, id, { kind, background });
}

/** Whether an uploaded image is the shop's logo, or was in a version of the settings: mails of that time show it. */
async function isLogo({ db, settings }: LogoDeps, id: string): Promise<boolean> {
  const address = `/uploads/${id}.webp`;
  if (settings.values.logo === address) return true;
  const isThere = sql`${settingsVersions.settings}->>'logo' = ${address}`;
  const found = await db.select({ version: settingsVersions.version }).from(settingsVersions).where(isThere).limit(1);
  return found.length > 0;
}
