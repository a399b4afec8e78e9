import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { lazyPart, lazyScreen, type PartFailure } from "./lazy-part.tsx";

const Form = ({ title }: { title: string }) => <p>{title}</p>;
const looks = {
  loading: () => <p>Loading</p>,
  failed: ({ onRetry, isRetrying }: PartFailure) => (
    <button type="button" onClick={onRetry}>
      {isRetrying ? "Trying…" : "Try again"}
    </button>
  ),
};
const broken = new Error("no connection");
/** Lets the retry, which waits a little, come to its end. */
const wait = (ms = 1_000) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open(load: () => Promise<typeof Form>) {
  const Part = lazyPart("form", load, looks);
  render(
    <main>
      <Part title="Write a review" />
      <p>Add to cart</p>
    </main>,
  );
  return Part;
}

describe("a lazy part", () => {
  test("that fails once is loaded at the second try", async () => {
    const load = vi.fn(async () => Form).mockRejectedValueOnce(broken);
    open(load);
    expect(screen.getByText("Loading")).toBeDefined();
    await wait();
    expect(screen.getByText("Write a review")).toBeDefined();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test("that is missing leaves everything around it, and comes back with Try again", async () => {
    const load = vi.fn(async () => Form).mockRejectedValueOnce(broken);
    load.mockRejectedValueOnce(broken);
    open(load);
    await wait();
    expect(screen.getByText("Try again")).toBeDefined();
    expect(screen.getByText("Add to cart")).toBeDefined();
  });

  test("that does not come in 120 seconds is missing", async () => {
    open(() => new Promise(() => undefined));
    await wait(119_999);
    expect(screen.getByText("Loading")).toBeDefined();
    await wait(1);
    expect(screen.getByText("Try again")).toBeDefined();
  });

  test("that crashes leaves everything around it", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let hasCrashed = false;
    open(async () => (props) => {
      if (!hasCrashed) throw new Error("a bug");
      return <p>{props.title}</p>;
    });
    await wait();
    expect(screen.getByText("Add to cart")).toBeDefined();
    hasCrashed = true;
    fireEvent.click(screen.getByText("Try again"));
    expect(screen.getByText("Write a review")).toBeDefined();
  });

  test("is loaded once however often it is wanted, and is there at once afterwards", async () => {
    const load = vi.fn(async () => Form);
    const Part = open(load);
    Part.preload();
    await wait();
    render(<Part title="Again" />);
    expect(screen.getByText("Again")).toBeDefined();
    expect(load).toHaveBeenCalledTimes(1);
  });

  test("whose early loading failed is tried again when it is shown", async () => {
    const load = vi.fn(async () => Form).mockRejectedValueOnce(broken);
    load.mockRejectedValueOnce(broken);
    const Part = lazyPart("form", load, looks);
    Part.preload();
    await wait();
    render(<Part title="Write a review" />);
    await wait();
    expect(screen.getByText("Write a review")).toBeDefined();
  });

  test("that is missing is loaded again when the connection is back", async () => {
    const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    let isConnected = false;
    open(async () => {
      if (!isConnected) throw broken;
      return Form;
    });
    await wait();
    expect(screen.getByText("Try again")).toBeDefined();
    isConnected = true;
    isOnline.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    await wait();
    expect(screen.getByText("Write a review")).toBeDefined();
  });
});

describe("a lazy screen", () => {
  test("that is missing is shown as missing at once, and loaded when it is opened another time", async () => {
    const load = vi.fn(async () => () => <p>Your cart</p>).mockRejectedValueOnce(broken);
    load.mockRejectedValueOnce(broken);
    const cart = lazyScreen("cart", load, looks);
    const opening = cart.load();
    await wait();
    await opening;
    const { Component } = cart;
    const { unmount } = render(<Component />);
    expect(screen.getByText("Try again")).toBeDefined();
    unmount();
    render(<Component />);
    await wait();
    expect(screen.getByText("Your cart")).toBeDefined();
  });
});
