import { describe, expect, it } from "vitest";
import { collect, inBatches } from "../../src/domain/base/batches.ts";

/** Numbers in batches of two, whose reads fail as told: for each read its error, if any. */
function numbers(failures: readonly (Error | undefined)[]) {
  let reads = 0;
  const read = async ({ after = "0", limit }: { after?: string | undefined; limit: number }) => {
    const failure = failures[reads];
    reads += 1;
    if (failure !== undefined) throw failure;
    return [1, 2, 3, 4, 5].filter((n) => n > Number(after)).slice(0, limit);
  };
  return collect(inBatches(read, String, { atOnce: 2 }));
}

const databaseError = (code: string) => Object.assign(new Error("of the database"), { code, severity: "ERROR" });
const cancelled = () => databaseError("57014");

describe("A list in batches", () => {
  it("goes on after a batch that the database did not answer in time", async () => {
    expect(await numbers([undefined, cancelled(), undefined, cancelled()])).toEqual([1, 2, 3, 4, 5]);
  });

  it("ends at a batch that the database does not answer four times", async () => {
    const failures = [undefined, cancelled(), cancelled(), cancelled(), cancelled()];
    await expect(numbers(failures)).rejects.toThrow("of the database");
  });

  it("ends at once where nothing has been sent, or asking again is of no use", async () => {
    await expect(numbers([cancelled()])).rejects.toThrow("of the database");
    await expect(numbers([undefined, databaseError("42703")])).rejects.toThrow("of the database");
  });
});
