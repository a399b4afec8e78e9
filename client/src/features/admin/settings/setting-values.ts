import { type SettingField, secretFacts, settingFacts, settingsIn } from "@shop/shared/settings/setting-facts";
import {
  type SaveSettings,
  type SecretName,
  type SettingName,
  type SettingsDetail,
  type SettingValue,
  saveSettingsSchema,
  secretNames,
  settingProblems,
  settingsSchema,
} from "@shop/shared/settings/settings";
import { z } from "zod";
import type { Saved } from "../parts/use-edit-form.ts";

/** The fields of a section's form by the names of its settings and secrets. A secret is empty as long as it stays. */
export type SectionValues = Record<string, string | number | boolean>;

export function secretsIn(section: string): SecretName[] {
  return secretNames.filter((name) => secretFacts[name].section === section);
}

export function toSavedSection(section: string, { values, version, savedAt }: SettingsDetail): Saved<SectionValues> {
  const fields = settingsIn(section).map((name) => [name, toField(name, values[name])] as const);
  const secrets = secretsIn(section).map((name) => [name, ""] as const);
  return { version, updatedAt: savedAt, values: Object.fromEntries([...fields, ...secrets]) };
}

function toField(name: SettingName, value: SettingValue): string | number | boolean {
  const { field } = settingFacts[name];
  if (Array.isArray(value)) return value.join(field.kind === "lines" ? "\n" : ", ");
  // Menus and the words of mails have screens of their own.
  if (typeof value === "object") return "";
  return field.kind === "number" && typeof value === "number" ? value / (field.per ?? 1) : value;
}

/** What is between the parts of a field that has several. */
const separators: Partial<Record<SettingField["kind"], string | RegExp>> = {
  lines: "\n",
  list: /[\s,;]+/,
  choices: ",",
};

/** A field's value as the setting; what is none is left for the schema to refuse. */
function fromField(name: SettingName, value: SectionValues[string] | undefined): unknown {
  const { field } = settingFacts[name];
  if (field.kind === "number")
    return value === "" ? undefined : Math.round(Number(value) * (field.per ?? 1) * 100) / 100;
  const separator = separators[field.kind];
  if (separator === undefined || typeof value !== "string") return value;
  const parts = value.split(separator).map((part) => part.trim());
  return parts.filter((part) => part !== "");
}

/** The settings of a section as the form has them. Names of locked ones are left out. */
function fieldsOf(section: string, values: SectionValues, { locked }: SettingsDetail): Record<string, unknown> {
  const names = settingsIn(section).filter((name) => locked[name] === undefined);
  return Object.fromEntries(names.map((name) => [name, fromField(name, values[name])]));
}

/** Checks the form of a section, by each setting alone and by what does not go together. */
export function sectionSchema(section: string, detail: SettingsDetail) {
  return z.custom<SectionValues>().superRefine((values, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
    const parsed = settingsSchema.safeParse({ ...detail.values, ...fieldsOf(section, values, detail) });
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) refuse(String(path[0]), message);
      return;
    }
    const entered = secretsIn(section).filter((name) => values[name] !== "");
    for (const { path, message } of settingProblems(parsed.data, [...detail.secrets, ...entered])) {
      if (path in values) refuse(path, message);
    }
  });
}

/** What is sent to be saved: the section's settings, and the secrets that were entered. */
export function toSave(section: string, values: SectionValues, detail: SettingsDetail): Omit<SaveSettings, "version"> {
  const secrets = secretsIn(section).flatMap((name) => (values[name] === "" ? [] : [[name, values[name]] as const]));
  return saveSettingsSchema.omit({ version: true }).parse({
    values: fieldsOf(section, values, detail),
    secrets: Object.fromEntries(secrets),
  });
}

/** The settings as the form has them, for a preview; those in force while it is not valid. */
export function previewOf(section: string, values: SectionValues, detail: SettingsDetail): SettingsDetail["values"] {
  const parsed = settingsSchema.safeParse({ ...detail.values, ...fieldsOf(section, values, detail) });
  return parsed.success ? parsed.data : detail.values;
}
