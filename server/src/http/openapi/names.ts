import { nameDetailSchema, renameSchema } from "@shop/shared/admin-catalog";
import { brandSchema, categorySchema } from "@shop/shared/catalog";
import { z } from "zod";
import { said } from "./answers.ts";
import { documented } from "./documented.ts";
import { exampleBrand, exampleCategory, exampleName } from "./examples.ts";

const tag = "Brands and categories";

const nouns = {
  brand: { Word: "Brand", plural: "brands", schema: brandSchema, example: exampleBrand },
  category: { Word: "Category", plural: "categories", schema: categorySchema, example: exampleCategory },
};

/** The paths of brands, or those of categories, which are alike. */
export function nameDocs(noun: keyof typeof nouns) {
  const { Word, plural, schema, example } = nouns[noun];
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
      summary: `Read a ${noun}`,
      answers: { 200: { description: `The ${noun}.`, schema, example } },
    }),
    create: documented({
      id: `create${Word}`,
      tag,
      who: "admin",
      summary: `Create a ${noun}`,
      description: `Makes one called \`New ${noun}\`, numbered when that is taken. Reads no body.`,
      answers: {
        201: {
          description: `The ${noun}.`,
          schema: nameDetailSchema,
          example: { ...detail, name: `New ${noun}` },
        },
      },
    }),
    update: documented({
      id: `update${Word}`,
      tag,
      who: "admin",
      summary: `Rename a ${noun}`,
      description: "Products show the new name at once. No two may have the same name in any case.",
      body: { schema: renameSchema, example: { name: example.name }, ignored: [`${noun}Id`] },
      answers: { 200: { description: `The ${noun} as it is now.`, schema: nameDetailSchema, example: detail } },
      refuses: ["NAME_TAKEN", "STALE"],
    }),
    delete: documented({
      id: `delete${Word}`,
      tag,
      who: "admin",
      summary: `Delete a ${noun}`,
      description: "Refused while products refer to it.",
      answers: { 200: said(`${Word} deleted`) },
      refuses: ["IN_USE"],
    }),
  };
}
