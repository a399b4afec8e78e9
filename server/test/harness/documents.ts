import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const project = join(fileURLToPath(import.meta.url), "../../../..");

export type Commands = { heading: string; script: string };

/** The blocks of shell commands of a document, each with the heading that it stands under, in their order. */
export function commandsIn(document: string): Commands[] {
  const text = readFileSync(join(project, document), "utf8");
  let heading = "";
  return [...text.matchAll(/^#+ (.+)$|^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, title, script]) => {
    // A comment within a block is matched with the block.
    if (title !== undefined) heading = title;
    return script === undefined ? [] : [{ heading, script }];
  });
}
