import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { ImageViewer } from "./image-viewer.tsx";

const labels = { dialog: "Lamp", close: "Close", previous: "Previous image", next: "Next image", item: "Image" };
const images = ["front", "back"].map((view) => ({ image: `/${view}.webp`, alt: `From the ${view}` }));
/** The middle is at 200, 200. */
const areaRect = new DOMRect(0, 0, 400, 400);

beforeEach(() => {
  const spy = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(areaRect);
  return () => spy.mockRestore();
});

function openViewer() {
  const onClose = vi.fn();
  render(<ImageViewer labels={labels} images={images} start={0} onClose={onClose} />);
  const image = () => screen.getByRole("img", { hidden: true });
  const area = () => image().parentElement ?? document.body;
  return { onClose, image, area, transform: () => image().style.transform };
}
const whole = "translate(0px, 0px) scale(1)";

type Finger = { id?: number; x: number; y?: number; type?: string };
const pointer = ({ id = 1, x, y = 200, type = "touch" }: Finger) => ({
  pointerId: id,
  pointerType: type,
  clientX: x,
  clientY: y,
  button: 0,
  bubbles: true,
});
function tap(element: Element, at: Finger): void {
  fireEvent.pointerDown(element, pointer(at));
  fireEvent.pointerUp(element, pointer(at));
}

test("Two fingers that part enlarge the image where they are, at most four times, and back to the whole", () => {
  const { area, transform } = openViewer();
  fireEvent.pointerDown(area(), pointer({ id: 1, x: 180 }));
  fireEvent.pointerDown(area(), pointer({ id: 2, x: 220 }));
  fireEvent.pointerMove(area(), pointer({ id: 1, x: 160 }));
  fireEvent.pointerMove(area(), pointer({ id: 2, x: 240 }));
  expect(transform()).toContain("scale(2)");
  fireEvent.pointerMove(area(), pointer({ id: 2, x: 900 }));
  expect(transform()).toContain("scale(4)");
  fireEvent.pointerMove(area(), pointer({ id: 2, x: 170 }));
  expect(transform()).toContain("scale(1)");
  fireEvent.pointerUp(area(), pointer({ id: 1, x: 160 }));
  fireEvent.pointerUp(area(), pointer({ id: 2, x: 170 }));
  expect(transform()).toBe(whole);
});

test("An enlarged image follows one finger, not beyond its edges; a whole one stays", () => {
  const { area, transform } = openViewer();
  const drag = (from: number, to: number) => {
    fireEvent.pointerDown(area(), pointer({ x: from }));
    fireEvent.pointerMove(area(), pointer({ x: to }));
    fireEvent.pointerUp(area(), pointer({ x: to }));
  };
  drag(200, 220);
  expect(transform()).toBe(whole);
  tap(area(), { x: 200 });
  tap(area(), { x: 200 });
  drag(200, 250);
  expect(transform()).toBe("translate(50px, 0px) scale(2.5)");
  drag(0, 4_000);
  expect(transform()).toBe("translate(300px, 0px) scale(2.5)");
});

test("A double tap enlarges what is under the finger and shows the whole again; one tap does nothing", () => {
  const { area, transform } = openViewer();
  tap(area(), { x: 300 });
  expect(transform()).toBe(whole);
  tap(area(), { x: 300 });
  expect(transform()).toBe("translate(-150px, 0px) scale(2.5)");
  tap(area(), { x: 300 });
  tap(area(), { x: 300 });
  expect(transform()).toBe(whole);
});

test("Two taps far from each other are no double tap, and a cancelled touch is no tap", () => {
  const { area, transform } = openViewer();
  tap(area(), { x: 100 });
  tap(area(), { x: 300 });
  expect(transform()).toBe(whole);
  fireEvent.pointerDown(area(), pointer({ x: 300 }));
  fireEvent.pointerCancel(area(), pointer({ x: 300 }));
  fireEvent.pointerUp(area(), pointer({ x: 300 }));
  expect(transform()).toBe(whole);
});

test("One click of a mouse enlarges, and a double click does not take it back", () => {
  const { area, transform } = openViewer();
  tap(area(), { x: 200, type: "mouse" });
  expect(transform()).toContain("scale(2.5)");
  tap(area(), { x: 200, type: "mouse" });
  expect(transform()).toContain("scale(2.5)");
});

test("The wheel enlarges where the pointer is, and keeps the page from being enlarged or scrolled", () => {
  const { area, transform } = openViewer();
  // The simulated DOM gives a wheel no place.
  const wheel = (deltaY: number) =>
    fireEvent(area(), Object.assign(createEvent.wheel(area(), { deltaY }), { clientX: 300, clientY: 200 }));
  expect(wheel(-400)).toBe(false);
  expect(transform()).toMatch(/^translate\(-171\.8\d*px, 0px\) scale\(2\.718\d*\)$/);
  wheel(4_000);
  expect(transform()).toBe(whole);
});

test("A swipe goes to the next image and not beyond the last, but not while the image is enlarged", () => {
  const { area, image } = openViewer();
  const swipe = (from: number, to: number) => {
    fireEvent.pointerDown(area(), pointer({ x: from }));
    fireEvent.pointerUp(area(), pointer({ x: to }));
  };
  swipe(300, 100);
  swipe(300, 100);
  expect(image().getAttribute("alt")).toBe("From the back");
  tap(area(), { x: 200 });
  tap(area(), { x: 200 });
  swipe(100, 300);
  expect(image().getAttribute("alt")).toBe("From the back");
});

test("The keyboard enlarges, moves what is enlarged with the arrows, and goes on with them when it is whole", async () => {
  const { image, transform, onClose } = openViewer();
  const user = userEvent.setup();
  screen.getByRole("button", { name: "Zoom in", hidden: true }).focus();
  await user.keyboard("{Enter}");
  expect(transform()).toContain("scale(2.5)");
  await user.keyboard("{ArrowRight}{ArrowDown}");
  expect(transform()).toBe("translate(-80px, -80px) scale(2.5)");
  await user.keyboard("0{ArrowRight}");
  expect(image().getAttribute("alt")).toBe("From the back");
  expect(transform()).toBe(whole);
  await user.keyboard("+-");
  expect(transform()).toBe(whole);
  await user.click(screen.getByRole("button", { name: "Close", hidden: true }));
  expect(onClose).toHaveBeenCalledWith(1);
});

test("A stored image is loaded with more pixels the more of them are shown, over the width that the page had", () => {
  const stored = "/uploads/0190c4de-0000-7000-8000-000000000001.webp";
  render(
    <ImageViewer labels={labels} images={[{ image: stored, alt: "Front" }]} start={0} onClose={() => undefined} />,
  );
  const image = screen.getByRole("img", { hidden: true });
  expect(image.getAttribute("srcset")).toBe(`${stored} 960w, ${stored.replace(".webp", "-1600.webp")} 1600w`);
  expect(image.getAttribute("sizes")).toBe("100vw");
  expect(image.style.backgroundImage).toContain("-640.webp");
  fireEvent.load(image);
  expect(image.style.backgroundImage).toBe("");
  fireEvent.wheel(image.parentElement ?? document.body, { deltaY: -400 });
  expect(image.getAttribute("sizes")).toBe("400vw");
});

test("The focus begins on the step to the next image", () => {
  openViewer();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Next image", hidden: true }));
});

test("A small image of each is below the shown one, and shows its own", async () => {
  const { image, onClose } = openViewer();
  const user = userEvent.setup();
  const second = screen.getByRole("button", { name: "Image 2 of 2: From the back", hidden: true });
  await user.click(second);
  expect(image().getAttribute("alt")).toBe("From the back");
  expect(second.getAttribute("aria-current")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Close", hidden: true }));
  expect(onClose).toHaveBeenCalledWith(1);
});

test("A finger that swipes down closes it, but not a mouse, a short way, or over an enlarged image", () => {
  const { area, onClose } = openViewer();
  const pull = (to: number, type = "touch") => {
    fireEvent.pointerDown(area(), pointer({ x: 200, y: 100, type }));
    fireEvent.pointerMove(area(), pointer({ x: 205, y: to, type }));
    fireEvent.pointerUp(area(), pointer({ x: 205, y: to, type }));
  };
  pull(300, "mouse");
  pull(150);
  tap(area(), { x: 200 });
  tap(area(), { x: 200 });
  pull(300);
  expect(onClose).not.toHaveBeenCalled();
  tap(area(), { x: 200 });
  tap(area(), { x: 200 });
  pull(300);
  expect(onClose).toHaveBeenCalledWith(0);
});
