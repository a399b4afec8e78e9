import { termDetailSchema, updateTermSchema } from "@shop/shared/catalog/admin-catalog";
import { brandSchema, categorySchema } from "@shop/shared/catalog/catalog";
import { z } from "zod";
import { messageAnswer } from "./answers.ts";
import { documented } from "./documented.ts";
import { exampleBrand, exampleCategory, exampleName } from "./examples.ts";

const tag = "Brands and categories";

const taxonomies = {
  brand: { Word: "Brand", plural: "brands", schema: brandSchema, example: exampleBrand },
  category: { Word: "Category", plural: "categories", schema: categorySchema, example: exampleCategory },
};

/** Operations of brands or of categories. */
export function nameDocs(taxonomy: keyof typeof taxonomies) {
  const { Word, plural, schema, example } = taxonomies[taxonomy];
  const detail = exampleName(example);
  return {
    list: documented({
      id: `list${Word === "Brand" ? "Brands" : "Categories"}`,
      tag,
      who: "anyone",
      summary: `List ${plural}`,
      description: "All of them, by name.",
      answers: { 200: { description: `The ${plural}.`, schema: z.array(schema), example: [example] } },
    }),
    read: documented({
      id: `read${Word}`,
      tag,
      who: "anyone",
      summary: `Read a ${taxonomy}`,
      description: "By its id. Its name may change; its id stays.",
      answers: { 200: { description: `The ${taxonomy}.`, schema, example } },
    }),
    create: documented({
      id: `create${Word}`,
      tag,
      who: "admin",
      key: "write",
      summary: `Create a ${taxonomy}`,
      description: `Makes one called \`New ${taxonomy}\`, numbered when that is taken. Reads no body.`,
      answers: {
        201: {
          description: `The ${taxonomy}.`,
          schema: termDetailSchema,
          example: { ...detail, name: `New ${taxonomy}` },
        },
      },
    }),
    update: documented({
      id: `update${Word}`,
      tag,
      who: "admin",
      key: "write",
      summary: `Change a ${taxonomy}`,
      description:
        "Its name, and what its page and the menu show. Products show a new name at once, and the address of its page " +
        "follows; the former address redirects. Searches find many products by the new name soon after, and by the " +
        "former one until then. No two may have the same name in any case. Absent fields stay as they are.",
      body: { schema: updateTermSchema, example: { name: example.name }, ignored: [`${taxonomy}Id`] },
      answers: { 200: { description: `The ${taxonomy} as it is now.`, schema: termDetailSchema, example: detail } },
      refuses: ["NAME_TAKEN", "STALE"],
    }),
    delete: documented({
      id: `delete${Word}`,
      tag,
      who: "admin",
      key: "write",
      summary: `Delete a ${taxonomy}`,
      description: "Refused while products refer to it, or while it is being merged.",
      answers: { 200: messageAnswer(`${Word} deleted`) },
      refuses: ["IN_USE"],
    }),
  };
}
