import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { HomeBlocks } from "./home-blocks.tsx";

/** The first page of Home with parts of the owner's own. */
export function OwnHome() {
  const home = trpc.catalog.home.useQuery({ isFirstPage: true }, { ...cachedBriefly, gcTime: Infinity });
  return <HomeBlocks blocks={home.data ?? []} />;
}
