import type { AnyTRPCProcedure, AnyTRPCRouter } from "@trpc/server";
import type { z } from "zod";
import { appRouter } from "../../src/http/trpc/router.ts";

/** The schemas of a procedure's input. Those of several `.input` calls are merged. */
export type ProcedureInput = { name: string; inputs: readonly z.core.$ZodType[] };

/** Checks of a schema are no schemas: they cannot read a value on their own. */
function isSchema(value: unknown): value is z.core.$ZodType {
  if (typeof value !== "object" || value === null || !("_zod" in value)) return false;
  const { _zod: inside } = value;
  return typeof inside === "object" && inside !== null && "run" in inside && typeof inside.run === "function";
}

/** Every procedure of tRPC with the schemas of its input. */
export function procedureInputs({ _def: { procedures } }: AnyTRPCRouter = appRouter): ProcedureInput[] {
  return Object.entries<AnyTRPCProcedure>(procedures).map(([name, { _def }]) => {
    const inputs: unknown = Reflect.get(_def, "inputs");
    return { name, inputs: Array.isArray(inputs) ? inputs.filter(isSchema) : [] };
  });
}

/** A field of an input: where it stands, and its whole schema with all its rules. */
export type InputField = { path: string; schema: z.core.$ZodType };

/** Rules and conversions get only what the schema before them lets through. */
const laterParts = new Set<string>(["custom", "transform"]);

/** The schemas directly within a schema, by the path that leads to them. */
function partsOf(schema: z.core.$ZodType): InputField[] {
  const { def } = schema._zod;
  return Object.entries<unknown>({ ...def }).flatMap(([key, value]): InputField[] => {
    if (key === "shape" && typeof value === "object" && value !== null) {
      return Object.entries<unknown>({ ...value }).flatMap(([name, part]) =>
        isSchema(part) ? [{ path: `.${name}`, schema: part }] : [],
      );
    }
    if (Array.isArray(value)) return value.filter(isSchema).map((part) => ({ path: "", schema: part }));
    return isSchema(value) ? [{ path: key === "element" ? "[]" : "", schema: value }] : [];
  });
}

/** All fields of an input down to its leaves, each schema once. */
export function fieldsOf(schema: z.core.$ZodType, path = "", known = new Set<z.core.$ZodType>()): InputField[] {
  if (known.has(schema) || laterParts.has(schema._zod.def.type)) return [];
  known.add(schema);
  const within = partsOf(schema).flatMap((part) => fieldsOf(part.schema, path + part.path, known));
  return [{ path, schema }, ...within];
}
