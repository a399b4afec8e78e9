import { idInputSchema } from "@shop/shared/query";
import { createReviewSchema, listReviewsQuerySchema, reviewPageSchema } from "@shop/shared/review/review";
import { reviewPageSize } from "@shop/shared/shop";
import { createReview, requireReviewable } from "../../domain/review/create.ts";
import { listReviews } from "../../domain/review/list.ts";
import { reviewTags } from "../cache/catalog-tags.ts";
import { messageAnswer } from "../openapi/answers.ts";
import { exampleProduct, exampleSummary } from "../openapi/examples.ts";
import { readFromReplica } from "../read-replica.ts";
import { endpoint } from "./endpoint.ts";

const tag = "Products";
const path = "/api/products/:id/reviews";

const examplePage = {
  reviews: exampleProduct.reviews.map((review) => ({
    ...review,
    isVerified: true,
    editedAt: null,
    photos: [exampleSummary.image],
    helpful: 3,
    answer: { text: "Thank you! Enjoy the light.", at: review.createdAt },
  })),
  page: 1,
  pages: 1,
  total: 1,
  byRating: [0, 0, 0, 0, 1],
  hidden: 0,
};

/** Reviews of products. */
export const reviewEndpoints = [
  endpoint({
    method: "GET",
    path,
    caller: "anyone",
    id: "listReviews",
    tag,
    summary: "List a product's reviews",
    description: `Pages of ${reviewPageSize}, newest first unless another order is asked for. Reviews that the shop has hidden for a reason such as personal data are only counted, in \`hidden\`.`,
    input: { params: idInputSchema, query: listReviewsQuerySchema },
    answers: { 200: { description: "One page.", schema: reviewPageSchema, example: examplePage } },
    run: ({ services, request, params, query }) =>
      readFromReplica(services, request, (db) => listReviews(db, { ...query, productId: params.id })),
    cache: { tags: (_page, request) => reviewTags(idInputSchema.parse(request.params).id) },
  }),
  endpoint({
    method: "POST",
    path,
    caller: "member",
    id: "reviewProduct",
    tag,
    summary: "Review a product",
    description:
      "One review a person and product. Photos are optional; send each first, and name them by the paths that were answered.",
    input: { params: idInputSchema, body: createReviewSchema },
    body: { example: { rating: 5, comment: "Bright and quiet." }, ignored: ["productId"], hasFormNumbers: true },
    answers: { 201: messageAnswer("Review created successfully") },
    refuses: ["ALREADY_REVIEWED"],
    requireExisting: ({ services, id }) => requireReviewable(services.db, id),
    run: async ({ services, actor, params, body }) => {
      await createReview(services.db, actor, params.id, body);
      return { message: "Review created successfully" };
    },
  }),
];
