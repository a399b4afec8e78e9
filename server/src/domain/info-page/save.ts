import { changesBetween } from "@shop/shared/admin/audit";
import { isInfoSlug, ownPagesMax } from "@shop/shared/page/info-page";
import type { CreateInfoPage, InfoPageDetail, SaveInfoPage } from "@shop/shared/page/info-page-edit";
import { eq, isNotNull } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { infoPages } from "../../db/schema/info-pages.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound, refuseStale, violates } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import type { InfoFacts } from "./info-facts.ts";
import { ofRow, previewInfoPage, toDetail } from "./read.ts";

/**
 * Saves one of the shop's own pages; the first save of one that every shop can have replaces its starting text. Fails with
 * NOT_FOUND, with STALE when it has changed since the version of `input`, and with VALIDATION when its text would take too
 * long to show.
 */
export async function saveInfoPage(
  db: Db,
  admin: Admin<"content.write">,
  facts: InfoFacts,
  { slug, ...input }: SaveInfoPage & { slug: string },
): Promise<InfoPageDetail> {
  await previewInfoPage(admin, input.text);
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(infoPages).where(eq(infoPages.slug, slug)).for("update");
    if (row === undefined && !isInfoSlug(slug)) throw notFound("Page");
    const before = row === undefined && isInfoSlug(slug) ? toDetail(slug, row, facts) : ofRow(requireRow(row));
    refuseStale(before, input);
    const { title, text, isShown } = input;
    const place = before.isOwn ? (input.place ?? before.place) : null;
    const values = { slug, place, title, text, isShown, version: before.version + 1, updatedAt: new Date() };
    const [saved] =
      row === undefined
        ? await tx.insert(infoPages).values(values).onConflictDoNothing().returning()
        : await tx.update(infoPages).set(values).where(eq(infoPages.slug, slug)).returning();
    if (saved === undefined) throw new DomainError("STALE", "Someone else saved this meanwhile");
    const after = ofRow(saved);
    await recordAct(tx, admin, {
      act: before.isStarting ? "created" : "updated",
      entity: "page",
      entityId: saved.id,
      subject: title,
      changes: changesBetween(toFields(before), toFields(after), ["title", "isShown", "place", "characters"]),
    });
    return after;
  });
}

function requireRow<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound("Page");
  return row;
}

/** The text itself is too long for the audit. */
function toFields({ title, isShown, place, text, isStarting }: InfoPageDetail) {
  return { title, isShown, place, characters: isStarting ? null : text.length };
}

/** Adds a page of the owner's own, which is hidden until it is written. Throws NAME_TAKEN, and VALIDATION for too many. */
export async function createInfoPage(
  db: Db,
  admin: Admin<"content.write">,
  { title, slug, place }: CreateInfoPage,
): Promise<InfoPageDetail> {
  return db.transaction(async (tx) => {
    if ((await tx.$count(infoPages, isNotNull(infoPages.place))) >= ownPagesMax) {
      const message = `There can be at most ${ownPagesMax} pages of your own`;
      throw new DomainError("VALIDATION", message, { errors: [{ path: "title", message }] });
    }
    if (isInfoSlug(slug)) throw addressTaken();
    const values = { id: uuidv7(), slug, place, title, text: `# ${title}`, isShown: false };
    const [row] = await tx.insert(infoPages).values(values).returning().catch(refuseTaken);
    if (row === undefined) throw new Error("the insert returned no page");
    await recordAct(tx, admin, { act: "created", entity: "page", entityId: row.id, subject: title });
    return ofRow(row);
  });
}

function refuseTaken(error: unknown): never {
  throw violates(error, "info_pages_slug_key") ? addressTaken() : error;
}

function addressTaken(): DomainError {
  const message = "Another page has this address";
  return new DomainError("NAME_TAKEN", message, { errors: [{ path: "slug", message }] });
}

/** Deletes a page of the owner's own. Throws NOT_FOUND, also for the pages that every shop can have. */
export async function deleteInfoPage(db: Db, admin: Admin<"content.write">, slug: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(infoPages).where(eq(infoPages.slug, slug)).for("update");
    if (row === undefined || row.place === null) throw notFound("Page");
    await tx.delete(infoPages).where(eq(infoPages.slug, slug));
    await recordAct(tx, admin, { act: "deleted", entity: "page", entityId: row.id, subject: row.title });
  });
}
