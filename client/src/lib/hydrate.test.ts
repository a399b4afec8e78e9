import { earlyHoldKey, earlyPressKey } from "@shop/shared/prerender";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hydrate } from "./hydrate.ts";

const page = `
  <form><input type="search" /><button>Search</button></form>
  <select><option>1</option><option>2</option></select>
  <button aria-label="Next slide">›</button><button>Add To Cart</button>`;

let root: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["queueMicrotask", "setTimeout", "clearTimeout"] });
  document.body.innerHTML = `<div id="root"><div>${page}</div></div>`;
  root = find(document, "#root");
});

afterEach(() => {
  vi.useRealTimers();
  for (const key of [earlyPressKey, earlyHoldKey]) Reflect.deleteProperty(window, key);
});

function find(within: ParentNode, selector: string): HTMLElement {
  const element = within.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`nothing is ${selector}`);
  return element;
}

/** Puts the real screen in the drawing's place, as React does. */
function replacePrerendered(): void {
  root.innerHTML = `<main>${page}</main>`;
}

test("What was typed, where the focus was and what was chosen pass to the real screen", () => {
  const drawn = find(root, "input");
  // Some of it may be there before the first script runs.
  Object.assign(drawn, { value: "lamp" });
  drawn.focus();
  const handOver = hydrate(root);
  Object.assign(find(root, "select"), { value: "2" });
  replacePrerendered();
  const heard: string[] = [];
  for (const kind of ["input", "change"]) root.addEventListener(kind, () => heard.push(kind));
  handOver();
  expect(find(root, "input")).toMatchObject({ value: "lamp" });
  expect(find(root, "select")).toMatchObject({ value: "2" });
  expect(document.activeElement).toBe(find(root, "input"));
  expect(heard).toEqual(["input", "change"]);
});

test("A button that was pressed too early is pressed when it is there, and no other", () => {
  const handOver = hydrate(root);
  Reflect.set(window, earlyPressKey, find(root, "select ~ button:last-of-type"));
  replacePrerendered();
  const pressed: string[] = [];
  root.addEventListener("click", ({ target }) =>
    pressed.push(target instanceof Element ? (target.textContent ?? "") : ""),
  );
  handOver();
  expect(pressed).toEqual([]);
  vi.runAllTimers();
  expect(pressed).toEqual(["Add To Cart"]);
});

/** Every button and link that was pressed on the real screen since. */
function notePresses(): string[] {
  const pressed: string[] = [];
  root.addEventListener("click", ({ target }) => pressed.push(target instanceof Element ? target.innerHTML : ""));
  return pressed;
}

for (const release of ["mouseup", "keyup"]) {
  test(`A button that is held down while it is replaced is pressed once at its ${release}`, () => {
    const handOver = hydrate(root);
    const add = "select ~ button:last-of-type";
    Reflect.set(window, earlyHoldKey, find(root, add));
    replacePrerendered();
    handOver();
    const pressed = notePresses();
    vi.runAllTimers();
    expect(pressed).toEqual([]);
    for (const time of ["first", "second"]) {
      find(root, add).dispatchEvent(new MouseEvent(release, { bubbles: true }));
      vi.runAllTimers();
      expect(pressed, time).toEqual(["Add To Cart"]);
    }
  });
}

test("A held button is not pressed where the browser does so itself, nor when it is let go elsewhere", () => {
  for (const [selector, isByBrowser, count] of [
    ["form button", true, 1],
    ["select", false, 0],
  ] as const) {
    document.body.innerHTML = `<div id="root"><div>${page}</div></div>`;
    root = find(document, "#root");
    const handOver = hydrate(root);
    Reflect.set(window, earlyHoldKey, find(root, "form button"));
    replacePrerendered();
    handOver();
    const pressed = notePresses();
    const place = find(root, selector);
    place.dispatchEvent(new MouseEvent("mouseup", { bubbles: true }));
    if (isByBrowser) place.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    vi.runAllTimers();
    expect(pressed).toHaveLength(count);
  }
});

test("The focus of a button or link passes to the one in its place", () => {
  find(root, "select ~ button").focus();
  const handOver = hydrate(root);
  replacePrerendered();
  handOver();
  expect(document.activeElement).toBe(find(root, "select ~ button"));
});

test("A field that nobody touched is left alone", () => {
  const handOver = hydrate(root);
  replacePrerendered();
  const heard = vi.fn();
  root.addEventListener("input", heard);
  handOver();
  vi.runAllTimers();
  expect(heard).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(document.body);
});

test("A page without a drawing has nothing to hand over", () => {
  root.innerHTML = "";
  const handOver = hydrate(root);
  replacePrerendered();
  handOver();
  expect(document.activeElement).toBe(document.body);
});
