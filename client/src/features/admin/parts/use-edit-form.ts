import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from "@mantine/form";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { fieldErrorsOf, hasCode, messageOf } from "../../../lib/request-failure.ts";
import { focusFirstError, validateLeftField } from "../../../lib/validate-on-blur.ts";
import { notify } from "../../../ui/notify.ts";

/** A value of a field, or the records of a list. */
export type FieldValue = string | number | boolean | readonly Readonly<Record<string, string | boolean>>[];
type FieldValues = Record<string, FieldValue>;

/** A record as stored: the fields that are edited, with the version they belong to. */
export type Saved<Values> = { values: Values; version: number; updatedAt: string };

type EditFormOptions<Values extends FieldValues> = {
  saved: Saved<Values>;
  schema: z.ZodType<unknown, Values>;
  /** Saves the values that were edited from a version; returns the stored record. */
  save: (values: Values, from: Saved<Values>) => Promise<Saved<Values>>;
  /** Fetches the record again. */
  load: () => Promise<Saved<Values>>;
  /** Handles a refusal that the user can lift, runs the save again afterwards, and says whether it is one. */
  lifts?: (error: unknown, again: () => void) => boolean;
  /** The message after a save; without one, the caller says it. */
  done?: string;
  /** The message after a failed save for which the server gives no reason. */
  failure: string;
};

/** An edit in progress. */
export type EditForm<Values extends FieldValues> = {
  form: UseFormReturnType<Values>;
  /** The time of the last save by anyone. */
  savedAt: string;
  isDirty: boolean;
  isSaving: boolean;
  submit: () => void;
  /** What another admin saved in the meantime, until one of the two is chosen. */
  theirs: Saved<Values> | undefined;
  takeTheirs: () => void;
  keepMine: () => void;
  goOnEditing: () => void;
};

/**
 * The form of an edit screen. Typed values survive every failure. Fields that the server refuses are marked, and the
 * first of them takes the focus. A save that would overwrite another admin's save asks first.
 */
export function useEditForm<Values extends FieldValues>(options: EditFormOptions<Values>): EditForm<Values> {
  const { saved, save, failure } = options;
  const [base, setBase] = useState(saved);
  const [theirs, setTheirs] = useState<Saved<Values>>();
  const [isSaving, setSaving] = useState(false);
  const oneAtATime = useOneAtATime();
  const form = useForm<Values>({
    initialValues: saved.values,
    touchTrigger: "change",
    enhanceGetInputProps: validateLeftField,
    validate: schemaResolver(options.schema, { sync: true }),
  });
  const isDirty = form.isDirty();

  function adopt(record: Saved<Values>) {
    form.setInitialValues(record.values);
    form.setValues(record.values);
    form.clearErrors();
    setBase(record);
    setTheirs(undefined);
  }

  // A form without changes follows the record. A form with changes asks on save.
  useOnNewVersion(saved.version, () => {
    if (saved.version > base.version && !isDirty && !isSaving) adopt(saved);
  });

  async function send(values: Values, from: Saved<Values>) {
    setSaving(true);
    try {
      const record = await save(values, from);
      adopt(record);
      notify.withdrawErrors();
      if (options.done !== undefined) notify.success(options.done);
    } catch (error) {
      if (hasCode(error, "STALE")) await showTheirs(error);
      else if (options.lifts?.(error, () => begin(values, from)) !== true) refuse(error);
    } finally {
      setSaving(false);
    }
  }

  const showTheirs = (cause: unknown) => options.load().then(setTheirs, () => refuse(cause));

  function refuse(error: unknown) {
    notify.error(messageOf(error, failure));
    markErrors(form, fieldErrorsOf(error));
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

function markErrors<Values extends FieldValues>(form: UseFormReturnType<Values>, errors: FormErrors): void {
  form.setErrors(errors);
  focusFirstError(form, errors);
}

function useOnNewVersion(version: number, follow: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new version matters
  useEffect(follow, [version]);
}
