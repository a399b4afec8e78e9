import { changesBetween } from "@shop/shared/admin/audit";
import type { InfoSlug } from "@shop/shared/page/info-page";
import type { InfoPageDetail, SaveInfoPage } from "@shop/shared/page/info-page-edit";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { infoPages } from "../../db/schema/info-pages.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, refuseStale } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import type { InfoFacts } from "./info-facts.ts";
import { previewInfoPage, toDetail } from "./read.ts";

/**
 * Saves one of the shop's own pages; the first save replaces its starting text. Fails with STALE when it has changed since
 * the version of `input`, and with VALIDATION when its text would take too long to show.
 */
export async function saveInfoPage(
  db: Db,
  admin: Admin<"content.write">,
  facts: InfoFacts,
  { slug, ...input }: SaveInfoPage & { slug: InfoSlug },
): Promise<InfoPageDetail> {
  await previewInfoPage(admin, input.text);
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(infoPages).where(eq(infoPages.slug, slug)).for("update");
    const before = toDetail(slug, row, facts);
    refuseStale(before, input);
    const { title, text, isShown } = input;
    const values = { slug, title, text, isShown, version: before.version + 1, updatedAt: new Date() };
    const [saved] =
      row === undefined
        ? await tx.insert(infoPages).values(values).onConflictDoNothing().returning()
        : await tx.update(infoPages).set(values).where(eq(infoPages.slug, slug)).returning();
    if (saved === undefined) throw new DomainError("STALE", "Someone else saved this meanwhile");
    const after = toDetail(slug, saved, facts);
    await recordAct(tx, admin, {
      act: before.isStarting ? "created" : "updated",
      entity: "page",
      entityId: saved.id,
      subject: title,
      changes: changesBetween(toFields(before), toFields(after), ["title", "isShown", "characters"]),
    });
    return after;
  });
}

/** The text itself is too long for the audit. */
function toFields({ title, isShown, text, isStarting }: InfoPageDetail) {
  return { title, isShown, characters: isStarting ? null : text.length };
}
