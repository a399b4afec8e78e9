import { filterUsersSchema } from "@shop/shared/account/account";
import { filterProductsSchema } from "@shop/shared/catalog/admin-catalog";
import {
  exportImportRowsSchema,
  importArchiveBytesMax,
  importBytesMax,
  importRowsMax,
} from "@shop/shared/catalog/import";
import { wireIdSchema } from "@shop/shared/wire";
import { z } from "zod";
import { documented } from "./documented.ts";
import { exampleSummary } from "./examples.ts";

const csvFile = (example: string) => ({
  description: "A file of comma-separated values with a heading, in UTF-8.",
  type: "text/csv",
  schema: z.string(),
  example,
  headers: { "Content-Disposition": "Names the file after the day." },
});

/** Operations of files of products and users. */
export const importDocs = {
  upload: documented({
    id: "uploadImport",
    tag: "Products",
    who: "admin",
    summary: "Send a file of products to import",
    description:
      `A CSV file of at most ${importBytesMax / 1024 / 1024} MB and ${importRowsMax.toLocaleString("en-US")} rows: an export of ` +
      "this shop, of Shopify or WooCommerce, or any other. Nothing changes before an administrator has checked and applied it.",
    body: {
      type: "multipart/form-data",
      schema: z.object({
        file: z.file().meta({
          description: "The only part of the form: the file, with its name.",
          contentMediaType: "application/octet-stream",
        }),
      }),
      encoding: { file: { contentType: "text/csv" } },
    },
    answers: {
      201: {
        description: "Stored.",
        schema: z.object({ _id: wireIdSchema }),
        example: { _id: exampleSummary._id },
      },
    },
    refuses: ["RATE_LIMITED", "TOO_LARGE"],
  }),
  archive: documented({
    id: "uploadImportImages",
    tag: "Products",
    who: "admin",
    summary: "Send a ZIP of the images that a file names",
    description:
      `A ZIP of at most ${importArchiveBytesMax / 1024 / 1024} MB, in place of an earlier one. The image column of the file then ` +
      "names its files, of which no others are read. The file is to be checked again.",
    body: {
      type: "multipart/form-data",
      schema: z.object({
        file: z.file().meta({
          description: "The only part of the form: the ZIP, with its name.",
          contentMediaType: "application/octet-stream",
        }),
      }),
      encoding: { file: { contentType: "application/zip" } },
    },
    answers: {
      201: {
        description: "Stored. The number of files in the ZIP.",
        schema: z.object({ images: z.int() }),
        example: { images: 120 },
      },
    },
    refuses: ["NOT_FOUND", "IN_USE", "TOO_LARGE"],
  }),
  rows: documented({
    id: "exportImportRows",
    tag: "Products",
    who: "admin",
    summary: "What an import does with each row",
    description: "The rows of the last check, with the reason of each refusal and the values before and after.",
    query: exportImportRowsSchema,
    answers: { 200: csvFile("LINE,RESULT,KEY,NAME,REASON,CHANGES…") },
    refuses: ["NOT_FOUND"],
  }),
  products: documented({
    id: "exportProducts",
    tag: "Products",
    who: "admin",
    key: "read",
    summary: "Export products for spreadsheets",
    description: "Every product that the filter means, drafts included. The file can be imported again.",
    query: filterProductsSchema,
    answers: { 200: csvFile("ID,Key,Name,Description,Brand,Category,Price,Stock,Image,State…") },
  }),
  users: documented({
    id: "exportUsers",
    tag: "Accounts",
    who: "admin",
    summary: "Export accounts for spreadsheets",
    description: "Every account that the filter means, newest first.",
    query: filterUsersSchema,
    answers: { 200: csvFile("ID,NAME,EMAIL,ADMIN,SINCE…") },
  }),
};
