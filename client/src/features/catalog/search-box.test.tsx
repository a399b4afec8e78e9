import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, test } from "vitest";
import { SearchBox } from "./search-box.tsx";

function open(path: string) {
  const router = createMemoryRouter([{ path: "*", Component: SearchBox }], { initialEntries: [path] });
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  const box = screen.getByPlaceholderText<HTMLInputElement>("Search products…");
  return { router, box, user: userEvent.setup() };
}

test("The box shows the keyword of the address", () => {
  expect(open("/search/50%25%20off%20%26%20more%2Fless").box.value).toBe("50% off & more/less");
});

test("Searching trims the keyword, encodes it, and shows it in the box", async () => {
  const { router, box, user } = open("/");
  await user.type(box, "  a&b/c  ");
  await user.click(screen.getByRole("button", { name: "Search" }));
  expect(router.state.location.pathname).toBe("/search/a%26b%2Fc");
  expect(box.value).toBe("a&b/c");
});

test("A blank search leads Home", async () => {
  const { router, box, user } = open("/search/lamp");
  await user.clear(box);
  await user.type(box, "   {Enter}");
  expect(router.state.location.pathname).toBe("/");
  expect(box.value).toBe("");
});

test("Searching the same again keeps the keyword in the box", async () => {
  const { box, user } = open("/search/lamp");
  await user.type(box, "{Enter}");
  expect(box.value).toBe("lamp");
});
