import type { Db } from "../../db/client.ts";
import type { RequestContext } from "../context.ts";
import { readFromReplica } from "../read-replica.ts";

/** Runs a query whose answer is the same for everybody, and notes what it depends on, so that it can be cached. */
export async function readPublic<Data>(
  context: RequestContext,
  tagsOf: (data: Data) => readonly string[],
  work: (db: Db) => Promise<Data>,
): Promise<Data> {
  const data = await readFromReplica(context, context.request, work);
  context.tags.push(tagsOf(data));
  return data;
}
