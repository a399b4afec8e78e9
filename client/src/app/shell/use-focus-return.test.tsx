import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Link, MemoryRouter, Route, Routes, useNavigate } from "react-router-dom";
import { expect, it } from "vitest";
import { useFocusReturn } from "./use-focus-return.ts";

function Product() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate(-1)}>
      Back
    </button>
  );
}

function Screens() {
  useFocusReturn();
  return (
    <main id="main">
      <Routes>
        <Route
          path="/"
          element={
            <>
              <Link to="/product/lamp">Lamp, featured</Link>
              <Link to="/product/lamp">Lamp, in the list</Link>
            </>
          }
        />
        <Route path="*" element={<Product />} />
      </Routes>
    </main>
  );
}

it("focuses the link that was followed, not another one to the same product", async () => {
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <Screens />
    </MemoryRouter>,
  );
  for (const name of ["Lamp, in the list", "Lamp, featured"]) {
    await user.click(screen.getByRole("link", { name }));
    await user.click(screen.getByRole("button", { name: "Back" }));
    expect(document.activeElement).toBe(screen.getByRole("link", { name }));
  }
});
