import { paperFileSchema, printQuerySchema } from "@shop/shared/paper";
import type { PaperKind } from "@shop/shared/paper-kinds";
import { idInputSchema } from "@shop/shared/query";
import type { FastifyInstance } from "fastify";
import { printInvoice, printPaper } from "../../domain/invoice/print.ts";
import { requireOrder } from "../../domain/order/read.ts";
import { type Services, toContext } from "../context.ts";
import { paperDocs } from "../openapi/papers.ts";
import { adminsOnly, requireAdmin, requireUser } from "../security/access.ts";
import { abortedWhenGone } from "./client-gone.ts";

const pdf = "application/pdf";
const named = (name: string) => `attachment; filename="${name}.pdf"`;

/** Routes of packing slips and invoices as PDF. */
export function papersRest(app: FastifyInstance, services: Services): void {
  app.get("/api/orders/:id/invoice.pdf", paperDocs.invoice, async (request, reply) => {
    const user = await requireUser(toContext(services, request, reply));
    const { id: orderId } = idInputSchema.parse(request.params);
    const file = await printInvoice(services, user, { orderId, signal: abortedWhenGone(reply) });
    return reply
      .type(pdf)
      .header("content-disposition", named(`invoice-${orderId.slice(-5)}`))
      .send(file);
  });
  app.get("/api/orders/:id/packing-slip.pdf", paperDocs.packingSlip, async (request, reply) => {
    const admin = await requireAdmin(toContext(services, request, reply));
    const { id } = idInputSchema.parse(request.params);
    // 404 comes before 400.
    await requireOrder(services.db, admin, id);
    const { prices: hasPrices } = printQuerySchema.parse(request.query);
    const signal = abortedWhenGone(reply);
    const file = await printPaper(services, admin, { kind: "packing-slips", ids: [id], hasPrices, signal });
    return reply
      .type(pdf)
      .header("content-disposition", named(`packing-slip-${id.slice(-5)}`))
      .send(file);
  });
  const manyOf = (kind: PaperKind) => ({ ...adminsOnly(services), ...paperDocs[kind] });
  for (const kind of ["packing-slips", "invoices"] as const) {
    app.post(`/api/orders/${kind}.pdf`, manyOf(kind), async (request, reply) => {
      const admin = await requireAdmin(toContext(services, request, reply));
      const wanted = paperFileSchema.parse(request.body);
      const file = await printPaper(services, admin, { kind, ...wanted, signal: abortedWhenGone(reply) });
      const day = new Date().toISOString().slice(0, 10);
      return reply
        .type(pdf)
        .header("content-disposition", named(`${kind}-${day}`))
        .send(file);
    });
  }
}
