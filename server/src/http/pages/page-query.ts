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
  "catalog.featured": Query<"catalog", "featured">;
  "catalog.brands": Query<"catalog", "brands">;
  "catalog.categories": Query<"catalog", "categories">;
  /** `null` for an unknown product. */
  "catalog.product": Omit<Query<"catalog", "product">, "data"> & { data: Outputs["catalog"]["product"] | null };
  "review.list": Query<"review", "list">;
};

/** One cache entry that a page carries: the procedure, its input and its answer. */
export type PageQuery = PageQueries[keyof PageQueries];
