import { idInputSchema } from "@shop/shared/query";
import { createReviewSchema, listReviewsQuerySchema } from "@shop/shared/review/review";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createReview, requireReviewable } from "../../domain/review/create.ts";
import { listReviews } from "../../domain/review/list.ts";
import { cachedRoute } from "../cache/cached-routes.ts";
import { reviewTags } from "../cache/catalog-tags.ts";
import { type Services, toContext } from "../context.ts";
import { productDocs } from "../openapi/products.ts";
import { readFromReplica } from "../read-replica.ts";
import { requireUser, usersOnly } from "../security/access.ts";
import { parseForExisting } from "../validate-existing.ts";
import { withFormNumbers } from "./form-numbers.ts";

/** Routes of reviews. */
export function reviewsRest(app: FastifyInstance, services: Services): void {
  const productOf = (request: FastifyRequest) => idInputSchema.parse(request.params).id;
  app.get(
    "/api/products/:id/reviews",
    productDocs.reviews,
    cachedRoute(services, { tags: (_reviews, request) => reviewTags(productOf(request)) }, (request) => {
      const input = { ...listReviewsQuerySchema.parse(request.query), productId: productOf(request) };
      return readFromReplica(services, request, (db) => listReviews(db, input));
    }),
  );
  app.post("/api/products/:id/reviews", { ...usersOnly(services), ...productDocs.review }, async (request, reply) => {
    const user = await requireUser(toContext(services, request, reply));
    const { id } = idInputSchema.parse(request.params);
    const requireExisting = () => requireReviewable(services.db, id);
    const review = await parseForExisting(createReviewSchema, withFormNumbers(request.body), requireExisting);
    await createReview(services.db, user, id, review);
    return reply.code(201).send({ message: "Review created successfully" });
  });
}
