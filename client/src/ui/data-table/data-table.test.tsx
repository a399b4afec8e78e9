import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { DataTable } from "./data-table.tsx";
import type { Column } from "./rows.ts";
import { useSelection } from "./use-selection.ts";
import { useTableState } from "./use-table-state.ts";

type Lamp = { id: string; name: string; price: number };
const lamps: Lamp[] = ["Arc", "Bell", "Cone"].map((name, index) => ({ id: `${index}`, name, price: index }));
const columns: readonly Column<Lamp>[] = [
  { name: "NAME", value: (lamp) => lamp.name, isRowHeader: true },
  { name: "PRICE", value: (lamp) => lamp.price, isNumeric: true },
];

function Lamps({ isLoaded }: { isLoaded: boolean }) {
  const [rows, setRows] = useState(lamps);
  const state = useTableState({ usualSort: "name" });
  const selection = useSelection(rows.map((lamp) => lamp.id));
  const data = isLoaded ? { rows, page: 1, pages: 1, total: rows.length } : undefined;
  return (
    <DataTable
      of="lamps"
      columns={columns}
      list={{ data, error: null, isFetching: false, isPlaceholderData: false, refetch: () => undefined }}
      state={state}
      keyOf={(lamp) => lamp.id}
      nameOf={(lamp) => lamp.name}
      failure="Failed to load lamps"
      empty={{ text: "No lamps found." }}
      actions={(lamp) => (
        <button type="button" onClick={() => setRows(rows.filter((other) => other !== lamp))}>
          Remove {lamp.name}
        </button>
      )}
      selection={selection}
    />
  );
}

function show({ isLoaded = true } = {}) {
  render(
    <MantineProvider>
      <MemoryRouter>
        <Lamps isLoaded={isLoaded} />
      </MemoryRouter>
    </MantineProvider>,
  );
  return userEvent.setup();
}

const boxes = () =>
  screen.getAllByRole("checkbox").map((box) => (box instanceof HTMLInputElement ? box.checked : null));

test("Rows are selected one by one or all at once, counted, and cleared", async () => {
  const user = show();
  await user.click(screen.getByRole("checkbox", { name: "Select Bell" }));
  expect(screen.getByText("1 selected")).toBeDefined();
  expect(screen.getByRole("checkbox", { name: "Select all on this page" })).toHaveProperty("indeterminate", true);
  await user.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
  expect(boxes()).toEqual([true, true, true, true]);
  expect(screen.getByText("3 selected")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Clear" }));
  expect(boxes()).toEqual([false, false, false, false]);
  expect(screen.queryByText(/selected/)).toBeNull();
});

test("Nothing can be selected before the rows are there, so that no press is lost", () => {
  show({ isLoaded: false });
  expect(screen.getByRole("checkbox", { name: "Select all on this page" })).toHaveProperty("disabled", true);
});

test("A removed row is no longer selected, and its focus moves to the list", async () => {
  const user = show();
  await user.click(screen.getByRole("checkbox", { name: "Select Arc" }));
  await user.click(screen.getByRole("button", { name: "Remove Arc" }));
  expect(screen.queryByText(/selected/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "List of lamps" }));
  expect(screen.getByText("2 lamps")).toBeDefined();
});

test("Numeric columns alone align right with tabular digits, which would widen the hyphens of a name, and every cell carries the name of its column", () => {
  show();
  const cell = screen.getByRole("cell", { name: "2" });
  expect(cell.getAttribute("data-column")).toBe("PRICE");
  expect(cell.style.textAlign).toBe("right");
  expect(cell.style.fontVariantNumeric).toBe("tabular-nums");
  expect(document.querySelectorAll("table[data-tabular-nums], [data-tabular-nums] table")).toHaveLength(0);
});
