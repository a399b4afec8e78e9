import { z } from "zod";
import { parseMarkdown } from "./markdown.ts";
import { serveTasks } from "./task-process.ts";

/** The entry point of the process that reads Markdown. */
serveTasks((text) => parseMarkdown(z.string().parse(text)));
