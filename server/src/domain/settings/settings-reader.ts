import {
  type SecretName,
  type Secrets,
  type SettingName,
  type Settings,
  type StoredSettings,
  secretNames,
  settingNames,
  settingsSchema,
  specifiedSettings,
} from "@shop/shared/settings/settings";
import { desc, sql } from "drizzle-orm";
import { type Db, preparedSql } from "../../db/client.ts";
import { settingSecrets, settingsVersions } from "../../db/schema/settings.ts";
import { openSealing, type Sealing } from "../../infra/sealed-text.ts";
import type { ShopFacts } from "../base/shop-facts.ts";
import { toShopFacts } from "./shop-facts.ts";

/** How long customers of a demo can withdraw, so that it shows the form. */
const demoReturnsDays = 30;

export type SettingsSource = {
  origin: string;
  /** Whether the shop is invented. */
  isDemo: boolean;
  /** What the environment says instead of the owner, and by which variable. */
  fixed: StoredSettings;
  locked: Partial<Record<SettingName | SecretName, string>>;
  /** The secret of the environment that the stored ones are encrypted with. */
  secret: string;
};

const newest = preparedSql<{ version: number }>(
  "newest_settings",
  sql`select coalesce(max(version), 0) as version from ${settingsVersions}`,
);

/**
 * The settings of one database as this process knows them. A job refreshes them, so that every instance follows within a
 * quarter of a second what was saved by another one.
 */
export class SettingsReader {
  readonly source: SettingsSource;
  readonly sealing: Sealing;
  #version = 0;
  #values: Settings;
  #secrets: Secrets = {};
  #unreadable: readonly SecretName[] = [];
  #current: ShopFacts;

  constructor(source: SettingsSource) {
    this.source = source;
    this.sealing = openSealing(source.secret, "shop settings");
    this.#values = this.over({});
    this.#current = toShopFacts(this.#values, source.origin);
  }

  /** The version of the settings; 0 as long as an owner has saved none. What depends on them is cached under it. */
  get version(): number {
    return this.#version;
  }

  get values(): Settings {
    return this.#values;
  }

  get secrets(): Secrets {
    return this.#secrets;
  }

  /** Stored secrets that were encrypted with another secret of the environment. */
  get unreadable(): readonly SecretName[] {
    return this.#unreadable;
  }

  get current(): ShopFacts {
    return this.#current;
  }

  /** Stored settings over those of the specification, and below those of the environment. */
  over(stored: StoredSettings): Settings {
    const { isDemo, fixed } = this.source;
    const standard = isDemo ? { ...specifiedSettings, returnsDays: demoReturnsDays } : specifiedSettings;
    return { ...standard, ...stored, ...fixed };
  }

  /** Takes over what was saved since the last call. */
  async refresh(db: Db): Promise<void> {
    const [row] = (await newest(db).execute()).rows;
    if (row === undefined || row.version <= this.#version) return;
    const [[saved], sealed] = await Promise.all([
      db.select().from(settingsVersions).orderBy(desc(settingsVersions.version)).limit(1),
      db.select().from(settingSecrets),
    ]);
    if (saved === undefined || saved.version <= this.#version) return;
    this.#secrets = this.#open(sealed);
    this.#unreadable = secretNames.filter(
      (name) => this.#secrets[name] === undefined && sealed.some((row) => row.name === name),
    );
    this.#values = this.over(readable(saved.settings));
    this.#current = toShopFacts(this.#values, this.source.origin);
    this.#version = saved.version;
  }

  /** Secrets that were encrypted with another key are as good as removed. */
  #open(rows: readonly (typeof settingSecrets.$inferSelect)[]): Secrets {
    const secrets: Secrets = {};
    for (const { name, sealed } of rows) {
      const secret = secretNames.includes(name) ? this.sealing.decrypt(sealed, name) : null;
      if (secret !== null) secrets[name] = secret;
    }
    return secrets;
  }
}

/** The stored settings that this release understands; what another one has stored besides is as specified. */
export function readable(stored: StoredSettings): StoredSettings {
  const read = settingNames.flatMap((name) => {
    const parsed = settingsSchema.shape[name].safeParse(stored[name]);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(read);
}
