import { idInputSchema } from "@shop/shared/query";
import { createReviewSchema } from "@shop/shared/review";
import type { FastifyInstance } from "fastify";
import { createReview, requireReviewable } from "../../domain/review/create.ts";
import { type Services, toContext } from "../context.ts";
import { productDocs } from "../openapi/products.ts";
import { requireUser, usersOnly } from "../security/access.ts";
import { parseForExisting } from "../validate-existing.ts";

/** The documented path of reviews. */
export function reviewsRest(app: FastifyInstance, services: Services): void {
  app.post("/api/products/:id/reviews", { ...usersOnly(services), ...productDocs.review }, async (request, reply) => {
    const user = await requireUser(toContext(services, request, reply));
    const { id } = idInputSchema.parse(request.params);
    const requireExisting = () => requireReviewable(services.db, id);
    const review = await parseForExisting(createReviewSchema, request.body, requireExisting);
    await createReview(services.db, user, id, review);
    return reply.code(201).send({ message: "Review created successfully" });
  });
}
