import multipart from "@fastify/multipart";
import { filterUsersSchema } from "@shop/shared/account/account";
import { filterProductsSchema } from "@shop/shared/catalog/admin-catalog";
import {
  exportImportRowsSchema,
  type ImportRow,
  imageSourceText,
  importArchiveBytesMax,
  importBytesMax,
} from "@shop/shared/catalog/import";
import { toDecimalString } from "@shop/shared/money";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { exportUsers } from "../../domain/account/admin-users.ts";
import { DomainError } from "../../domain/base/errors.ts";
import { exportProducts } from "../../domain/catalog/admin-products.ts";
import { storeArchive } from "../../domain/import/archive.ts";
import { exportImportRows, readImport } from "../../domain/import/manage.ts";
import { limitUploads, storeImportFile } from "../../domain/import/store-file.ts";
import { type Services, toContext } from "../context.ts";
import { importDocs } from "../openapi/imports.ts";
import { adminsOnly, readersOnly, requireAdmin, requireReader } from "../security/access.ts";
import { UnsupportedBody } from "../security/security-headers.ts";
import { atUploadPace } from "../uploads/slow-uploads.ts";
import { type CsvColumns, sendCsv } from "./send-csv.ts";

const field = "file";
/** The size of a form beyond its file, at most; in bytes. */
const frameBytesMax = 16_384;
/** A large file takes its time; a stalled one ends as early as any other upload. In milliseconds. */
const longestUploadMs = 900_000;

type Exported<Export extends (...parameters: never[]) => AsyncGenerator<unknown[]>> =
  ReturnType<Export> extends AsyncGenerator<(infer Row)[]> ? Row : never;

/** The shop's own format, which its import reads. */
const productColumns: CsvColumns<Exported<typeof exportProducts>> = {
  ID: ({ id }) => id,
  Key: ({ key }) => key ?? "",
  Name: ({ name }) => name,
  Description: ({ description }) => description,
  Brand: ({ brand }) => brand,
  Category: ({ category }) => category,
  Price: ({ priceCents }) => toDecimalString(priceCents),
  Stock: ({ countInStock }) => String(countInStock),
  Image: ({ image }) => image,
  State: ({ publishedAt }) => (publishedAt === null ? "draft" : "published"),
};

const userColumns: CsvColumns<Exported<typeof exportUsers>> = {
  ID: ({ _id }) => _id,
  NAME: ({ name }) => name,
  EMAIL: ({ email }) => email,
  ADMIN: ({ isAdmin }) => (isAdmin ? "yes" : "no"),
  SINCE: ({ createdAt }) => createdAt.toISOString(),
};

const rowColumns: CsvColumns<ImportRow> = {
  LINE: ({ line }) => String(line),
  RESULT: ({ outcome }) => outcome,
  KEY: ({ key }) => key,
  NAME: ({ name }) => name,
  REASON: ({ reason }) => reason,
  ...Object.fromEntries(
    ["name", "brand", "category", "priceCents", "countInStock", "image", "state", "description", "key"].flatMap(
      (name) => {
        const title = name === "priceCents" ? "PRICE" : name === "countInStock" ? "STOCK" : name.toUpperCase();
        const cell = (place: 0 | 1) => (row: ImportRow) => textOf(name, row.changes[name]?.[place]);
        return [
          [`${title} BEFORE`, cell(0)],
          [`${title} AFTER`, cell(1)],
        ];
      },
    ),
  ),
};

function textOf(name: string, value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (name === "image") return imageSourceText(String(value));
  return name === "priceCents" ? toDecimalString(Number(value)) : String(value);
}

/** Routes of the files that admins send and take along. */
export async function importsRest(app: FastifyInstance, services: Services): Promise<void> {
  app.get<{ Params: { id: string } }>(
    "/api/imports/:id/rows.csv",
    { ...adminsOnly(services), ...importDocs.rows },
    async (request, reply) => {
      const admin = await requireAdmin(toContext(services, request, reply));
      const { id } = request.params;
      // Existence is checked before the query is parsed.
      await readImport(services.db, admin, id);
      const { outcome } = exportImportRowsSchema.parse(request.query);
      const rows = exportImportRows(services.largeActs, admin, { id, outcome });
      return sendCsv(
        reply,
        { name: outcome === undefined ? "import" : `import-${outcome}`, columns: rowColumns },
        rows,
      );
    },
  );
  app.get("/api/products.csv", { ...readersOnly(services), ...importDocs.products }, async (request, reply) => {
    const admin = await requireReader(toContext(services, request, reply));
    const found = exportProducts(services.largeActs, admin, filterProductsSchema.parse(request.query));
    return sendCsv(reply, { name: "products", columns: productColumns }, found);
  });
  app.get("/api/users.csv", { ...adminsOnly(services), ...importDocs.users }, async (request, reply) => {
    const admin = await requireAdmin(toContext(services, request, reply));
    const found = exportUsers(services.largeActs, admin, filterUsersSchema.parse(request.query));
    return sendCsv(reply, { name: "users", columns: userColumns }, found);
  });
  await app.register((scope) => uploadRoute(scope, services));
  await app.register((scope) => archiveRoute(scope, services));
}

async function takeForms(scope: FastifyInstance, bytesMax: number): Promise<void> {
  scope.removeContentTypeParser("application/json");
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    isPartAFile: (_field, _type, name) => name !== undefined,
    limits: { fileSize: bytesMax + 1, files: 1, fields: 1, fieldSize: 1_024, parts: 2, headerPairs: 20 },
  });
}

/** Refuses what is no form, or is too large, before anything is read. */
function requireForm({ headers }: FastifyRequest, bytesMax: number): void {
  if (!/^multipart\/form-data\s*(;|$)/i.test(headers["content-type"] ?? "")) throw new UnsupportedBody();
  if (Number(headers["content-length"] ?? 0) > bytesMax + frameBytesMax) {
    throw new DomainError("TOO_LARGE", `A file can have at most ${bytesMax / 1024 / 1024} MB`);
  }
}

async function uploadRoute(scope: FastifyInstance, services: Services): Promise<void> {
  await takeForms(scope, importBytesMax);
  scope.post(
    "/api/imports",
    {
      ...importDocs.upload,
      onRequest: async (request, reply) => {
        await requireAdmin(toContext(services, request, reply));
        requireForm(request, importBytesMax);
      },
    },
    async (request, reply) => {
      const admin = await requireAdmin(toContext(services, request, reply));
      await limitUploads(services.db, admin);
      const pace = { ...services.uploadPace, longest: longestUploadMs };
      const { id } = await atUploadPace(request, pace, async () => {
        const { filename, file } = await findFile(request);
        return storeImportFile(services.db, admin, { name: filename, content: file });
      });
      return reply.code(201).send({ _id: id });
    },
  );
}

async function archiveRoute(scope: FastifyInstance, services: Services): Promise<void> {
  await takeForms(scope, importArchiveBytesMax);
  scope.post<{ Params: { id: string } }>(
    "/api/imports/:id/images",
    {
      ...importDocs.archive,
      onRequest: async (request, reply) => {
        const admin = await requireAdmin(toContext(services, request, reply));
        requireForm(request, importArchiveBytesMax);
        await readImport(services.db, admin, request.params.id);
      },
    },
    async (request, reply) => {
      const admin = await requireAdmin(toContext(services, request, reply));
      const pace = { ...services.uploadPace, longest: longestUploadMs };
      const { images } = await atUploadPace(request, pace, async () => {
        const { filename, file } = await findFile(request);
        return storeArchive(services.db, admin, request.params.id, { name: filename, content: file });
      });
      return reply.code(201).send({ images });
    },
  );
}

/** The file of the form, which is read as it comes. */
async function findFile(request: FastifyRequest) {
  const part = await request.file().catch(() => undefined);
  if (part?.fieldname !== field) {
    const message = `Send exactly one file, in a field named "${field}"`;
    throw new DomainError("VALIDATION", message, { errors: [{ path: field, message }] });
  }
  return part;
}
