import { z } from "zod";
import { registerSchema } from "./account.ts";

/** The account of a shop's owner. The code is what the server has printed; whoever sits at it needs none. */
export const makeOwnerSchema = registerSchema.extend({ code: z.string().trim().max(40).default("") });
export type MakeOwner = z.output<typeof makeOwnerSchema>;

/** Whether the shop waits for its owner, and whether this guest has to show the code. */
export type SetupState = { isNeeded: boolean; isCodeNeeded: boolean };
