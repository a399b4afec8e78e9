import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { EditableCell } from "./editable-cell.tsx";
import type { CellOutcome } from "./use-cell-draft.ts";

type Row = { id: string; price: number; stock: number };
type Field = "price" | "stock";
type Save = (row: Row, field: Field, typed: string, seen: string) => Promise<CellOutcome<Row>>;

const rows: Row[] = [
  { id: "A", price: 1, stock: 10 },
  { id: "B", price: 2, stock: 20 },
];

function Sheet({ save }: { save: Save }) {
  const [shown, setShown] = useState(rows);
  const cell = (row: Row, field: Field) => (
    <EditableCell
      label={`${field} of ${row.id}`}
      column={field}
      row={row}
      text={String(row[field])}
      show={(text) => `${text}!`}
      check={(text) => (/^\d+$/.test(text) ? undefined : "Only digits")}
      save={async (typed, seen, seenText) => {
        const outcome = await save(seen, field, typed, seenText);
        const value =
          outcome.kind === "saved" ? Number(typed) : outcome.kind === "conflict" ? outcome.seen[field] : undefined;
        if (value !== undefined) {
          setShown((now) => now.map((other) => (other.id === row.id ? { ...other, [field]: value } : other)));
        }
        return outcome;
      }}
      inputMode="numeric"
    />
  );
  return (
    <table>
      <tbody>
        {shown.map((row) => (
          <tr key={row.id}>
            <td>{cell(row, "price")}</td>
            <td>{cell(row, "stock")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function show(save: Save = async () => ({ kind: "saved" })) {
  const saved: string[] = [];
  render(
    <MantineProvider>
      <Sheet
        save={(row, field, typed, seen) => {
          saved.push(`${field} of ${row.id}: ${seen} to ${typed}`);
          return save(row, field, typed, seen);
        }}
      />
      <button type="button">After</button>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), saved };
}

const button = (name: string) => screen.getByRole("button", { name: new RegExp(`^${name}`) });
const focused = () => document.activeElement?.getAttribute("aria-label");

test("Enter begins and selects the number, Enter saves it and goes down, and the new one shows at once", async () => {
  const { user, saved } = show(() => new Promise(() => undefined));
  button("price of A").focus();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "price of A" }));
  await user.keyboard("7{Enter}");
  expect(saved).toEqual(["price of A: 1 to 7"]);
  expect(focused()).toBe("price of B: 2!. Edit");
  expect(button("price of A").textContent).toBe("7!");
});

test("Typing begins, Tab saves and goes to the next cell, Shift and Tab to the one before", async () => {
  const { user, saved } = show();
  button("price of A").focus();
  await user.keyboard("5{Tab}");
  expect(focused()).toBe("stock of A: 10!. Edit");
  await user.keyboard("12{Tab}");
  expect(focused()).toBe("price of B: 2!. Edit");
  await user.keyboard("{F2}{Shift>}{Tab}{/Shift}");
  expect(focused()).toBe("stock of A: 12!. Edit");
  expect(saved).toEqual(["price of A: 1 to 5", "stock of A: 10 to 12"]);
});

test("Arrows go from cell to cell, and letters stay the page's", async () => {
  const { user } = show();
  button("price of A").focus();
  await user.keyboard("{ArrowRight}{ArrowDown}{ArrowLeft}{ArrowUp}{ArrowUp}g");
  expect(focused()).toBe("price of A: 1!. Edit");
});

test("Escape restores, and what is as before is not saved", async () => {
  const { user, saved } = show();
  await user.click(button("price of A"));
  await user.keyboard("99{Escape}");
  expect(focused()).toBe("price of A: 1!. Edit");
  await user.keyboard("{Enter}{Enter}");
  expect(saved).toEqual([]);
});

test("A wrong number says why at the cell and stays as typed, also when the cell is left", async () => {
  const { user, saved } = show();
  await user.click(button("price of A"));
  await user.keyboard("-5{Enter}");
  const field = screen.getByRole("textbox", { name: "price of A" });
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect((await screen.findByRole("alert", { hidden: true })).textContent).toBe("Only digits");
  await user.click(screen.getByRole("button", { name: "After" }));
  expect(screen.getByRole("textbox", { name: "price of A" })).toHaveProperty("value", "-5");
  await user.clear(field);
  await user.type(field, "6{Enter}");
  expect(saved).toEqual(["price of A: 1 to 6"]);
});

test("Leaving a cell saves it", async () => {
  const { user, saved } = show();
  await user.click(button("stock of B"));
  await user.keyboard("4");
  await user.click(screen.getByRole("button", { name: "After" }));
  expect(saved).toEqual(["stock of B: 20 to 4"]);
});

test("A failed save shows the stored number again, with what was typed and why, and can be tried again", async () => {
  let isBroken = true;
  const { user, saved } = show(async () =>
    isBroken ? { kind: "failed", reason: "No connection." } : { kind: "saved" },
  );
  button("price of A").focus();
  await user.keyboard("7{Tab}");
  expect((await screen.findByRole("alert", { hidden: true })).textContent).toContain("Not saved: No connection.");
  expect(screen.getByRole("textbox", { name: "price of A" })).toHaveProperty("value", "7");
  expect(screen.getByText("Enter saves 7!, Escape keeps 1!.")).toBeDefined();
  expect(focused()).toBe("stock of A: 10!. Edit");
  isBroken = false;
  await user.click(screen.getByRole("button", { name: "Try again", hidden: true }));
  await waitFor(() => expect(button("price of A").textContent).toBe("7!"));
  expect(saved).toHaveLength(2);
});

test("Of a conflict both numbers are told, and either can be kept", async () => {
  let isFirst = true;
  const { user, saved } = show(async (row) => {
    if (!isFirst) return { kind: "saved" };
    isFirst = false;
    return { kind: "conflict", theirs: "3", seen: { ...row, price: 3 } };
  });
  button("price of A").focus();
  await user.keyboard("7{Enter}");
  expect((await screen.findByRole("alert", { hidden: true })).textContent).toContain(
    "Someone else changed this to 3! meanwhile. You typed 7!.",
  );
  await user.click(screen.getByRole("button", { name: "Save 7!", hidden: true }));
  await waitFor(() => expect(button("price of A").textContent).toBe("7!"));
  expect(saved).toEqual(["price of A: 1 to 7", "price of A: 3 to 7"]);
});
