import { expect, it, vi } from "vitest";
import { findSlow } from "../harness/hostile-cells.ts";
import { importParsers } from "../harness/import-parsers.ts";

vi.setConfig({ testTimeout: 1_800_000 });

it.each(importParsers)(
  "Reading $name takes time in proportion to its length, whatever is repeated in it",
  async (parser) => {
    expect(await findSlow(parser)).toEqual([]);
  },
);
