import { dictionary } from "@zxcvbn-ts/language-common";

/** Shorter passwords are refused by their length, wherever the minimum is the default or more. */
const shortest = 8;
const mostCommon = 3_000;

/** The most common passwords, in lower case. Import it when it is needed: the whole list needs some megabytes. */
export const commonPasswords: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter((password) => password.length >= shortest).slice(0, mostCommon),
);
