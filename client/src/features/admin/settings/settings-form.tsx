import { Stack } from "@mantine/core";
import { secretFacts, settingFacts, settingOfVariable, settingsIn } from "@shop/shared/settings/setting-facts";
import type { SettingsDetail } from "@shop/shared/settings/settings";
import { Fragment } from "react";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { StateAlert } from "../../../ui/state-alert.tsx";
import { EditFrame } from "../parts/edit-frame.tsx";
import { EditSkeleton } from "../parts/edit-skeleton.tsx";
import { useEditForm } from "../parts/use-edit-form.ts";
import { SecretInput, SettingInput } from "./setting-input.tsx";
import { SettingPreview } from "./setting-preview.tsx";
import { previewOf, type SectionValues, secretsIn, sectionSchema, toSave, toSavedSection } from "./setting-values.ts";
import { useSettingsChanges } from "./use-settings-changes.ts";

/** Loads the settings for the form of a section. */
export function SettingsForm({ section }: { section: string }) {
  const detail = trpc.admin.settings.read.useQuery(undefined, cachedForEditing);
  if (detail.data !== undefined) return <SectionForm section={section} detail={detail.data} />;
  if (!detail.isError) return <EditSkeleton fields={3} />;
  return (
    <ErrorAlert
      message={messageOf(detail.error, "Failed to load the settings")}
      onRetry={() => void detail.refetch()}
      isRetrying={detail.isFetching}
    />
  );
}

/** The settings whose value a variable of the server has as it is; those of providers come from addresses and keys. */
const ownVariables = new Set(settingOfVariable.values());

type SectionFormProps = { section: string; detail: SettingsDetail };

function SectionForm({ section, detail }: SectionFormProps) {
  const changes = useSettingsChanges();
  const edit = useEditForm<SectionValues>({
    saved: toSavedSection(section, detail),
    schema: sectionSchema(section, detail),
    save: async (values, { version }) =>
      toSavedSection(section, await changes.save({ ...toSave(section, values, detail), version }, detail)),
    load: async () => toSavedSection(section, await changes.load()),
    failure: "Your changes could not be saved",
  });
  const { form } = edit;
  const { locked } = detail;
  const names = settingsIn(section);
  const secrets = secretsIn(section);
  const labels = Object.fromEntries([
    ...names.map((name) => [name, settingFacts[name].label] as const),
    ...secrets.map((name) => [name, secretFacts[name].label] as const),
  ]);
  return (
    <EditFrame edit={edit} labels={labels} isWide>
      <Stack gap="lg">
        <LockedNote section={section} detail={detail} />
        {names.map((name) => (
          <Fragment key={name}>
            {(locked[name] === undefined || ownVariables.has(name)) && (
              <SettingInput form={form} name={name} lockedBy={locked[name]} />
            )}
            {secrets
              .filter((secret) => secretFacts[secret].after === name && locked[secret] === undefined)
              .map((secret) => (
                <SecretInput key={secret} form={form} name={secret} isStored={detail.secrets.includes(secret)} />
              ))}
          </Fragment>
        ))}
        <SettingPreview section={section} settings={previewOf(section, form.getValues(), detail)} />
      </Stack>
    </EditFrame>
  );
}

/** Says that a provider is set up by the server, whose values are not shown. */
function LockedNote({ section, detail: { locked } }: SectionFormProps) {
  const variable = { payments: locked.paymentMode, stripe: locked.stripePublishableKey, mail: locked.mailHost }[
    section
  ];
  if (variable === undefined) return null;
  return (
    <StateAlert tone="info">The server has set this up, with {variable}. Its values are not shown here.</StateAlert>
  );
}
