import { expect, test } from "vitest";
import { adminListSchema, toAdminPage } from "./admin-list.ts";

const schema = adminListSchema(["name", "createdAt"], { by: "createdAt", isDescending: true });
const usual = { search: "", sort: { by: "createdAt", isDescending: true }, pageNumber: 1, pageSize: 25 };

test("A list that is asked for nothing in particular shows its usual first page", () => {
  expect(schema.parse({})).toEqual(usual);
});

test("Words are trimmed, and a sort can be turned round", () => {
  expect(schema.parse({ search: "  ada ", sort: "-name", pageNumber: "3", pageSize: 50 })).toEqual({
    search: "ada",
    sort: { by: "name", isDescending: true },
    pageNumber: 3,
    pageSize: 50,
  });
  expect(schema.parse({ sort: "name" }).sort).toEqual({ by: "name", isDescending: false });
});

test.each([
  { pageSize: 7 },
  { pageSize: 1e9 },
  { pageSize: null },
  { sort: "password" },
  { sort: "--name" },
  { sort: "" },
  { sort: ["name"] },
  { pageNumber: -1 },
  { pageNumber: "two" },
])("What is not on offer means the usual: %j", (input) => {
  expect(schema.parse(input)).toEqual(usual);
});

test.each(["a".repeat(101), "nul\u0000", "two\nlines"])("Words that cannot be searched are refused", (search) => {
  expect(schema.safeParse({ search }).success).toBe(false);
});

test("A page knows how many there are", () => {
  const page = { pageNumber: 2, pageSize: 25 };
  expect(toAdminPage(["row"], 26, page)).toEqual({ rows: ["row"], page: 2, pages: 2, total: 26 });
  expect(toAdminPage([], 0, page).pages).toBe(0);
});
