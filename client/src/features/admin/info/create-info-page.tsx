import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { infoPageEditPath } from "../../../lib/paths.ts";
import { MissingModal } from "../parts/missing-modal.ts";

// Lazy, because the form depends on the validation library.
const NewPageForm = lazyPart("new-page-form", () => import("./new-page-form.tsx").then((form) => form.NewPageForm), {
  failed: MissingModal,
});

/** Asks for the title and the address of a new page, and opens it. */
export function CreateInfoPage() {
  const navigate = useNavigate();
  // Another number gives each opening a form of its own.
  const [form, setForm] = useState({ isOpen: false, times: 0 });
  return (
    <>
      <Button
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        onClick={() => setForm(({ times }) => ({ isOpen: true, times: times + 1 }))}
      >
        New page
      </Button>
      {form.times > 0 && (
        <NewPageForm
          key={form.times}
          isOpen={form.isOpen}
          onClose={() => setForm({ ...form, isOpen: false })}
          onCreated={(slug) => void navigate(infoPageEditPath(slug))}
        />
      )}
    </>
  );
}
