import { termDetailSchema, updateCategorySchema, updateTermSchema } from "@shop/shared/catalog/admin-catalog";
import { brandSchema, categorySchema } from "@shop/shared/catalog/catalog";
import { idInputSchema } from "@shop/shared/query";
import { z } from "zod";
import { deleteTerm } from "../../domain/catalog/delete-term.ts";
import { listBrands, listCategories, readBrand, readCategory } from "../../domain/catalog/read.ts";
import { createTerm, readTerm, type Taxonomy } from "../../domain/catalog/taxonomy.ts";
import { updateTerm } from "../../domain/catalog/update-term.ts";
import { tagsOf } from "../cache/catalog-tags.ts";
import { messageAnswer } from "../openapi/answers.ts";
import { exampleBrand, exampleCategory, exampleName } from "../openapi/examples.ts";
import { readFromReplica } from "../read-replica.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";

const tag = "Brands and categories";

const taxonomies = {
  brand: {
    Word: "Brand",
    plural: "brands",
    schema: brandSchema,
    change: updateTermSchema,
    example: exampleBrand,
    list: listBrands,
    read: readBrand,
  },
  category: {
    Word: "Category",
    plural: "categories",
    schema: categorySchema,
    change: updateCategorySchema,
    example: exampleCategory,
    list: listCategories,
    read: readCategory,
  },
};

/** What everybody may read of brands or of categories. */
function readersOf(taxonomy: Taxonomy): Endpoint[] {
  const { Word, plural, schema, example, list, read } = taxonomies[taxonomy];
  return [
    endpoint({
      method: "GET",
      path: `/api/${plural}`,
      caller: "anyone",
      id: `list${Word === "Brand" ? "Brands" : "Categories"}`,
      tag,
      summary: `List ${plural}`,
      description: "All of them, by name.",
      input: {},
      answers: { 200: { description: `The ${plural}.`, schema: z.array(schema), example: [example] } },
      run: ({ services, request }) => readFromReplica(services, request, list),
      cache: { tags: tagsOf["catalog.brands"] },
    }),
    endpoint({
      method: "GET",
      path: `/api/${plural}/:id`,
      caller: "anyone",
      id: `read${Word}`,
      tag,
      summary: `Read a ${taxonomy}`,
      description: "By its id. Its name may change; its id stays.",
      input: { params: idInputSchema },
      answers: { 200: { description: `The ${taxonomy}.`, schema, example } },
      run: ({ services, params }) => read(services.db, params.id),
    }),
  ];
}

/** What administrators and programs may change of them. */
function editorsOf(taxonomy: Taxonomy): Endpoint[] {
  const { Word, plural, example, change } = taxonomies[taxonomy];
  const path = `/api/${plural}`;
  const detail = { ...exampleName(example), ...(taxonomy === "category" ? { parentId: null } : {}) };
  const message = `${Word} deleted`;
  const created = { ...detail, name: `New ${taxonomy}` };
  return [
    endpoint({
      method: "POST",
      path,
      caller: "editor",
      needs: ["products.write"],
      id: `create${Word}`,
      tag,
      summary: `Create a ${taxonomy}`,
      description: `Makes one called \`New ${taxonomy}\`, numbered when that is taken. Reads no body.`,
      input: {},
      answers: { 201: { description: `The ${taxonomy}.`, schema: termDetailSchema, example: created } },
      run: ({ services, actor }) => createTerm(services.db, actor, taxonomy),
    }),
    endpoint({
      method: "PUT",
      path: `${path}/:id`,
      caller: "editor",
      needs: ["products.write"],
      id: `update${Word}`,
      tag,
      summary: `Change a ${taxonomy}`,
      description:
        "Its name, and what its page and the menu show. Products show a new name at once, and the address of its page " +
        "follows; the former address redirects. Searches find many products by the new name soon after, and by the " +
        "former one until then. No two may have the same name in any case. Absent fields stay as they are.",
      input: { params: idInputSchema, body: change },
      body: { example: { name: example.name }, ignored: [`${taxonomy}Id`] },
      answers: { 200: { description: `The ${taxonomy} as it is now.`, schema: termDetailSchema, example: detail } },
      refuses: ["NAME_TAKEN", "STALE"],
      requireExisting: ({ services, actor, id }) => readTerm(services.db, actor, taxonomy, id),
      run: ({ services, actor, params, body }) => updateTerm(services.db, actor, { taxonomy, id: params.id }, body),
    }),
    endpoint({
      method: "DELETE",
      path: `${path}/:id`,
      caller: "editor",
      needs: ["products.write"],
      id: `delete${Word}`,
      tag,
      summary: `Delete a ${taxonomy}`,
      description:
        taxonomy === "category"
          ? "Refused while products refer to it, while other categories are below it, or while it is being merged."
          : "Refused while products refer to it, or while it is being merged.",
      input: { params: idInputSchema },
      answers: { 200: messageAnswer(message) },
      refuses: ["IN_USE"],
      run: async ({ services, actor, params }) => {
        await deleteTerm(services.db, actor, taxonomy, params.id);
        return { message };
      },
    }),
  ];
}

/** Brands and categories. */
export const termEndpoints = (["brand", "category"] as const).flatMap((taxonomy) => [
  ...readersOf(taxonomy),
  ...editorsOf(taxonomy),
]);
