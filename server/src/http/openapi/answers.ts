import { z } from "zod";
import type { Answer } from "./documented.ts";

const messageSchema = z.object({ message: z.string() }).meta({ id: "Message" });

/** The answer of operations without a result. */
export function messageAnswer(message: string): Answer {
  return { description: "Done.", schema: messageSchema, example: { message } };
}

/** Set by every operation that signs in. */
export const sessionCookieAnswer = {
  "Set-Cookie": "The session: httpOnly, SameSite=Strict, and Secure where the shop is reached by https.",
};
