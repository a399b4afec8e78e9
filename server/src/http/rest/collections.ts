import { type Collection, collectionSchema } from "@shop/shared/catalog/collection";
import { z } from "zod";
import { listCollections } from "../../domain/catalog/collection/read-collections.ts";
import { tagsOf } from "../cache/catalog-tags.ts";
import { readFromReplica } from "../read-replica.ts";
import { endpoint } from "./endpoint.ts";

const example: Collection = {
  _id: "01890a5d-ac96-774b-bcce-b302099a8061",
  name: "Summer Picks",
  slug: "summer-picks",
  description: "What we take to the beach.",
  image: "",
};

/** The collections that customers see. Their products are lists of products with the parameter `collection`. */
export const collectionsEndpoint = endpoint({
  method: "GET",
  path: "/api/collections",
  caller: "anyone",
  id: "listCollections",
  tag: "Brands and categories",
  summary: "List collections",
  description:
    "All that customers see, in the order of the menu. `GET /api/products` lists the products of one with its slug as " +
    "the parameter `collection`.",
  input: {},
  answers: { 200: { description: "The collections.", schema: z.array(collectionSchema), example: [example] } },
  run: ({ services, request }) => readFromReplica(services, request, listCollections),
  cache: { tags: tagsOf["catalog.brands"] },
});
