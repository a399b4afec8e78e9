import { orderSchema } from "@shop/shared/order/order";
import { z } from "zod";
import type { Answer } from "./documented.ts";
import { exampleOrder } from "./examples.ts";

const messageSchema = z.object({ message: z.string() }).meta({ id: "Message" });

/** The answer of operations without a result. */
export function messageAnswer(message: string): Answer {
  return { description: "Done.", schema: messageSchema, example: { message } };
}

/** Set by every operation that signs in. */
export const sessionCookieAnswer = {
  "Set-Cookie": "The session: httpOnly, SameSite=Strict, and Secure where the shop is reached by https.",
};

/** The answer of a download for spreadsheets. */
export function csvAnswer(example: string): Answer {
  return {
    description: "A file of comma-separated values with a heading, in UTF-8.",
    type: "text/csv",
    schema: z.string(),
    example,
    headers: { "Content-Disposition": "Names the file after the day." },
  };
}

/** The answer of whatever reads or changes an order. */
export function orderAnswer(description: string, example: object = exampleOrder): Answer {
  return { description, schema: orderSchema, example };
}
