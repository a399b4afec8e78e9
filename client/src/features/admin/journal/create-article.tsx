import { Button } from "@mantine/core";
import { pathOf } from "@shop/shared/page/pages";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { MissingModal } from "../parts/missing-modal.ts";

// Lazy, because the form depends on the validation library.
const ArticleForm = lazyPart("article-form", () => import("./article-form.tsx").then((form) => form.ArticleForm), {
  failed: MissingModal,
});

/** Asks for the title and the address of a new article, and opens it. */
export function CreateArticle() {
  const navigate = useNavigate();
  // Another number gives each opening a form of its own.
  const [form, setForm] = useState({ isOpen: false, times: 0 });
  return (
    <>
      <Button
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        onClick={() => setForm(({ times }) => ({ isOpen: true, times: times + 1 }))}
      >
        New article
      </Button>
      {form.times > 0 && (
        <ArticleForm
          key={form.times}
          isOpen={form.isOpen}
          onClose={() => setForm({ ...form, isOpen: false })}
          onCreated={(id) => void navigate(pathOf("articleEdit", { id }))}
        />
      )}
    </>
  );
}
