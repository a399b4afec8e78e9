import { randomInt } from "node:crypto";
import type { Db } from "../../db/client.ts";
import { orders } from "../../db/schema/orders.ts";
import { settingsVersions } from "../../db/schema/settings.ts";
import type { SettingsReader } from "./settings-reader.ts";

const passwordLength = 8;
/** Small letters and digits that are not mistaken for others, because it is passed on by word of mouth. */
const signs = "abcdefghjkmnpqrstuvwxyz23456789";

/**
 * Closes a new shop until its owner opens it, with a password for guests. One that has sold stays as it is, and so
 * does one whose settings were saved, or whose server says that it is open.
 */
export async function closeUntilOpened(tx: Db, { source }: SettingsReader): Promise<void> {
  const [saved] = await tx.select({ version: settingsVersions.version }).from(settingsVersions).limit(1);
  const [sold] = await tx.select({ id: orders.id }).from(orders).limit(1);
  if (saved !== undefined || sold !== undefined || source.fixed.isOpen !== undefined) return;
  const guestPassword = Array.from({ length: passwordLength }, () => signs.charAt(randomInt(signs.length))).join("");
  await tx.insert(settingsVersions).values({ version: 1, settings: { isOpen: false, guestPassword } });
}
