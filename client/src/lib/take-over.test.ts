import { earlyPressKey } from "@shop/shared/first-paint";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeOver } from "./take-over.ts";

const page = `
  <form><input type="search" /><button>Search</button></form>
  <select><option>1</option><option>2</option></select>
  <button aria-label="Next slide">›</button><button>Add To Cart</button>`;

let root: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<div id="root"><div>${page}</div></div>`;
  root = find(document, "#root");
});

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(window, earlyPressKey);
});

function find(within: ParentNode, selector: string): HTMLElement {
  const element = within.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`nothing is ${selector}`);
  return element;
}

/** Puts the real screen in the drawing's place, as React does. */
function replaceDrawing(): void {
  root.innerHTML = `<main>${page}</main>`;
}

test("What was typed, where the focus was and what was chosen pass to the real screen", () => {
  const drawn = find(root, "input");
  // Some of it may be there before the first script runs.
  Object.assign(drawn, { value: "lamp" });
  drawn.focus();
  const handOver = takeOver(root);
  Object.assign(find(root, "select"), { value: "2" });
  replaceDrawing();
  const heard: string[] = [];
  for (const kind of ["input", "change"]) root.addEventListener(kind, () => heard.push(kind));
  handOver();
  expect(find(root, "input")).toMatchObject({ value: "lamp" });
  expect(find(root, "select")).toMatchObject({ value: "2" });
  expect(document.activeElement).toBe(find(root, "input"));
  expect(heard).toEqual(["input", "change"]);
});

test("A button that was pressed too early is pressed when it is there, and no other", () => {
  const handOver = takeOver(root);
  Reflect.set(window, earlyPressKey, find(root, "select ~ button:last-of-type"));
  replaceDrawing();
  const pressed: string[] = [];
  root.addEventListener("click", ({ target }) =>
    pressed.push(target instanceof Element ? (target.textContent ?? "") : ""),
  );
  handOver();
  expect(pressed).toEqual([]);
  vi.runAllTimers();
  expect(pressed).toEqual(["Add To Cart"]);
});

test("A field that nobody touched is left alone", () => {
  const handOver = takeOver(root);
  replaceDrawing();
  const heard = vi.fn();
  root.addEventListener("input", heard);
  handOver();
  vi.runAllTimers();
  expect(heard).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(document.body);
});

test("A page without a drawing has nothing to hand over", () => {
  root.innerHTML = "";
  const handOver = takeOver(root);
  replaceDrawing();
  handOver();
  expect(document.activeElement).toBe(document.body);
});
