import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/ColorInput.layer.css";
import "@mantine/core/styles/ColorPicker.layer.css";
import "@mantine/core/styles/ColorSwatch.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/NumberInput.layer.css";
import "@mantine/core/styles/PasswordInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import {
  Button,
  Checkbox,
  ColorInput,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { secretFacts, settingFacts } from "@shop/shared/settings/setting-facts";
import type { SecretName, SettingName } from "@shop/shared/settings/settings";
import { ImageField } from "../parts/image-field.tsx";
import type { EditForm } from "../parts/use-edit-form.ts";
import { rasterise } from "./rasterise.ts";
import type { SectionValues } from "./setting-values.ts";

type SettingInputProps = {
  form: EditForm<SectionValues>["form"];
  name: SettingName;
  /** The variable of the server that has set it. */
  lockedBy: string | undefined;
};

/** The field of one setting, locked where a variable of the server has set it. */
export function SettingInput({ form, name, lockedBy }: SettingInputProps) {
  const { label, help, field } = settingFacts[name];
  const description = lockedBy === undefined ? help : `${help} Set by the server, with ${lockedBy}.`;
  const common = { label, description, disabled: lockedBy !== undefined, autoComplete: "off" };
  const props = { ...common, maw: 480, ...form.getInputProps(name) };
  switch (field.kind) {
    case "number":
      return (
        <NumberInput
          {...props}
          min={0}
          clampBehavior="none"
          decimalScale={field.per === undefined ? 0 : 2}
          {...(field.unit !== undefined && {
            suffix: Number(props.value) === 1 ? ` ${field.unit.replace(/s$/, "")}` : ` ${field.unit}`,
          })}
        />
      );
    case "flag":
      return <Switch {...common} {...form.getInputProps(name, { type: "checkbox" })} />;
    case "choice":
      return (
        <NativeSelect
          {...props}
          data={Object.entries(field.options).map(([value, option]) => ({ value, label: option }))}
        />
      );
    case "choices":
      return (
        <Checkbox.Group
          label={label}
          description={description}
          error={props.error}
          value={String(props.value).split(", ")}
          onChange={(chosen) => form.setFieldValue(name, chosen.join(", "))}
        >
          <Stack gap="xs" mt="xs">
            {field.options.map((option) => (
              <Checkbox key={option} value={option} label={option} disabled={lockedBy !== undefined} />
            ))}
          </Stack>
        </Checkbox.Group>
      );
    case "lines":
      return <Textarea {...props} autosize minRows={3} maxRows={6} />;
    case "list":
      return <Textarea {...props} autosize minRows={1} maxRows={6} />;
    case "time zone":
      return <Select {...props} data={timeZones(String(props.value))} searchable allowDeselect={false} limit={600} />;
    case "picture":
      return (
        <>
          <ImageField
            label={label}
            alt=""
            maxLength={200}
            drawings={{ types: ",image/svg+xml", toImage: rasterise }}
            {...form.getInputProps(name)}
          />
          <Text size="xs" c="dimmed">
            {description}
          </Text>
          {props.value !== "" && (
            <Button variant="subtle" color="gray" w="fit-content" onClick={() => form.setFieldValue(name, "")}>
              Remove the logo
            </Button>
          )}
        </>
      );
    case "colour":
      return (
        <ColorInput
          {...props}
          maw={280}
          format="hex"
          withEyeDropper={false}
          popoverProps={{ position: "right-start" }}
        />
      );
    case "day":
      return <TextInput {...props} maw={280} type="date" />;
    case "email":
      return <TextInput {...props} type="email" inputMode="email" spellCheck={false} />;
    default:
      return <TextInput {...props} spellCheck={false} />;
  }
}

function timeZones(chosen: string): string[] {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), chosen])];
}

type SecretInputProps = {
  form: EditForm<SectionValues>["form"];
  name: SecretName;
  /** Whether one is stored, which stays as long as none is entered. */
  isStored: boolean;
};

/** The field of a secret, which is never shown again. */
export function SecretInput({ form, name, isStored }: SecretInputProps) {
  const { label, help } = secretFacts[name];
  return (
    <PasswordInput
      label={label}
      description={isStored ? "One is stored. Enter another one to replace it." : help}
      placeholder={isStored ? "••••••••" : undefined}
      autoComplete="new-password"
      maw={480}
      visibilityToggleButtonProps={{ "aria-label": `Show what is entered as ${label.toLowerCase()}` }}
      {...form.getInputProps(name)}
    />
  );
}
