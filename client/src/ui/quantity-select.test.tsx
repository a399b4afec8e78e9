import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { QuantitySelect } from "./quantity-select.tsx";

type HostProps = { stock: number; start: number; onChange: (qty: number) => void };

function Host({ stock, start, onChange }: HostProps) {
  const [qty, setQty] = useState(start);
  return (
    <QuantitySelect
      value={qty}
      max={stock}
      onChange={(next) => {
        onChange(next);
        setQty(next);
      }}
    />
  );
}

function renderSelect(stock: number, start = 1) {
  const onChange = vi.fn();
  render(<Host stock={stock} start={start} onChange={onChange} />);
  return { onChange, user: userEvent.setup() };
}

const select = () => screen.getByRole("combobox", { name: "Quantity" });
const field = () => screen.getByRole("textbox", { name: "Quantity" });
const choices = () => screen.getAllByRole("option").map((option) => option.textContent);

describe("QuantitySelect", () => {
  it.each([1, 2, 99])("lists every quantity up to a stock of %i", (stock) => {
    renderSelect(stock);
    expect(choices()).toEqual(Array.from({ length: stock }, (_, index) => String(index + 1)));
  });

  it("passes the choice on as a number", async () => {
    const { user, onChange } = renderSelect(5);
    await user.selectOptions(select(), "4");
    expect(onChange).toHaveBeenCalledWith(4);
    expect(select()).toHaveProperty("value", "4");
  });

  it("shows a quantity above the stock without offering it", () => {
    renderSelect(2, 4);
    expect(select()).toHaveProperty("value", "4");
    expect(screen.getByRole("option", { name: "4" })).toHaveProperty("disabled", true);
  });

  it("keeps the list short at a stock of 500 and lets larger quantities be typed", async () => {
    const { user, onChange } = renderSelect(500);
    expect(choices()).toHaveLength(21);
    await user.selectOptions(select(), "More…");
    expect(document.activeElement).toBe(field());
    await user.keyboard("250{Enter}");
    expect(onChange).toHaveBeenLastCalledWith(250);
    expect(field()).toHaveProperty("value", "250");
  });

  it.each([
    ["9999", 500],
    ["0", 1],
  ])("keeps a typed %s within the stock", async (typed, stored) => {
    const { user, onChange } = renderSelect(500, 30);
    await user.clear(field());
    await user.type(field(), typed);
    await user.tab();
    expect(onChange).toHaveBeenCalledExactlyOnceWith(stored);
  });

  it("changes nothing for an empty field or after Escape", async () => {
    const { user, onChange } = renderSelect(500, 30);
    await user.clear(field());
    await user.tab();
    await user.clear(field());
    await user.type(field(), "77{Escape}");
    await user.tab();
    expect(onChange).not.toHaveBeenCalled();
    expect(field()).toHaveProperty("value", "30");
  });
});
