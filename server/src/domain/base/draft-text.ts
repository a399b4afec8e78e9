import type { BlockNode } from "@shop/shared/page/info-page";
import { deepLine } from "@shop/shared/page/info-page-edit";
import { renderMarkdown } from "../../infra/render-markdown.ts";
import { DomainError } from "./errors.ts";

/** A text that an admin writes, as pages show it. Fails with VALIDATION at `path` for one that would take too long to show. */
export async function readDraftText(text: string, path: string): Promise<BlockNode[]> {
  const body = deepLine.test(text) ? undefined : await renderMarkdown(text, { isDraft: true });
  if (body !== undefined) return body;
  const message =
    "This text is too complicated to be shown. Please use fewer special characters and lists within lists.";
  throw new DomainError("VALIDATION", message, { errors: [{ path, message }] });
}
