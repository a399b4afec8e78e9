import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useSwipe } from "./use-swipe.ts";

function DashboardPanel({
  onSwipe,
  onFollow,
}: {
  onSwipe: (direction: "left" | "right") => void;
  onFollow?: () => void;
}) {
  return (
    <div {...useSwipe(onSwipe)}>
      <button type="button" onClick={onFollow}>
        Lamp
      </button>
    </div>
  );
}

function drag(by: { x: number; y?: number }): void {
  const target = screen.getByRole("button");
  fireEvent.pointerDown(target, { pointerId: 1, button: 0, clientX: 200, clientY: 200 });
  fireEvent.pointerUp(window, { pointerId: 1, clientX: 200 + by.x, clientY: 200 + (by.y ?? 0) });
  fireEvent.click(target);
}

test.each([
  [-40, ["left"]],
  [40, ["right"]],
  [-39, undefined],
  [39, undefined],
])("A sideways movement of %s px calls with %s", (x, call) => {
  const onSwipe = vi.fn();
  render(<DashboardPanel onSwipe={onSwipe} />);
  drag({ x });
  expect(onSwipe.mock.calls[0]).toEqual(call);
});

test("Scrolling down is not a swipe", () => {
  const onSwipe = vi.fn();
  render(<DashboardPanel onSwipe={onSwipe} />);
  drag({ x: 60, y: 120 });
  expect(onSwipe).not.toHaveBeenCalled();
});

test("A swipe that ends on a link does not follow it, a press does", () => {
  const onFollow = vi.fn();
  render(<DashboardPanel onSwipe={() => undefined} onFollow={onFollow} />);
  drag({ x: -80 });
  expect(onFollow).not.toHaveBeenCalled();
  drag({ x: 2 });
  expect(onFollow).toHaveBeenCalledTimes(1);
});
