import { Button, type ButtonProps } from "@mantine/core";
import { pathOf } from "@shop/shared/page/pages";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";

// Lazy, because the form depends on the validation library.
const LayoutForm = lazyPart("layout-form", () => import("./layout-form.tsx").then((form) => form.LayoutForm), {
  failed: MissingModal,
});

type NewLayoutProps = {
  /** The layout to start from; null for the specified one. */
  from: string | null;
  /** The name that is suggested. */
  name: string;
  label: string;
  /** The name of the button, where there are several. */
  about?: string;
  variant?: ButtonProps["variant"];
};

/** Asks for the name of a new draft, and opens it. */
export function NewLayout({ from, name, label, about = label, variant = "filled" }: NewLayoutProps) {
  const navigate = useNavigate();
  // Another number gives each opening a form of its own.
  const [form, setForm] = useState({ isOpen: false, times: 0 });
  return (
    <>
      <Button
        variant={variant}
        aria-label={about}
        leftSection={variant === "filled" ? <IconPlus size={18} aria-hidden="true" /> : undefined}
        onClick={() => setForm(({ times }) => ({ isOpen: true, times: times + 1 }))}
      >
        {label}
      </Button>
      {form.times > 0 && (
        <LayoutForm
          key={form.times}
          from={from}
          name={name}
          isOpen={form.isOpen}
          onClose={() => setForm({ ...form, isOpen: false })}
          onCreated={(id) => void navigate(pathOf("homeLayout", { id }))}
        />
      )}
    </>
  );
}
