import { isDeepStrictEqual } from "node:util";
import type { Changes } from "@shop/shared/admin/audit";
import { modeOfKey } from "@shop/shared/order/payment";
import type { MenuColumn, MenuLink } from "@shop/shared/page/menu";
import {
  type MailTextsDetail,
  type MenusDetail,
  type RestoreSettings,
  type SaveMailTexts,
  type SaveMenus,
  type SaveSettings,
  type SecretName,
  type SettingName,
  type SettingsDetail,
  type SettingsVersion,
  type SettingValue,
  type StoredSettings,
  secretNames,
  settingNames,
  settingProblems,
} from "@shop/shared/settings/settings";
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { adminActs } from "../../db/schema/operations.ts";
import { settingSecrets, settingsVersions } from "../../db/schema/settings.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { readable, type SettingsReader } from "./settings-reader.ts";

export type SettingsDeps = {
  db: Db;
  settings: SettingsReader;
  /** Finds the accounts, by their e-mails, that have a password which is public. */
  findDemoAccounts: (db: Db) => Promise<string[]>;
};

type Version = { version: number; stored: StoredSettings; savedAt: Date | null };

/** How many versions an owner can go back to. */
const versionsShown = 20;

/** The settings in force, as the owner edits them. */
export async function readSettings(
  { db, settings }: Pick<SettingsDeps, "db" | "settings">,
  _admin: Admin<"settings.write">,
): Promise<SettingsDetail> {
  await settings.refresh(db);
  const { version, savedAt } = await newestVersion(db);
  const { locked } = settings.source;
  return {
    version,
    values: settings.values,
    locked,
    secrets: secretNames.filter((name) => settings.secrets[name] !== undefined),
    savedAt: savedAt?.toISOString() ?? "",
  };
}

/**
 * Puts some settings in force, as a new version; on other instances within a quarter of a second. Fails with STALE when
 * one of them was changed meanwhile, and with VALIDATION when they do not go together or the server has set one.
 */
export async function saveSettings(
  deps: SettingsDeps,
  admin: Admin<"settings.write">,
  change: SaveSettings,
): Promise<SettingsDetail> {
  await saveChange(deps, admin, change);
  return readSettings(deps, admin);
}

/** The menus in force, for whoever writes the shop's contents. */
export async function readMenus(
  { db, settings }: Pick<SettingsDeps, "db" | "settings">,
  _admin: Admin<"content.write">,
): Promise<MenusDetail> {
  await settings.refresh(db);
  const { version, savedAt } = await newestVersion(db);
  const { headerMenu, footerMenu } = settings.values;
  return { headerMenu, footerMenu, version, savedAt: savedAt?.toISOString() ?? "" };
}

/** Puts menus in force as `saveSettings` does; of the settings nothing else can be changed so. */
export async function saveMenus(
  deps: SettingsDeps,
  admin: Admin<"content.write">,
  { version, headerMenu, footerMenu }: SaveMenus,
): Promise<MenusDetail> {
  await saveChange(deps, admin, { version, values: { headerMenu, footerMenu }, secrets: {} });
  return readMenus(deps, admin);
}

/** The owner's words of mails, for whoever writes the shop's contents. */
export async function readMailTexts(
  { db, settings }: Pick<SettingsDeps, "db" | "settings">,
  _admin: Admin<"content.write">,
): Promise<MailTextsDetail> {
  await settings.refresh(db);
  const { version, savedAt } = await newestVersion(db);
  return { mailTexts: settings.values.mailTexts, version, savedAt: savedAt?.toISOString() ?? "" };
}

/** Puts the words of one mail in force as `saveSettings` does; empty ones are the specified ones. */
export async function saveMailTexts(
  deps: SettingsDeps,
  admin: Admin<"content.write">,
  { version, kind, subject, opening }: SaveMailTexts,
): Promise<MailTextsDetail> {
  // Of the version that is read here, the other mails keep their words also right after another save.
  await deps.settings.refresh(deps.db);
  const { [kind]: _before, ...others } = deps.settings.values.mailTexts;
  const mailTexts = subject === "" && opening === "" ? others : { ...others, [kind]: { subject, opening } };
  await saveChange(deps, admin, { version, values: { mailTexts }, secrets: {} });
  return readMailTexts(deps, admin);
}

/** Keys of two modes would let nobody pay. */
function refuseMixedKeys(
  { values: current, secrets: stored }: SettingsReader,
  { values, secrets }: SaveSettings,
): void {
  const { stripePublishableKey: publishable = current.stripePublishableKey } = values;
  const { stripeSecretKey: secret = stored.stripeSecretKey ?? "" } = secrets;
  if (publishable === "" || secret === "") return;
  if (!/^[rs]k_(test|live)_/.test(secret))
    throw refusal("stripeSecretKey", "A secret key begins with sk_test_, sk_live_, rk_test_ or rk_live_");
  if (modeOfKey(publishable) !== modeOfKey(secret))
    throw refusal("stripeSecretKey", "One of the keys is for live payments, the other for test payments");
}

async function saveChange(deps: SettingsDeps, admin: Admin<never>, change: SaveSettings): Promise<void> {
  refuseLocked(deps.settings, change);
  refuseMixedKeys(deps.settings, change);
  const { paymentMode, stripePublishableKey = "" } = change.values;
  if (paymentMode === "live") await refuseDemoAccounts(deps, "paymentMode");
  if (modeOfKey(stripePublishableKey) === "live") await refuseDemoAccounts(deps, "stripePublishableKey");
  await deps.db.transaction(async (tx) => {
    const before = await newestVersion(tx);
    await refuseStale(tx, before, change);
    const names = settingNames.filter((name) => change.values[name] !== undefined);
    await storeSecrets(tx, deps.settings, change);
    const changed = secretNames.filter((name) => change.secrets[name] !== undefined);
    await writeVersion(tx, deps.settings, admin, {
      before,
      stored: { ...before.stored, ...change.values },
      names,
      changed,
    });
  });
}

/** Takes every setting back to an earlier version, as a new one. Secrets stay. Fails with STALE as a save does. */
export async function restoreSettings(
  deps: SettingsDeps,
  admin: Admin<"settings.write">,
  { version, to }: RestoreSettings,
): Promise<SettingsDetail> {
  await deps.db.transaction(async (tx) => {
    const before = await newestVersion(tx);
    if (before.version !== version) throw stale();
    const stored = to === 0 ? {} : await storedAt(tx, to);
    if (stored === undefined) throw new DomainError("NOT_FOUND", "There is no such version of the settings");
    await writeVersion(tx, deps.settings, admin, { before, stored, names: settingNames, changed: [] });
  });
  return readSettings(deps, admin);
}

/** The last versions, the newest first, each with what it changed. */
export async function listSettingsVersions(
  { db }: { db: Db },
  _admin: Admin<"settings.write">,
): Promise<SettingsVersion[]> {
  const rows = await db
    .select({ version: settingsVersions.version, savedAt: settingsVersions.createdAt, id: settingsVersions.id })
    .from(settingsVersions)
    .orderBy(desc(settingsVersions.version))
    .limit(versionsShown);
  const ids = rows.map(({ id }) => id);
  const acts = await db
    .select({ id: adminActs.entityId, changes: adminActs.changes, by: users.name })
    .from(adminActs)
    .leftJoin(users, eq(users.id, adminActs.userId))
    .where(and(eq(adminActs.entity, "settings"), inArray(adminActs.entityId, ids)));
  const actOf = new Map(acts.map((act) => [act.id, act]));
  return rows.map(({ version, savedAt, id }) => ({
    version,
    savedAt: savedAt.toISOString(),
    savedBy: actOf.get(id)?.by ?? null,
    changed: Object.keys(actOf.get(id)?.changes ?? {}),
  }));
}

async function newestVersion(db: Db): Promise<Version> {
  const [row] = await db.select().from(settingsVersions).orderBy(desc(settingsVersions.version)).limit(1);
  if (row === undefined) return { version: 0, stored: {}, savedAt: null };
  return { version: row.version, stored: row.settings, savedAt: row.createdAt };
}

async function storedAt(db: Db, version: number): Promise<StoredSettings | undefined> {
  const [row] = await db.select().from(settingsVersions).where(eq(settingsVersions.version, version));
  return row?.settings;
}

function stale(): DomainError {
  return new DomainError("STALE", "Someone else saved this meanwhile");
}

function refusal(path: string, message: string): DomainError {
  return new DomainError("VALIDATION", message, { errors: [{ path, message }] });
}

/** What the server's environment has set is not the owner's to change. */
function refuseLocked({ source, values: current }: SettingsReader, { values, secrets }: SaveSettings): void {
  const isChanged = (name: SettingName) =>
    values[name] !== undefined && !isDeepStrictEqual(values[name], current[name]);
  const changed = [...settingNames.filter(isChanged), ...secretNames.filter((name) => secrets[name] !== undefined)];
  for (const name of changed) {
    const variable = source.locked[name];
    if (variable !== undefined) throw refusal(name, `This is set by the server, with ${variable}.`);
  }
}

/** Nobody may sign in to a shop that takes real money with a password that is public. */
async function refuseDemoAccounts({ db, findDemoAccounts }: SettingsDeps, path: SettingName): Promise<void> {
  const [email] = await findDemoAccounts(db);
  if (email === undefined) return;
  const message = `The demo account ${email} has a password that is public. Delete it, or change its password, first.`;
  throw refusal(path, message);
}

/** Two owners may save different settings at once, but not the same one without having seen it. */
async function refuseStale(tx: Db, before: Version, { version, values }: SaveSettings): Promise<void> {
  if (before.version === version) return;
  const seen = version === 0 ? {} : await storedAt(tx, version);
  const isTouched = (name: SettingName) =>
    values[name] !== undefined && !isDeepStrictEqual(seen?.[name], before.stored[name]);
  if (seen === undefined || settingNames.some(isTouched)) throw stale();
}

async function storeSecrets(tx: Db, { sealing }: SettingsReader, { secrets }: SaveSettings): Promise<void> {
  for (const name of secretNames) {
    const secret = secrets[name];
    if (secret === undefined) continue;
    await tx.delete(settingSecrets).where(eq(settingSecrets.name, name));
    if (secret !== "") await tx.insert(settingSecrets).values({ name, sealed: sealing.encrypt(secret, name) });
  }
}

type NewVersion = {
  before: Version;
  stored: StoredSettings;
  /** The settings that may differ. */
  names: readonly SettingName[];
  /** The secrets that were changed. */
  changed: readonly SecretName[];
};

async function writeVersion(tx: Db, settings: SettingsReader, admin: Admin<never>, next: NewVersion): Promise<void> {
  const { before, stored, names, changed } = next;
  const [then, now] = [settings.over(readable(before.stored)), settings.over(readable(stored))];
  const secrets = await tx.select({ name: settingSecrets.name }).from(settingSecrets);
  const [problem] = settingProblems(
    now,
    secrets.map(({ name }) => name),
  );
  if (problem !== undefined && !(problem.path in settings.source.locked)) throw refusal(problem.path, problem.message);
  const demo = "This is a demo with invented products, which must not take real money.";
  if (settings.source.isDemo && now.paymentMode === "live") throw refusal("paymentMode", demo);
  if (settings.source.isDemo && modeOfKey(now.stripePublishableKey) === "live")
    throw refusal("stripePublishableKey", demo);
  const changes: Changes = {};
  for (const name of names) {
    if (!isDeepStrictEqual(then[name], now[name])) changes[name] = [inWords(then[name]), inWords(now[name])];
  }
  for (const name of changed) changes[name] = [null, "changed"];
  if (Object.keys(changes).length === 0) return;
  const [saved] = await tx
    .insert(settingsVersions)
    .values({ version: before.version + 1, settings: stored })
    .onConflictDoNothing()
    .returning();
  if (saved === undefined) throw stale();
  const subject = `version ${saved.version}`;
  await recordAct(tx, admin, { act: "updated", entity: "settings", entityId: saved.id, subject, changes });
}

/** An item of a list: a text, a link of a menu, or a column of links. */
function itemInWords(item: string | MenuLink | MenuColumn): string {
  if (typeof item === "string") return item;
  return "to" in item ? `${item.label} (${item.to})` : `${item.title}: ${item.links.map(itemInWords).join(", ")}`;
}

function inWords(value: SettingValue): string | number | boolean {
  if (typeof value === "object" && !Array.isArray(value)) {
    return Object.entries(value)
      .map(([kind, { subject, opening }]) => `${kind}: ${subject} / ${opening}`)
      .join("; ");
  }
  return Array.isArray(value) ? value.map(itemInWords).join("; ") : value;
}
