import { MantineProvider } from "@mantine/core";
import type { Suggestions } from "@shop/shared/catalog/catalog";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../lib/query-client.ts";
import { createTrpcClient, trpc } from "../../lib/trpc.ts";
import { SearchBox } from "./search-box.tsx";

const lamp = { _id: "lamp-1", name: "Desk Lamp", image: "/lamp.webp", price: 1019.9 };
const stand = { _id: "stand-1", name: "Lampstand", image: "", price: 5 };
const nothing: Suggestions = { products: [], brands: [], categories: [] };
const lamps: Suggestions = { products: [lamp, stand], brands: ["Lampert & Co"], categories: ["Lamps"] };

beforeEach(() => localStorage.clear());

function ShownPath() {
  return <span data-testid="path">{useLocation().pathname}</span>;
}

function open(path: string, answers: Record<string, Suggestions> = {}) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: unknown) => {
    const input = new URL(String(address), "http://localhost").searchParams.get("input") ?? "";
    const keyword = /"keyword":"([^"]*)"/.exec(input)?.[1] ?? "";
    asked.push(keyword);
    return new Response(JSON.stringify([{ result: { data: answers[keyword] ?? nothing } }]));
  });
  const queryClient = createQueryClient(() => undefined);
  render(
    <MantineProvider>
      <trpc.Provider client={createTrpcClient()} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <MemoryRouter initialEntries={[path]}>
            <SearchBox />
            <ShownPath />
          </MemoryRouter>
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>,
  );
  const box = screen.getByPlaceholderText<HTMLInputElement>("Search products…");
  return { shownPath: () => screen.getByTestId("path").textContent, box, user: userEvent.setup(), asked };
}

test("The box shows the keyword of the address", () => {
  expect(open("/search/50%25%20off%20%26%20more%2Fless").box.value).toBe("50% off & more/less");
});

test("Searching trims the keyword, encodes it, and shows it in the box", async () => {
  const { shownPath, box, user } = open("/");
  await user.type(box, "  a&b/c  ");
  await user.click(screen.getByRole("button", { name: "Search" }));
  expect(shownPath()).toBe("/search/a%26b%2Fc");
  expect(box.value).toBe("a&b/c");
});

test("A blank search leads Home", async () => {
  const { shownPath, box, user } = open("/search/lamp");
  await user.clear(box);
  await user.type(box, "   {Enter}");
  expect(shownPath()).toBe("/");
  expect(box.value).toBe("");
});

test("Searching the same again keeps the keyword in the box", async () => {
  const { box, user } = open("/search/lamp");
  await user.type(box, "{Enter}");
  expect(box.value).toBe("lamp");
});

test("Typing suggests products, brands and categories, with the typed part marked", async () => {
  const { box, user, asked } = open("/", { lamp: lamps });
  await user.type(box, "lamp");
  const options = await screen.findAllByRole("option");
  expect(options.map((option) => option.textContent)).toEqual([
    "Lamps",
    "Lampert & Co",
    "Desk Lamp$1,019.90",
    "Lampstand$5.00",
  ]);
  expect([...document.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual([
    "Lamp",
    "Lamp",
    "Lamp",
    "Lamp",
  ]);
  expect(screen.getByRole("status").textContent).toBe("4 suggestions");
  // The box hears of the list after it is drawn.
  await waitFor(() => expect(box.getAttribute("aria-expanded")).toBe("true"));
  expect(asked.at(-1)).toBe("lamp");
});

test("Arrows go through the suggestions and back to what was typed; Enter follows the one that is reached", async () => {
  const { shownPath, box, user } = open("/", { lamp: lamps });
  await user.type(box, "lamp");
  const options = await screen.findAllByRole("option");
  const reached = () => options.findIndex((option) => option.id === box.getAttribute("aria-activedescendant"));
  const stops: number[] = [];
  for (const arrow of ["Down", "Down", "Up", "Up", "Up", "Down"]) {
    await user.keyboard(`{Arrow${arrow}}`);
    stops.push(reached());
  }
  expect(stops).toEqual([0, 1, 0, -1, 3, -1]);
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{Enter}");
  expect(shownPath()).toBe("/product/lamp-1");
  expect(screen.queryByRole("option")).toBeNull();
  expect(box.value).toBe("");
});

test("Enter without a reached suggestion searches for what was typed", async () => {
  const { shownPath, box, user } = open("/", { lamp: lamps });
  await user.type(box, "lamp");
  await screen.findAllByRole("option");
  await user.keyboard("{Enter}");
  expect(shownPath()).toBe("/search/lamp");
});

test("Escape closes the suggestions and keeps what was typed; an arrow opens them again", async () => {
  const { box, user } = open("/", { lamp: lamps });
  await user.type(box, "lamp");
  await screen.findAllByRole("option");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("option")).toBeNull();
  expect(box.value).toBe("lamp");
  expect(box.getAttribute("aria-expanded")).toBe("false");
  await user.keyboard("{ArrowDown}");
  expect(await screen.findAllByRole("option")).toHaveLength(4);
});

test("A press on a suggestion leads there", async () => {
  const { shownPath, box, user } = open("/", { lamp: lamps });
  await user.type(box, "lamp");
  const options = await screen.findAllByRole("option");
  await user.click(options[1] ?? box);
  expect(shownPath()).toBe("/search/Lampert%20%26%20Co");
  expect(screen.queryByRole("option")).toBeNull();
});

test("A suggested brand or category leads to its page", async () => {
  const slugs = { brandSlugs: ["lampert-co"], categorySlugs: ["lamps"] };
  const { box, user } = open("/", { lamp: { ...lamps, ...slugs } });
  await user.type(box, "lamp");
  const options = await screen.findAllByRole("option");
  const targets = options.map((option) => option.getAttribute("href"));
  expect(targets.slice(0, 2)).toEqual(["/category/lamps", "/brand/lampert-co"]);
});

test("Popular searches come before the products, and all that is found is the last suggestion, with its number", async () => {
  const { shownPath, box, user } = open("/", { lamp: { ...lamps, searches: ["lamp shade"], total: 1_234 } });
  await user.type(box, "lamp");
  const options = await screen.findAllByRole("option");
  expect(options.map((option) => option.textContent).slice(2)).toEqual([
    "lamp shade",
    "Desk Lamp$1,019.90",
    "Lampstand$5.00",
    "All 1,234 results",
  ]);
  expect(screen.getAllByRole("group").map((group) => group.getAttribute("aria-label"))).toEqual([
    "Categories",
    "Brands",
    "Popular searches",
    "Products",
    "Everything found",
  ]);
  await user.keyboard("{ArrowUp}{Enter}");
  expect(shownPath()).toBe("/search/lamp");
});

test("Leaving the field closes the list", async () => {
  const { box, user } = open("/", { lamp: lamps });
  await user.type(box, "lamp");
  await screen.findAllByRole("option");
  await user.tab();
  await user.tab();
  await waitFor(() => expect(screen.queryByRole("option")).toBeNull());
});

test("An emptied field suggests nothing, and a failure to suggest disturbs nobody", async () => {
  const { shownPath, box, user } = open("/", { lamp: lamps });
  await user.type(box, "lamp");
  await screen.findAllByRole("option");
  await user.clear(box);
  await waitFor(() => expect(screen.queryByRole("option")).toBeNull());
  vi.stubGlobal("fetch", async () => new Response("broken", { status: 500 }));
  await user.type(box, "torch{Enter}");
  expect(shownPath()).toBe("/search/torch");
});

test("A cross clears the field and leaves the focus there", async () => {
  const { box, user, shownPath } = open("/search/lamp");
  await user.click(screen.getByRole("button", { name: "Clear" }));
  expect(box.value).toBe("");
  expect(document.activeElement).toBe(box);
  expect(screen.queryByRole("button", { name: "Clear" })).toBeNull();
  expect(shownPath()).toBe("/search/lamp");
});

test("An empty field with the focus shows the last searches of this browser, the newest first and six at most", async () => {
  const { box, user, shownPath, asked } = open("/");
  for (const keyword of ["one", "two", "three", "four", "five", "six", "seven", "Three"]) {
    await user.clear(box);
    await user.type(box, `${keyword}{Enter}`);
  }
  await user.clear(box);
  const options = await screen.findAllByRole("option");
  const texts = options.map((option) => option.textContent);
  expect(texts).toEqual(["Three", "seven", "six", "five", "four", "two"]);
  expect(screen.getByRole("listbox", { name: "Recent searches" }).id).toBe(box.getAttribute("aria-controls"));
  expect(screen.getByRole("status").textContent).toBe("6 recent searches");
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(shownPath()).toBe("/search/seven");
  expect(asked.filter((keyword) => keyword === "")).toEqual([]);
});

test("A last search can be removed, by pointer and by keyboard", async () => {
  localStorage.setItem("recentSearches", JSON.stringify(["lamp", "sofa", "rug"]));
  const { box, user } = open("/");
  await user.click(box);
  await user.click(await screen.findByRole("button", { name: "Remove sofa from your recent searches" }));
  const texts = () => screen.queryAllByRole("option").map((option) => option.textContent);
  expect(texts()).toEqual(["lamp", "rug"]);
  expect(document.activeElement).toBe(box);
  await user.tab();
  await user.tab();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove rug from your recent searches" }));
  await user.keyboard("{Enter}");
  expect(texts()).toEqual([]);
  expect(document.activeElement).toBe(box);
  expect(JSON.parse(localStorage.getItem("recentSearches") ?? "")).toEqual([]);
});

test("A suggestion that is followed is not among the last searches, and what is stored by others shows nothing", async () => {
  localStorage.setItem("recentSearches", '{"not":"a list"}');
  const { box, user } = open("/", { lamp: lamps });
  await user.type(box, "lamp");
  await screen.findAllByRole("option");
  await user.keyboard("{ArrowDown}{Enter}");
  await user.click(box);
  await waitFor(() => expect(box.getAttribute("aria-expanded")).toBe("false"));
  expect(screen.queryByRole("option")).toBeNull();
});
