import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Rating } from "./rating.tsx";

/** What the two drawn shapes amount to, star by star: an outline with ten corners is a whole star. */
function starsOf(value: unknown): string {
  const { container } = render(<Rating value={value} />);
  const [outlines = [], fillings = []] = [...container.querySelectorAll("path")].map((path) =>
    (path.getAttribute("d") ?? "").split("M").slice(1),
  );
  const filled = fillings.map((filling) => (filling.split(" ").length === 20 ? "full" : "half"));
  const halves = filled.filter((kind) => kind === "half").length;
  return [...filled, ...outlines.slice(halves).map(() => "empty")].join(" ");
}

test("A rating shows full, half and empty stars", () => {
  expect(starsOf(3.5)).toBe("full full full half empty");
});

test.each([
  ["4.3", "full full full full half"],
  ["3.5", "full full full half empty"],
  [null, "empty empty empty empty empty"],
  [Number.NaN, "empty empty empty empty empty"],
  [-2, "empty empty empty empty empty"],
  [9, "full full full full full"],
])("A rating of %s is coerced and kept between 0 and 5", (value, stars) => {
  expect(starsOf(value)).toBe(stars);
});

test("A rating reads as its label and the number of reviews", () => {
  const { container } = render(<Rating value={4.5} count={12} />);
  expect(screen.getByRole("img", { name: "4.5 out of 5" })).toBeDefined();
  expect(container.textContent).toBe(", 12 reviews");
});

test("One review is not called reviews", () => {
  const { container } = render(<Rating value={5} count={1} />);
  expect(container.textContent).toContain("1 review");
  expect(container.textContent).not.toContain("reviews");
});
