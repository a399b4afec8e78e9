import { schemaResolver } from "@mantine/form";
import { config } from "zod/v4/core";

// The content security policy forbids the compiled checks, and reports each try.
config({ jitless: true });

/** The `validate` of a form by the schema that the server checks as well. */
export function checkBy(schema: Parameters<typeof schemaResolver>[0]) {
  return schemaResolver(schema, { sync: true });
}
