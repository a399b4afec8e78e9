import { Button, Group, Stack, TextInput } from "@mantine/core";
import { withdrawalWordsLength } from "@shop/shared/shop";
import { type FormEvent, useEffect, useRef, useState } from "react";

type RefusalFormProps = { isBusy: boolean; onRefuse: (words: string) => void; onCancel: () => void };

/** The words with which a withdrawal is refused. The customer reads them. */
export function RefusalForm({ isBusy, onRefuse, onCancel }: RefusalFormProps) {
  const field = useRef<HTMLInputElement>(null);
  // Whoever refuses wants to say why.
  useEffect(() => field.current?.focus(), []);
  const [words, setWords] = useState("");
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() !== "") return onRefuse(words.trim());
    setError("An explanation is required");
    field.current?.focus();
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Why can it not be accepted?"
          description="The customer gets these words by mail."
          maxLength={withdrawalWordsLength}
          required
          ref={field}
          value={words}
          error={error}
          onChange={({ currentTarget }) => {
            setWords(currentTarget.value);
            setError(undefined);
          }}
        />
        <Group gap="sm">
          <Button type="submit" color="red" aria-disabled={isBusy || undefined}>
            {isBusy ? "Refusing…" : "Refuse withdrawal"}
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
