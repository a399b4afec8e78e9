import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../trpc/router.ts";

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

type InputOf<Input> = undefined extends Input ? { input?: undefined } : { input: Input };

type Query<Router extends keyof Outputs, Name extends keyof Outputs[Router] & keyof Inputs[Router]> = {
  path: [Router, Name];
  data: Outputs[Router][Name];
} & InputOf<Inputs[Router][Name]>;

/** The queries whose answers pages carry, by procedure path. */
export type PageQueries = {
  "catalog.list": Query<"catalog", "list">;
  "catalog.find": Query<"catalog", "find">;
  "catalog.featured": Query<"catalog", "featured">;
  "catalog.home": Query<"catalog", "home">;
  "catalog.entrances": Query<"catalog", "entrances">;
  "catalog.menu": Query<"catalog", "menu">;
  /** `null` for an unknown brand or category. */
  "catalog.term": Omit<Query<"catalog", "term">, "data"> & { data: Outputs["catalog"]["term"] | null };
  "catalog.brands": Query<"catalog", "brands">;
  "catalog.categories": Query<"catalog", "categories">;
  /** `null` for an unknown product. */
  "catalog.product": Omit<Query<"catalog", "product">, "data"> & { data: Outputs["catalog"]["product"] | null };
  "catalog.productOfSlug": Query<"catalog", "productOfSlug">;
  "catalog.recommended": Query<"catalog", "recommended">;
  "review.list": Query<"review", "list">;
  "question.list": Query<"question", "list">;
  "journal.list": Query<"journal", "list">;
  /** `null` for an unknown article. */
  "journal.article": Omit<Query<"journal", "article">, "data"> & { data: Outputs["journal"]["article"] | null };
  /** `null` for an unknown page. */
  "info.page": Omit<Query<"info", "page">, "data"> & { data: Outputs["info"]["page"] | null };
};

/** One cache entry that a page carries: the procedure, its input and its answer. */
export type PageQuery = PageQueries[keyof PageQueries];
