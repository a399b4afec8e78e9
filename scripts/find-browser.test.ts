import { access, constants, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findBrowser } from "../e2e/src/browser.ts";

it("The packaged browser is found also where another user's is in the way in the folder for temporary files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "shop-browser-"));
  const before = process.env.TMPDIR;
  // A folder of that name can no more be started than a file of somebody else.
  await mkdir(join(folder, "chromium"));
  process.env.TMPDIR = folder;
  try {
    const path = await findBrowser();
    expect(path.startsWith(folder)).toBe(false);
    await access(path, constants.X_OK);
    expect(process.env.TMPDIR).toBe(folder);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(folder, { recursive: true });
  }
});
