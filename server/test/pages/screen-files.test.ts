import { expect, test } from "vitest";
import { readScreenFiles } from "../../src/http/pages/screen-files.ts";

const screenFiles = readScreenFiles({
  "index.html": { file: "index.js", isEntry: true, css: ["index.css"] },
  _shared: { file: "shared.js", imports: ["index.html"] },
  "src/app/pages/cart-page.tsx": {
    file: "cart.js",
    name: "cart-page",
    isDynamicEntry: true,
    imports: ["index.html", "_shared"],
    css: ["cart.css"],
  },
  "_order-page-x.js": { file: "order.js", name: "order-page", isDynamicEntry: true, imports: ["_shared"] },
  "_audit-page-x.js": { file: "audit.js", name: "audit-page" },
});

function filesOf(screen: string) {
  const { styles, scripts } = screenFiles(screen);
  return [...(styles + scripts).matchAll(/href="\/([^"]+)"/g)].map(([, file]) => file);
}

test("A screen's page loads its code and styles ahead, and nothing that the shell brings already", () => {
  expect(filesOf("cart-page")).toEqual(["cart.css", "cart.js", "shared.js"]);
});

test("A screen that shares its chunk with other parts is found by its name", () => {
  expect(filesOf("order-page")).toEqual(["order.js", "shared.js"]);
});

test("What is no screen of its own, and what does not exist, loads nothing ahead", () => {
  expect(filesOf("admin/audit-page")).toEqual([]);
  expect(filesOf("no-such-page")).toEqual([]);
});
