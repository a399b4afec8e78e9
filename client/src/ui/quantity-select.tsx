import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import classes from "./quantity-select.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

/** Up to this stock all quantities are options. */
const listedMax = 99;
/** Number of options above that stock. Larger quantities are typed. */
const shortListMax = 20;

type QuantitySelectProps = {
  value: number;
  /** Stock, the largest quantity. */
  max: number;
  onChange: (qty: number) => void;
  /** Product name for the accessible label, where it is not adjacent. */
  of?: string;
};

/** Native select from 1 to the stock. For a large stock, larger quantities are typed. */
export function QuantitySelect({ value, max, onChange, of }: QuantitySelectProps) {
  const id = useId();
  const listed = max <= listedMax ? max : shortListMax;
  const [isTyping, setTyping] = useState(false);
  const isTyped = isTyping || (max > listedMax && value > listed);
  return (
    <span className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        Quantity
        {of !== undefined && <VisuallyHidden> of {of}</VisuallyHidden>}
      </label>
      {isTyped ? (
        <TypedQuantity id={id} value={value} max={max} onChange={onChange} takesFocus={isTyping} />
      ) : (
        <select
          id={id}
          className={classes.control}
          value={value}
          onChange={(event) => {
            if (event.currentTarget.value === "more") setTyping(true);
            else onChange(Number(event.currentTarget.value));
          }}
        >
          {optionsUpTo(listed).map((option) => (
            <option key={option}>{option}</option>
          ))}
          {value > listed && <option disabled>{value}</option>}
          {max > listed && <option value="more">More…</option>}
        </select>
      )}
    </span>
  );
}

function optionsUpTo(max: number): number[] {
  return Array.from({ length: max }, (_, index) => index + 1);
}

type TypedQuantityProps = {
  id: string;
  value: number;
  max: number;
  onChange: (qty: number) => void;
  takesFocus: boolean;
};

function TypedQuantity({ id, value, max, onChange, takesFocus }: TypedQuantityProps) {
  const ref = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<string | undefined>();

  useEffect(() => {
    // This input replaces the select that had the focus.
    if (!takesFocus) return;
    ref.current?.focus();
    ref.current?.select();
  }, [takesFocus]);

  function commit() {
    if (draft === undefined) return;
    setDraft(undefined);
    const typed = Number.parseInt(draft, 10);
    if (Number.isNaN(typed)) return;
    const qty = Math.min(max, Math.max(1, typed));
    if (qty !== value) onChange(qty);
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === "Enter") commit();
    if (event.key === "Escape") setDraft(undefined);
  }

  return (
    <>
      <input
        ref={ref}
        id={id}
        className={classes.control}
        data-typed
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-describedby={`${id}-most`}
        value={draft ?? String(value)}
        onChange={(event) => setDraft(event.currentTarget.value.replaceAll(/\D/g, ""))}
        onBlur={commit}
        onKeyDown={handleKey}
      />
      <span id={`${id}-most`} className={classes.most}>
        of {max}
      </span>
    </>
  );
}
