import {
  exportImportRowsSchema,
  type ImportKind,
  type ImportRow,
  imageSourceText,
  importArchiveBytesMax,
  importBytesMax,
  importRowsMax,
  notCounted,
} from "@shop/shared/catalog/import";
import { toDecimalString } from "@shop/shared/money";
import { idInputSchema } from "@shop/shared/query";
import { wireIdSchema } from "@shop/shared/wire";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { DomainError } from "../../domain/base/errors.ts";
import { storeArchive } from "../../domain/import/archive.ts";
import { exportImportRows, readImport } from "../../domain/import/manage.ts";
import { limitUploads, storeImportFile } from "../../domain/import/store-file.ts";
import { csvAnswer } from "../openapi/answers.ts";
import { exampleSummary } from "../openapi/examples.ts";
import { atUploadPace } from "../uploads/slow-uploads.ts";
import { endpoint } from "./endpoint.ts";
import { readsForm, requireForm } from "./form.ts";
import { type CsvColumns, sendCsv } from "./send-csv.ts";

const tag = "Products";
const field = "file";
/** A large file takes its time; a stalled one ends as early as any other upload. In milliseconds. */
const longestUploadMs = 900_000;

const rowTitles: Readonly<Record<string, string>> = {
  priceCents: "PRICE",
  countInStock: "STOCK",
  costCents: "COST",
  weightGrams: "WEIGHT",
  lengthMm: "LENGTH",
  widthMm: "WIDTH",
  heightMm: "HEIGHT",
  originCountry: "ORIGIN",
  hsCode: "HS CODE",
  taxClass: "TAX CLASS",
  imageAlts: "IMAGE TEXTS",
  reducedCents: "REDUCED PRICE",
};

/** The fields whose values before and after are in the file. */
const rowFields: Record<ImportKind, readonly string[]> = {
  products: [
    ...["name", "brand", "category", "priceCents", "countInStock", "image", "state", "description", "key", "options"],
    ...["attributes", "imageAlts", "sku", "gtin", "mpn", "costCents", "weightGrams", "lengthMm", "widthMm"],
    ...["heightMm", "originCountry", "hsCode", "content", "taxClass", "reducedCents"],
  ],
  customers: ["name", "acceptsMarketing", "since", "address", "city", "postalCode", "country"],
  orders: [
    ...["orderedAt", "state", "customerName", "customerEmail", "address", "city", "postalCode", "country"],
    ...["paymentMethod", "items", "discount", "shipping", "tax", "total", "refunded"],
    ...["paidAt", "shippedAt", "deliveredAt", "cancelledAt"],
  ],
};

function columnsOf(fields: readonly string[]): CsvColumns<ImportRow> {
  return {
    LINE: ({ line }) => String(line),
    RESULT: ({ outcome }) => outcome,
    KEY: ({ key }) => key,
    NAME: ({ name }) => name,
    REASON: ({ reason }) => reason,
    WARNINGS: ({ warnings }) =>
      warnings.map(({ kind, about }) => (about === "" ? kind : `${kind}: ${about}`)).join("; "),
    ...Object.fromEntries(
      fields.flatMap((name) => {
        const title = rowTitles[name] ?? name.toUpperCase();
        const cell = (place: 0 | 1) => (row: ImportRow) =>
          name === "countInStock" && row.changes.isStockCounted?.[place] === false
            ? notCounted
            : textOf(name, row.changes[name]?.[place]);
        return [
          [`${title} BEFORE`, cell(0)],
          [`${title} AFTER`, cell(1)],
        ];
      }),
    ),
  };
}

const rowColumns: Record<ImportKind, CsvColumns<ImportRow>> = {
  products: columnsOf(rowFields.products),
  customers: columnsOf(rowFields.customers),
  orders: columnsOf(rowFields.orders),
};

function textOf(name: string, value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (name === "image") return imageSourceText(String(value));
  return name === "priceCents" || name === "costCents" || name === "reducedCents"
    ? toDecimalString(Number(value))
    : String(value);
}

/** A form of a file and nothing else. */
const readsFile = (bytesMax: number) =>
  readsForm({
    isPartAFile: (_field, _type, name) => name !== undefined,
    limits: { fileSize: bytesMax + 1, files: 1, fields: 1, fieldSize: 1_024, parts: 2, headerPairs: 20 },
  });

function requireFile(request: FastifyRequest, bytesMax: number): void {
  const tooLarge = () => new DomainError("TOO_LARGE", `A file can have at most ${bytesMax / 1024 / 1024} MB`);
  requireForm(request, { bytesMax, tooLarge });
}

/** What the document says of the form. */
const bodyOf = (kind: string, contentType: string) => ({
  type: "multipart/form-data",
  schema: z.object({
    file: z.file().meta({
      description: `The only part of the form: the ${kind}, with its name.`,
      contentMediaType: "application/octet-stream",
    }),
  }),
  encoding: { file: { contentType } },
});

const uploadEndpoint = endpoint({
  method: "POST",
  path: "/api/imports",
  caller: "admin",
  needs: ["imports.write"],
  id: "uploadImport",
  tag,
  summary: "Send a file of products, customers or orders to import",
  description:
    `A CSV file of at most ${importBytesMax / 1024 / 1024} MB and ${importRowsMax.toLocaleString("en-US")} rows: an export of ` +
    "this shop, of Shopify or WooCommerce, or any other. Nothing changes before an administrator has checked and applied it.",
  input: {},
  body: bodyOf("file", "text/csv"),
  answers: {
    201: { description: "Stored.", schema: z.object({ _id: wireIdSchema }), example: { _id: exampleSummary._id } },
  },
  refuses: ["RATE_LIMITED", "TOO_LARGE"],
  scope: readsFile(importBytesMax),
  receive: ({ request }) => requireFile(request, importBytesMax),
  run: async ({ services, actor, request }) => {
    await limitUploads(services.db, actor);
    const pace = { ...services.uploadPace, longest: longestUploadMs };
    const { id } = await atUploadPace(request, pace, async () => {
      const { filename, file } = await findFile(request);
      return storeImportFile(services.db, actor, { name: filename, content: file });
    });
    return { _id: id };
  },
});

const archiveEndpoint = endpoint({
  method: "POST",
  path: "/api/imports/:id/images",
  caller: "admin",
  needs: ["imports.write"],
  id: "uploadImportImages",
  tag,
  summary: "Send a ZIP of the images that a file names",
  description:
    `A ZIP of at most ${importArchiveBytesMax / 1024 / 1024} MB, in place of an earlier one. The image column of the file then ` +
    "names its files, of which no others are read. The file is to be checked again.",
  input: { params: idInputSchema },
  body: bodyOf("ZIP", "application/zip"),
  answers: {
    201: {
      description: "Stored. The number of files in the ZIP.",
      schema: z.object({ images: z.int() }),
      example: { images: 120 },
    },
  },
  refuses: ["NOT_FOUND", "IN_USE", "TOO_LARGE"],
  scope: readsFile(importArchiveBytesMax),
  receive: async ({ services, actor, request }) => {
    requireFile(request, importArchiveBytesMax);
    await readImport(services.db, actor, idInputSchema.parse(request.params).id);
  },
  run: async ({ services, actor, request, params }) => {
    const pace = { ...services.uploadPace, longest: longestUploadMs };
    const { images } = await atUploadPace(request, pace, async () => {
      const { filename, file } = await findFile(request);
      return storeArchive(services.db, actor, params.id, { name: filename, content: file });
    });
    return { images };
  },
});

const rowsEndpoint = endpoint({
  method: "GET",
  path: "/api/imports/:id/rows.csv",
  caller: "admin",
  needs: ["imports.write"],
  id: "exportImportRows",
  tag,
  summary: "What an import does with each row",
  description: "The rows of the last check, with the reason of each refusal and the values before and after.",
  input: { params: idInputSchema, query: exportImportRowsSchema },
  answers: { 200: csvAnswer("LINE,RESULT,KEY,NAME,REASON,CHANGES…") },
  refuses: ["NOT_FOUND"],
  requireExisting: ({ services, actor, id }) => readImport(services.db, actor, id),
  run: async ({ services, actor, reply, params: { id }, query: { outcome, warning } }) => {
    const { kind } = await readImport(services.db, actor, id);
    const rows = exportImportRows(services.largeActs, actor, { id, outcome, warning });
    const name = ["import", outcome ?? warning].filter((part) => part !== undefined).join("-");
    return sendCsv({ reply, shop: services.shop }, { name, columns: rowColumns[kind] }, rows);
  },
});

/** The files that administrators import. */
export const importEndpoints = [uploadEndpoint, archiveEndpoint, rowsEndpoint];

/** The file of the form, which is read as it comes. */
async function findFile(request: FastifyRequest) {
  const part = await request.file().catch(() => undefined);
  if (part?.fieldname !== field) {
    const message = `Send exactly one file, in a field named "${field}"`;
    throw new DomainError("VALIDATION", message, { errors: [{ path: field, message }] });
  }
  return part;
}
