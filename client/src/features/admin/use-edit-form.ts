import { type UseFormReturnType, useForm } from "@mantine/form";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { fieldErrorsOf, hasCode, messageOf } from "../../lib/request-failure.ts";
import { focusFirstError } from "../../lib/validate-on-blur.ts";
import { byZod } from "../../lib/zod-form.ts";
import { notify } from "../../ui/notify.ts";

type FieldValues = Record<string, string | number | boolean>;

/** A record as the server has it: the fields that are edited, and which save they come from. */
export type Saved<Values> = { values: Values; version: number; updatedAt: string };

type EditFormOptions<Values extends FieldValues> = {
  saved: Saved<Values>;
  schema: z.ZodType<unknown, Values>;
  /** Saves what was made of the record as it was; answers with the record as it is then. */
  save: (values: Values, from: Saved<Values>) => Promise<Saved<Values>>;
  /** Reads the record anew. */
  load: () => Promise<Saved<Values>>;
  /** Said when it is saved. */
  done: string;
  /** Said when it is not, and the server did not say why. */
  failure: string;
};

/** An edit under way. */
export type EditForm<Values extends FieldValues> = {
  form: UseFormReturnType<Values>;
  /** When it was last saved, by whomever. */
  savedAt: string;
  isDirty: boolean;
  isSaving: boolean;
  submit: () => void;
  /** What somebody else has saved meanwhile, while it is to be decided whose values stay. */
  theirs: Saved<Values> | undefined;
  takeTheirs: () => void;
  keepMine: () => void;
  goOnEditing: () => void;
};

/**
 * The form of an edit screen. What is typed survives every failure; fields that
 * the server refuses are marked, and the first has the focus. A save that would
 * undo somebody else's stops for a choice.
 */
export function useEditForm<Values extends FieldValues>(options: EditFormOptions<Values>): EditForm<Values> {
  const { saved, schema, save, load, done, failure } = options;
  const [base, setBase] = useState(saved);
  const [theirs, setTheirs] = useState<Saved<Values>>();
  const [isSaving, setSaving] = useState(false);
  const oneAtATime = useOneAtATime();
  const form = useForm<Values>({ initialValues: saved.values, validate: byZod(schema) });
  const isDirty = form.isDirty();

  function adopt(record: Saved<Values>) {
    form.setInitialValues(record.values);
    form.setValues(record.values);
    form.clearErrors();
    setBase(record);
    setTheirs(undefined);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only news of the record matter
  useEffect(() => {
    // Whoever has changed nothing sees the newest; whoever has is asked when they save.
    if (saved.version > base.version && !isDirty && !isSaving) adopt(saved);
  }, [saved.version]);

  async function send(values: Values, from: Saved<Values>) {
    setSaving(true);
    try {
      const record = await save(values, from);
      adopt(record);
      notify.withdrawErrors();
      notify.success(done);
    } catch (error) {
      if (hasCode(error, "STALE")) await showTheirs(error);
      else refuse(error);
    } finally {
      setSaving(false);
    }
  }

  async function showTheirs(cause: unknown) {
    try {
      setTheirs(await load());
    } catch {
      refuse(cause);
    }
  }

  function refuse(error: unknown) {
    notify.error(messageOf(error, failure));
    const errors = fieldErrorsOf(error);
    form.setErrors(errors);
    focusFirstError(form, errors);
  }

  const begin = (values: Values, from: Saved<Values>) => oneAtATime(() => send(values, from));
  return {
    form,
    savedAt: base.updatedAt,
    isDirty,
    isSaving,
    submit: form.onSubmit(
      (values) => begin(values, base),
      (errors) => focusFirstError(form, errors),
    ),
    theirs,
    takeTheirs: () => {
      if (theirs !== undefined) adopt(theirs);
    },
    keepMine: () => {
      if (theirs === undefined) return;
      setTheirs(undefined);
      begin(form.getValues(), theirs);
    },
    goOnEditing: () => setTheirs(undefined),
  };
}
