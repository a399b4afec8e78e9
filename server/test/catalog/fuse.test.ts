import { describe, expect, it } from "vitest";
import { VectorTable } from "../../src/domain/catalog/meaning/vector-table.ts";
import { fuse } from "../../src/domain/catalog/search/fuse.ts";

const alone = (ids: string) => [...ids].map((id) => ({ id, unit: id }));

describe("two orders of products in one", () => {
  it("have what is in both before what is in one, and of equals that of the words", () => {
    expect(fuse(alone("abc"), alone("cxy")).join("")).toBe("cabxy");
    expect(fuse(alone("ab"), []).join("")).toBe("ab");
    expect(fuse([], alone("xy")).join("")).toBe("xy");
    expect(fuse(alone("abc"), alone("abc")).join("")).toBe("abc");
  });

  it("have each group once, with the product that words found", () => {
    const byWords = [{ id: "red", unit: "shirt" }, ...alone("a")];
    const byMeaning = [...alone("x"), { id: "blue", unit: "shirt" }, { id: "green", unit: "shirt" }];
    expect(fuse(byWords, byMeaning)).toEqual(["red", "x", "a"]);
    expect(fuse([], byMeaning)).toEqual(["x", "blue"]);
  });
});

describe("vectors in memory", () => {
  it("find the nearest first, from a similarity on, after others were replaced and removed", async () => {
    const table = new VectorTable(2);
    for (let n = 0; n < 1_000; n += 1) table.set(`p${n}`, [0, 1]);
    table.set("p7", [1, 0]);
    table.set("p8", [0.8, 0.6]);
    table.set("p9", [1, 0]);
    table.set("other", [1, 0, 0]);
    for (let n = 10; n < 1_000; n += 1) table.delete(`p${n}`);
    table.delete("p9");
    table.delete("p9");
    expect(table.size).toBe(9);
    expect(await table.findNearest(new Float32Array([1, 0]), { limit: 5, floor: 0.5 })).toEqual(["p7", "p8"]);
    expect(await table.findNearest(new Float32Array([1, 0]), { limit: 1, floor: 0.5 })).toEqual(["p7"]);
    expect(await table.findNearest(new Float32Array([0, 1]), { limit: 99, floor: 0.9 })).toHaveLength(7);
    expect(await table.findNearest(new Float32Array([1, 0, 0]), { limit: 5, floor: 0 })).toEqual([]);
  });

  it("let other work go on while they are searched, however many they are", async () => {
    const table = new VectorTable(500);
    const vector = new Float32Array(500).fill(0.1);
    for (let n = 0; n < 3_000; n += 1) table.set(`p${n}`, vector);
    let rounds = 0;
    const counting = setInterval(() => {
      rounds += 1;
    }, 0);
    const found = await table.findNearest(vector, { limit: 3, floor: 0.5 });
    clearInterval(counting);
    expect(found).toHaveLength(3);
    expect(rounds).toBeGreaterThan(0);
  });
});
