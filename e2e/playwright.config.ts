import { defineConfig, devices } from "@playwright/test";
import { browserArguments, findBrowser } from "./src/browser.ts";

const port = Number(process.env.E2E_PORT ?? 3105);
const origin = `http://localhost:${port}`;

export default defineConfig({
  testDir: "src",
  outputDir: "../.data/e2e/results",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A browser and the shop are enough for two cores; more would only make each wait for the other.
  workers: 1,
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    baseURL: origin,
    timezoneId: "Pacific/Chatham",
    locale: "en-US",
    screenshot: "only-on-failure",
    // Recording every step makes each of them slower; E2E_TRACE=1 is for whoever looks for a fault.
    trace: process.env.E2E_TRACE === "1" ? "retain-on-failure" : "off",
    launchOptions: { executablePath: await findBrowser(), args: browserArguments },
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "phone",
      use: { ...devices["Pixel 7"], viewport: { width: 360, height: 740 } },
      grep: /@phone/,
    },
  ],
  webServer: {
    command: "node --import tsx src/serve.ts",
    url: `${origin}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    stdout: "ignore",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    env: { PORT: String(port), PUBLIC_ORIGIN: origin, DEMO: "1", RL_SIGN_IN_ACCOUNT: "1000", RECONCILE_SECONDS: "3" },
  },
});
