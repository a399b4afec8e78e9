import type { DiscountCode } from "@shop/shared/discount/discount-schema";
import { idInputSchema } from "@shop/shared/query";
import { exportCodes } from "../../domain/discount/codes.ts";
import { csvAnswer } from "../openapi/answers.ts";
import { endpoint } from "./endpoint.ts";
import { type CsvColumns, sendCsv } from "./send-csv.ts";

const columns: CsvColumns<DiscountCode> = {
  CODE: ({ code }) => code,
  USED: ({ uses }) => String(uses),
  "CAN BE USED": ({ usesMax }) => (usesMax === null ? "" : String(usesMax)),
};

/** The codes of a discount for spreadsheets, and for programs that send them to customers. */
export const discountCodesEndpoint = endpoint({
  method: "GET",
  path: "/api/discounts/:id/codes.csv",
  caller: "reader",
  needs: ["products.read"],
  id: "exportDiscountCodes",
  tag: "Orders",
  summary: "Export the codes of a discount",
  description: "Every code, how often it was used, and how often it can be; empty for as often as the discount itself.",
  input: { params: idInputSchema },
  answers: { 200: csvAnswer("CODE,USED,CAN BE USED") },
  refuses: ["NOT_FOUND"],
  run: ({ services: { largeActs: db, shop }, actor, reply, params: { id } }) =>
    sendCsv({ reply, shop }, { name: "discount-codes", columns }, exportCodes(db, actor, id)),
});
