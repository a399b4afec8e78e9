import { readProductQuery } from "@shop/shared/catalog/product-address";
import { productQuerySchema } from "@shop/shared/catalog/product-query";
import { findPage } from "@shop/shared/page/pages";
import { keywordSchema } from "@shop/shared/query";
import { readReviewChoice } from "@shop/shared/review/review-address";
import { z } from "zod";
import { paragraphsOf } from "../../src/domain/mail/templates/words.ts";
import { canonicalPath, repairEscapes, searchFormTarget } from "../../src/http/pages/page-address.ts";
import { addressKey, plainAddress, proxyTrust } from "../../src/http/security/client-address.ts";
import { asTyped } from "../../src/infra/render-markdown.ts";
import { addressUnits, type ForeignParser, headerUnits } from "./hostile-texts.ts";
import { fieldsOf, procedureInputs } from "./input-schemas.ts";

/** Node.js refuses longer heads of requests, and the shop longer bodies; in characters. */
const headMax = 15_000;
const bodyMax = 1_000_000;

const isTrusted = proxyTrust(["10.0.0.0/8"]);
const inAddress = { limit: headMax, units: addressUnits };

/**
 * Everything that reads untrusted text in the process that answers requests. A new parser gets a line here; what reads
 * in a process of its own, with a time limit, needs none.
 */
export const foreignParsers: readonly ForeignParser[] = [
  { name: "broken escapes", ...inAddress, read: (text) => repairEscapes(`/${text}`) },
  { name: "the canonical path", ...inAddress, read: (text) => canonicalPath(`/${text}`) },
  { name: "the page of a path", ...inAddress, read: (text) => findPage(`/${text}`, "any case") },
  { name: "the search form", ...inAddress, read: (text) => searchFormTarget(`/search?keyword=${text}`) },
  {
    name: "the query of a list",
    ...inAddress,
    read: (text) =>
      productQuerySchema.parse(readProductQuery(new URLSearchParams(`brand=${text}&price=${text}&attribute=${text}`))),
  },
  {
    name: "the choice of reviews",
    ...inAddress,
    read: (text) => readReviewChoice(new URLSearchParams(`page=${text}`)),
  },
  { name: "search words", limit: headMax, read: (text) => keywordSchema.parse(text) },
  {
    name: "a client's address",
    limit: headMax,
    units: headerUnits,
    read: (text) => [plainAddress(text), addressKey(text)],
  },
  { name: "a trusted proxy", limit: headMax, units: headerUnits, read: (text) => isTrusted(text, 0) },
  { name: "a message's paragraphs", limit: bodyMax, read: paragraphsOf },
  { name: "a page's text as typed", limit: bodyMax, read: asTyped },
  inputFields(),
];

/** All fields of the inputs of all procedures, each schema once. */
function inputFields(): ForeignParser {
  const known = new Set<z.core.$ZodType>();
  const parts = procedureInputs().flatMap(({ name, inputs }) =>
    inputs.flatMap((input) =>
      fieldsOf(input, name, known).map(
        ({ path, schema }): ForeignParser => ({
          name: path,
          limit: headMax,
          read: (text) => z.safeParse(schema, text),
        }),
      ),
    ),
  );
  return { name: "fields of inputs", limit: headMax, read: (text) => parts.map(({ read }) => read(text)), parts };
}
