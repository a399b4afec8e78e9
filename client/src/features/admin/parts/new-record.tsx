import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ComponentType, useState } from "react";
import { useNavigate } from "react-router-dom";

/** The form of something new. `onCreated` gets what its page is known by. */
export type NewRecordForm = ComponentType<{
  isOpen: boolean;
  onClose: () => void;
  onCreated: (key: string) => void;
}>;

/** Opens the form of something new, and then the page on which it is edited. */
export function NewRecord({
  label,
  Form,
  toPath,
}: {
  label: string;
  Form: NewRecordForm;
  toPath: (key: string) => string;
}) {
  const navigate = useNavigate();
  // Another number gives each opening a form of its own.
  const [form, setForm] = useState({ isOpen: false, times: 0 });
  return (
    <>
      <Button
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        onClick={() => setForm(({ times }) => ({ isOpen: true, times: times + 1 }))}
      >
        {label}
      </Button>
      {form.times > 0 && (
        <Form
          key={form.times}
          isOpen={form.isOpen}
          onClose={() => setForm({ ...form, isOpen: false })}
          onCreated={(key) => void navigate(toPath(key))}
        />
      )}
    </>
  );
}
