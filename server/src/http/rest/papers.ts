import { paperFileSchema, printQuerySchema } from "@shop/shared/order/paper";
import type { PaperKind } from "@shop/shared/order/paper-kinds";
import { idInputSchema } from "@shop/shared/query";
import type { FastifyInstance, FastifyReply } from "fastify";
import { printInvoice, printPaper } from "../../domain/invoice/print.ts";
import { requireOrder } from "../../domain/order/read.ts";
import type { PaperFile } from "../../infra/paper/paper-process.ts";
import { type Services, toContext } from "../context.ts";
import { paperDocs } from "../openapi/papers.ts";
import { adminsOnly, requireAdmin, requireUser } from "../security/access.ts";
import { abortedWhenGone } from "./client-gone.ts";

/** Sends a file with its length, so that a client knows whether it has the whole of it. */
function sendPdf(reply: FastifyReply, { bytes, content }: PaperFile, name: string): FastifyReply {
  return reply
    .type("application/pdf")
    .header("content-length", bytes)
    .header("content-disposition", `attachment; filename="${name}.pdf"`)
    .send(content);
}

/** Routes of packing slips and invoices as PDF. */
export function papersRest(app: FastifyInstance, services: Services): void {
  app.get("/api/orders/:id/invoice.pdf", paperDocs.invoice, async (request, reply) => {
    const user = await requireUser(toContext(services, request, reply));
    const { id: orderId } = idInputSchema.parse(request.params);
    const file = await printInvoice(services, user, { orderId, signal: abortedWhenGone(reply) });
    return sendPdf(reply, file, `invoice-${orderId.slice(-5)}`);
  });
  app.get("/api/orders/:id/packing-slip.pdf", paperDocs.packingSlip, async (request, reply) => {
    const admin = await requireAdmin(toContext(services, request, reply));
    const { id } = idInputSchema.parse(request.params);
    // 404 comes before 400.
    await requireOrder(services.db, admin, id);
    const { prices: hasPrices } = printQuerySchema.parse(request.query);
    const signal = abortedWhenGone(reply);
    const file = await printPaper(services, admin, { kind: "packing-slips", ids: [id], hasPrices, signal });
    return sendPdf(reply, file, `packing-slip-${id.slice(-5)}`);
  });
  const large = { ...services, db: services.largeActs };
  const manyOf = (kind: PaperKind) => ({ ...adminsOnly(services), ...paperDocs[kind] });
  for (const kind of ["packing-slips", "invoices"] as const) {
    app.post(`/api/orders/${kind}.pdf`, manyOf(kind), async (request, reply) => {
      const admin = await requireAdmin(toContext(services, request, reply));
      const wanted = paperFileSchema.parse(request.body);
      const file = await printPaper(large, admin, { kind, ...wanted, signal: abortedWhenGone(reply) });
      const day = new Date().toISOString().slice(0, 10);
      return sendPdf(reply, file, `${kind}-${day}`);
    });
  }
}
