import { pathOf } from "@shop/shared/page/pages";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";
import { NewRecord } from "../parts/new-record.tsx";

// Lazy, because the form depends on the validation library.
const ArticleForm = lazyPart("article-form", () => import("./article-form.tsx").then((form) => form.ArticleForm), {
  failed: MissingModal,
});

/** Asks for the title and the address of a new article, and opens it. */
export function CreateArticle() {
  return <NewRecord label="New article" Form={ArticleForm} toPath={(id) => pathOf("articleEdit", { id })} />;
}
