import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { envNames } from "../../src/env/read-env.ts";

const project = join(fileURLToPath(import.meta.url), "../../../..");
const read = (path: string) => readFileSync(join(project, path), "utf8");

const propertiesSchema = z.object({ properties: z.record(z.string(), z.unknown()) });
const nested = (schema: unknown): Record<string, unknown> => propertiesSchema.safeParse(schema).data?.properties ?? {};

/** The paths of all values: those of maps with given names, and those that hold anything. */
function pathsOf(schema: unknown, path = ""): string[] {
  return Object.entries(nested(schema)).flatMap(([name, inner]) => {
    const here = `${path}.${name}`;
    return Object.keys(nested(inner)).length > 0 ? pathsOf(inner, here) : [here];
  });
}

function reach(values: unknown, path: string): unknown {
  return path
    .slice(1)
    .split(".")
    .reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), values);
}

const helpers = read("deploy/helm/shop/templates/_helpers.tpl") + read("deploy/helm/shop/templates/backup.yaml");
const valuesSchema = JSON.parse(read("deploy/helm/shop/values.schema.json"));

describe("The chart", () => {
  it("has the version of the shop", () => {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(read("package.json")));
    const chart = z
      .object({ version: z.string(), appVersion: z.string() })
      .parse(parse(read("deploy/helm/shop/Chart.yaml")));
    expect(chart).toMatchObject({ version, appVersion: version });
  });

  it("takes every setting of the shop: from its values, as a secret, or because it sets it itself", () => {
    const settings = z
      .object({ propertyNames: z.object({ enum: z.array(z.string()) }) })
      .parse(nested(valuesSchema).settings).propertyNames.enum;
    const set = [...helpers.matchAll(/(?:name: |list "|" "|[ \n])([A-Z][A-Z0-9]*_?[A-Z0-9_]+)\b/g)].map(
      ([, name = ""]) => name,
    );
    const own = envNames.filter((name) => set.includes(name) && !settings.includes(name));
    // The image sets the first; the command of the backup says the others.
    const elsewhere = ["NODE_ENV", "BACKUP_KEEP"];
    expect([...new Set([...own, ...settings, ...elsewhere])].sort()).toEqual([...envNames].sort());
  });

  it("takes no secret as a plain setting", () => {
    const settings = JSON.stringify(Reflect.get(Object(nested(valuesSchema).settings), "propertyNames"));
    // A key that every browser gets.
    expect(settings.replace("STRIPE_PUBLISHABLE_KEY", "")).not.toMatch(/PASSWORD"|SECRET|_KEY"|DATABASE|SMTP_URL/);
    expect(read("deploy/helm/shop/values.yaml")).not.toMatch(/:\/\/[^ "]*:[^ "]*@|(PASSWORD|SECRET|_KEY): *"?\w/);
  });

  it("describes each of its values in the schema, with the defaults that values.yaml shows", () => {
    const values: unknown = parse(read("deploy/helm/shop/values.yaml"));
    const paths = pathsOf(valuesSchema).filter((path) => path !== ".global" && !/\.(limits|requests)\./.test(path));
    for (const path of paths) expect(reach(values, path), path).toBeDefined();
    const sections = ["settings", ...Object.keys(nested(valuesSchema))].filter((name) => name !== "global");
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(values)).sort()).toEqual([...new Set(sections)].sort());
  });
});
