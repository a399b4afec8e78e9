import { z } from "zod";
import type { Answer } from "./documented.ts";

const messageSchema = z.object({ message: z.string() }).meta({ id: "Message" });

/** The answer to what has nothing to show but that it was done. */
export function said(message: string): Answer {
  return { description: "Done.", schema: messageSchema, example: { message } };
}

/** Handed out with everything that signs somebody in. */
export const sessionHandedOut = {
  "Set-Cookie": "The session: httpOnly, SameSite=Strict, and Secure where the shop is reached by https.",
};
