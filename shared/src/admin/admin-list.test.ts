import { expect, test } from "vitest";
import { adminListSchema, toAdminPage } from "./admin-list.ts";

const schema = adminListSchema(["name", "createdAt"], { by: "createdAt", isDescending: true });
const usual = { search: "", sort: { by: "createdAt", isDescending: true }, pageNumber: 1, pageSize: 25 };

test("A list without parameters shows its first page in the default order", () => {
  expect(schema.parse({})).toEqual(usual);
});

test("Search text is trimmed, and a sort can be descending", () => {
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
])("Unknown values give the default: %j", (input) => {
  expect(schema.parse(input)).toEqual(usual);
});

test.each(["a".repeat(101), "nul\u0000", "two\nlines"])("Search text that cannot be stored is refused", (search) => {
  expect(schema.safeParse({ search }).success).toBe(false);
});

test("A page contains the total", () => {
  const page = { pageNumber: 2, pageSize: 25 };
  expect(toAdminPage(["row"], 26, page)).toEqual({ rows: ["row"], page: 2, pages: 2, total: 26 });
  expect(toAdminPage([], 0, page).pages).toBe(0);
});
