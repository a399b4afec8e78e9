import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { z } from "zod";
import { startTestShop } from "../harness/shop.ts";

const folder = fileURLToPath(new URL("../../src/db/functions/", import.meta.url));
const shop = startTestShop();

/** The functions of the shop's own, each with the triggers that call it. `vitest --update` writes the files anew. */
const inForce = `
  select p.proname as name, pg_get_functiondef(p.oid) as definition, coalesce(
    (select array_agg(pg_get_triggerdef(t.oid, true) order by t.tgrelid::regclass::text, t.tgname)
     from pg_trigger t where t.tgfoid = p.oid and not t.tgisinternal), '{}') as triggers
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname, p.oid::regprocedure::text`;

const rowSchema = z.object({ name: z.string(), definition: z.string(), triggers: z.array(z.string()) });

it("A migrated database has the functions and triggers that its files say", async () => {
  const { rows } = await shop.pool.query(inForce);
  const files = new Map<string, string>();
  for (const { name, definition, triggers } of z.array(rowSchema).parse(rows)) {
    const statements = [definition.trimEnd(), ...triggers].map((statement) => `${statement};\n`).join("\n");
    files.set(`${name}.sql`, [files.get(`${name}.sql`) ?? [], statements].flat().join("\n"));
  }
  for (const [file, text] of files) await expect(text).toMatchFileSnapshot(folder + file);
  expect((await readdir(folder)).sort()).toEqual([...files.keys()].sort());
});
