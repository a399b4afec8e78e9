import type { FormErrors } from "@mantine/form";
import type { z } from "zod";

/** Checks a form's values with the schema that the server uses too; the first message of each field counts. */
export function byZod<Values>(schema: z.ZodType<unknown, Values>): (values: Values) => FormErrors {
  return (values) => {
    const result = schema.safeParse(values);
    if (result.success) return {};
    const errors: Record<string, string> = {};
    for (const { path, message } of result.error.issues) errors[path.join(".")] ??= message;
    return errors;
  };
}
