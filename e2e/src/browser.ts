import { existsSync } from "node:fs";
import packed from "@sparticuz/chromium";
import { chromium } from "playwright-core";

const installed = [
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:/Program Files/Google/Chrome/Application/chrome.exe",
];

/**
 * A browser to test with: the one that `CHROME_PATH` names, an installed
 * Chrome or Chromium, Playwright's own, or else the one that comes as a package.
 */
export async function findBrowser(): Promise<string> {
  const named = process.env.CHROME_PATH;
  const found = [...(named === undefined ? [] : [named]), ...installed, chromium.executablePath()].find((path) =>
    existsSync(path),
  );
  return found ?? packed.executablePath();
}

/** Containers often lack the sandbox's privileges; tests visit nothing but our own pages. */
export const browserArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--force-color-profile=srgb",
  "--font-render-hinting=none",
];
