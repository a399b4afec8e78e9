import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach } from "vitest";

// A wait ends only when something hangs, and before its test does, so that the failure names what was waited for.
configure({ asyncUtilTimeout: 60_000 });

// The simulated DOM loads no images, but calls them complete.
Object.defineProperty(HTMLImageElement.prototype, "complete", { get: () => false });

afterEach(cleanup);

// All files share one DOM.
afterAll(() => {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
