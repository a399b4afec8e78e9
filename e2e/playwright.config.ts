import { defineConfig, devices } from "@playwright/test";
import { browserArguments, findBrowser } from "./src/browser.ts";
import { shopOfWorker, uploadsDir } from "./src/shop-of-worker.ts";

const workers = Number(process.env.E2E_WORKERS ?? 2);
type TestFilter = { grep?: RegExp; grepInvert?: RegExp };
const upgrade = "upgrade.spec.ts";
const phone = { width: 360, height: 740 };
const shops = Array.from({ length: workers }, (_, index) => shopOfWorker(index));

/**
 * Which tests run on which screen. `pnpm test` runs the first part and `pnpm test:resilience` the second, without motion,
 * whose frames take an eighth of their processor time. `pnpm test:nightly` runs the third.
 */
const parts: Record<string, { desktop: TestFilter; phone: TestFilter; reducedMotion?: "reduce" }> = {
  quick: {
    desktop: { grepInvert: /@phone|@wide/ },
    phone: { grep: /@phone/, grepInvert: /@wide/ },
    reducedMotion: "reduce",
  },
  // On a phone, what no desktop shows.
  usual: {
    desktop: { grep: /@wide/, grepInvert: /@phone/ },
    phone: { grep: /(?=.*@phone)(?=.*@wide)/ },
    reducedMotion: "reduce",
  },
  rest: { desktop: { grep: /@wide/, grepInvert: /@phone/ }, phone: { grep: /@both|(?=.*@phone)(?=.*@wide)/ } },
  all: { desktop: { grepInvert: /@phone/ }, phone: { grep: /@phone|@both/ } },
};
const part = parts[process.env.E2E_PART ?? "all"];
if (part === undefined) throw new Error(`E2E_PART is one of ${Object.keys(parts).join(", ")}`);

export default defineConfig({
  testDir: "src",
  outputDir: "../.data/e2e/results",
  // Time limits are for hangs only; a wait ends before its test does.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  workers,
  forbidOnly: true,
  reporter: [["list"], ["./src/failed-page-reporter.ts"], ["./src/accessibility-reporter.ts"]],
  use: {
    timezoneId: "Pacific/Chatham",
    locale: "en-US",
    contextOptions: part.reducedMotion === undefined ? {} : { reducedMotion: part.reducedMotion },
    screenshot: "only-on-failure",
    // Recording every step makes each of them slower; E2E_TRACE=1 is for whoever looks for a fault.
    trace: process.env.E2E_TRACE === "1" ? "retain-on-failure" : "off",
    launchOptions: { executablePath: await findBrowser(), args: browserArguments },
  },
  projects: [
    {
      name: "desktop",
      use: { viewport: { width: 1440, height: 900 } },
      testIgnore: upgrade,
      ...part.desktop,
    },
    {
      name: "phone",
      // One pixel for each of the page's; drawing more is most of the work of a page. The browser preloads images for the
      // width of the screen, so it must be that of the viewport.
      use: { ...devices["Pixel 7"], viewport: phone, screen: phone, deviceScaleFactor: 1 },
      testIgnore: upgrade,
      ...part.phone,
    },
    // Takes minutes of building and starting, so `pnpm test:resilience` runs it.
    { name: "upgrade", testMatch: upgrade },
  ],
  // Playwright starts them one after the other, so that only the first fills the folder of images.
  webServer: shops.map(({ port, origin, dataDir }) => ({
    command: "node --import tsx src/serve.ts",
    url: `${origin}/readyz`,
    timeout: 600_000,
    reuseExistingServer: false,
    stdout: "ignore",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    env: {
      NODE_ENV: "test",
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      DATA_DIR: dataDir,
      UPLOADS_DIR: uploadsDir,
      DEMO: "1",
      RATE_LIMIT_EXCEPTIONS: "sign-in-account=1000/900",
      RECONCILE_SECONDS: "3",
      RETURNS_DAYS: "14",
      WEBHOOKS_PRIVATE: "1",
    },
  })),
});
