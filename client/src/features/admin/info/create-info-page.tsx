import { infoPageEditPath } from "../../../lib/admin-paths.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";
import { NewRecord } from "../parts/new-record.tsx";

// Lazy, because the form depends on the validation library.
const NewPageForm = lazyPart("new-page-form", () => import("./new-page-form.tsx").then((form) => form.NewPageForm), {
  failed: MissingModal,
});

/** Asks for the title and the address of a new page, and opens it. */
export function CreateInfoPage() {
  return <NewRecord label="New page" Form={NewPageForm} toPath={infoPageEditPath} />;
}
