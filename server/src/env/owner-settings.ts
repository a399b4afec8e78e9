import { secretFacts, settingFacts, settingOfVariable } from "@shop/shared/settings/setting-facts";
import {
  type SecretName,
  type SettingName,
  type StoredSettings,
  secretNames,
  settingNames,
  settingsSchema,
  specifiedSettings,
  storedSettingsSchema,
} from "@shop/shared/settings/settings";

/** What the environment says instead of the owner, and by which variable. */
export type OwnerVariables = { fixed: StoredSettings; locked: Partial<Record<SettingName | SecretName, string>> };

/** The variables that set one setting each. */
export const ownerVariables: readonly string[] = [...settingOfVariable.keys()];

/** What is wrong with them, a line each. */
export function findOwnerProblems(given: Record<string, string>): string[] {
  const wrong = [...settingOfVariable].flatMap(([variable, name]) => {
    const text = given[variable];
    const parsed = text === undefined ? undefined : settingsSchema.shape[name].safeParse(fromVariable(name, text));
    return parsed?.success === false ? [`${variable}: ${parsed.error.issues[0]?.message ?? "is invalid"}`] : [];
  });
  return wrong.length > 0 ? wrong : findDayProblems(readOwnerSettings(given).fixed);
}

/** The fewest days that are more than the most, where the environment alone decides. */
function findDayProblems(fixed: StoredSettings): string[] {
  const { handlingDaysMin, handlingDaysMax, transitDaysMin, transitDaysMax } = { ...specifiedSettings, ...fixed };
  const pairs = [
    { name: "HANDLING_DAYS", isGiven: "handlingDaysMin" in fixed || "handlingDaysMax" in fixed },
    { name: "TRANSIT_DAYS", isGiven: "transitDaysMin" in fixed || "transitDaysMax" in fixed },
  ];
  const isWrong = [handlingDaysMin > handlingDaysMax, transitDaysMin > transitDaysMax];
  return pairs.flatMap(({ name, isGiven }, n) =>
    isGiven && isWrong[n] === true ? [`${name}_MIN: must not be more than ${name}_MAX`] : [],
  );
}

/** What the environment says of what the owner decides. The variables must be valid. */
export function readOwnerSettings(given: Record<string, string>): OwnerVariables {
  const values = [...settingOfVariable].flatMap(([variable, name]) => {
    const text = given[variable];
    return text === undefined ? [] : [[name, fromVariable(name, text)] as const];
  });
  const locked: OwnerVariables["locked"] = {};
  const lock = (name: SettingName | SecretName, variables: readonly string[]) => {
    const variable = variables.find((each) => given[each] !== undefined);
    if (variable !== undefined) locked[name] = variable;
  };
  for (const name of settingNames) lock(name, settingFacts[name].variables);
  for (const name of secretNames) lock(name, secretFacts[name].variables);
  return { fixed: storedSettingsSchema.parse(Object.fromEntries(values)), locked };
}

/** What a variable says, as the value of its setting; still to be validated. */
function fromVariable(name: SettingName, given: string): unknown {
  const { kind } = settingFacts[name].field;
  const partsBy = (separator: string) =>
    given
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== "");
  if (kind === "number") return /^-?\d+(\.\d+)?$/.test(given.trim()) ? Number(given) : given;
  if (kind === "flag") return given === "1" ? true : given === "0" ? false : given;
  if (kind === "lines") return partsBy("|");
  return kind === "list" || kind === "choices" ? partsBy(",") : given;
}
