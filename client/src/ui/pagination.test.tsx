import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { pageWindow } from "./page-window.ts";
import { Pagination } from "./pagination.tsx";

function show(page: number, pages: number) {
  return render(
    <MemoryRouter>
      <Pagination page={page} pages={pages} toPage={(n) => `/page/${n}`} label="Pages" />
    </MemoryRouter>,
  );
}

test("One page needs no pagination", () => {
  const { container } = show(1, 1);
  expect(container.textContent).toBe("");
});

test("Pages are links, and the current one says so", () => {
  show(2, 3);
  expect(screen.getByRole("link", { name: "Page 3" }).getAttribute("href")).toBe("/page/3");
  expect(screen.getByRole("link", { name: "Page 2" }).getAttribute("aria-current")).toBe("page");
  expect(screen.getByRole("link", { name: "Previous" }).getAttribute("href")).toBe("/page/1");
  expect(screen.getByRole("link", { name: "Next" }).getAttribute("href")).toBe("/page/3");
});

test("Previous on the first and Next on the last page lead nowhere", () => {
  show(1, 2);
  expect(screen.getByRole("link", { name: "Previous" }).getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByRole("link", { name: "Previous" }).hasAttribute("href")).toBe(false);
});

test("Beyond the last page Previous leads to the last page", () => {
  show(9, 3);
  expect(screen.getByRole("link", { name: "Previous" }).getAttribute("href")).toBe("/page/3");
  expect(screen.getByRole("link", { name: "Next" }).hasAttribute("href")).toBe(false);
});

test("Up to nine pages every number shows", () => {
  expect(pageWindow(5, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test.each([
  [1, [1, 2, 3, 4, 5, "gap", 12]],
  [4, [1, 2, 3, 4, 5, "gap", 12]],
  [5, [1, "gap", 4, 5, 6, "gap", 12]],
  [9, [1, "gap", 8, 9, 10, 11, 12]],
  [12, [1, "gap", 8, 9, 10, 11, 12]],
  [40, [1, "gap", 8, 9, 10, 11, 12]],
])("Of twelve pages, page %s shows its neighbours and both ends", (page, window) => {
  expect(pageWindow(page, 12)).toEqual(window);
});
