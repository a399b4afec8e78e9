import { render, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { Day } from "./day.tsx";

it("shows a day, and has the full local time with its zone as a tooltip soon after", async () => {
  const { rerender } = render(<Day time="2026-02-03T11:22:33.000Z" />);
  const day = screen.getByText("2026-02-03");
  expect(day.getAttribute("datetime")).toBe("2026-02-03T11:22:33.000Z");
  await waitFor(() => expect(day.title).toMatch(/^[A-Z][a-z]+day, February \d, 2026 at \d+:22:33.[AP]M \S+/));
  rerender(<Day time="2026-05-06T11:22:33.000Z" />);
  await waitFor(() => expect(day.title).toMatch(/May \d, 2026/));
});

it("says a timestamp that is none as it is", async () => {
  render(<Day time="some day" />);
  await waitFor(() => expect(screen.getByText("some day").title).toBe("some day"));
});
