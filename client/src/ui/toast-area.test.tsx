import { MantineProvider } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notify } from "./notify.ts";
import { ToastArea } from "./toast-area.tsx";

beforeEach(() => {
  // Other screens' tests may have left some: all files share one store.
  notifications.clean();
  notifications.cleanQueue();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  act(() => vi.advanceTimersByTime(60_000));
  vi.useRealTimers();
});

function showArea(): void {
  render(
    <MantineProvider env="test">
      <ToastArea />
    </MantineProvider>,
  );
}

function texts(): (string | null)[] {
  return [...document.querySelectorAll("[role=status], [role=alert]")].map((message) => message.textContent);
}

test("The newest message stands on top, and there are five at most", () => {
  showArea();
  act(() => {
    for (const n of [1, 2, 3, 4, 5, 6]) notify.success(`Message ${n}`);
  });
  expect(texts()).toEqual(["Message 6", "Message 5", "Message 4", "Message 3", "Message 2"]);
});

test("Success is a status, an error an alert", () => {
  showArea();
  act(() => {
    notify.success("Saved");
    notify.error("Broken");
  });
  expect(screen.getByRole("status").textContent).toBe("Saved");
  expect(screen.getByRole("alert").textContent).toBe("Broken");
});

test("The same message is not stacked twice", () => {
  showArea();
  act(() => {
    notify.error("Broken");
    notify.error("Broken");
  });
  expect(texts()).toEqual(["Broken"]);
});

test("A message goes after five seconds, and waits while the pointer is on it", () => {
  showArea();
  act(() => notify.success("Saved"));
  const card = screen.getByRole("status");
  act(() => vi.advanceTimersByTime(4_000));
  fireEvent.mouseEnter(card);
  act(() => vi.advanceTimersByTime(20_000));
  expect(texts()).toEqual(["Saved"]);
  fireEvent.mouseLeave(card);
  act(() => vi.advanceTimersByTime(4_900));
  expect(texts()).toEqual(["Saved"]);
  // Leaving takes its own short time, in steps that each need a render.
  for (let step = 0; step < 10; step += 1) act(() => vi.advanceTimersByTime(100));
  expect(texts()).toEqual([]);
});
