import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  secretFacts,
  settingFacts,
  settingOfVariable,
  settingSections,
  settingsIn,
} from "@shop/shared/settings/setting-facts";
import { type SettingName, type SettingValue, secretNames, specifiedSettings } from "@shop/shared/settings/settings";
import { expect, it } from "vitest";

const document = "../../../docs/settings.md";
const example = "../../../.env.example";
/** The line of the example after which the owner's variables come. */
const mark =
  "# What follows is the owner's to decide, in the settings of the admin. A variable that is set here wins and locks its field.";

const introduction = `# Settings

What the owner of a shop decides, in the admin under Settings. Each save is a version, which every instance follows within
a quarter of a second; the screen lists the last ones, each of which can be restored. What belongs to the machine, such as
the database, keys and ports, is set by [variables of the environment](../.env.example) alone.

A variable that is set wins: the field shows it, and is locked. Secrets are stored encrypted with a key that is derived
from \`JWT_SECRET\`; with another one they have to be entered again.
`;

function rowOf(name: SettingName): string {
  const { label, help, variables } = settingFacts[name];
  const value = specifiedSettings[name];
  const standard = Array.isArray(value) ? value.join(", ") : String(value);
  return `| ${label} | ${help} | ${standard} | ${variables.map((each) => `\`${each}\``).join(", ")} |`;
}

it("docs/settings.md says of every setting what the admin says of it", async () => {
  const sections = Object.entries(settingSections).map(([section, title]) => {
    const secrets = secretNames.filter((name) => secretFacts[name].section === section);
    const rows = [
      ...settingsIn(section).map(rowOf),
      ...secrets.map((name) => `| ${secretFacts[name].label} | ${secretFacts[name].help} | | |`),
    ];
    return [`## ${title}`, "", "| Setting | Meaning | As specified | Set by |", "|---|---|---|---|", ...rows, ""].join(
      "\n",
    );
  });
  await expect([introduction, ...sections].join("\n")).toMatchFileSnapshot(document);
});

/** How a variable is written, and what it is when it is not set. */
function variableWords(name: SettingName): string {
  const { field } = settingFacts[name];
  const ways = {
    text: "",
    email: "",
    colour: " Such as #2563eb.",
    day: "",
    picture: "",
    menu: "",
    "time zone": " A name such as America/New_York.",
    lines: " Lines separated by |.",
    list: " Separated by commas.",
    flag: " 1 or 0.",
    number: name.endsWith("Seconds") ? " In seconds." : "",
    choices: field.kind === "choices" ? ` Some of ${field.options.join(", ")}, separated by commas.` : "",
    choice: field.kind === "choice" ? ` ${Object.keys(field.options).join(" or ")}.` : "",
  };
  const standard = valueWords(specifiedSettings[name]);
  return `${ways[field.kind]}${standard === "" ? "" : ` Default: ${standard}.`}`.trim();
}

/** A value as a variable has it. */
function valueWords(value: SettingValue): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  return Array.isArray(value) ? value.join(",") : String(value);
}

/** The lines of .env.example about what owners decide. */
function exampleOfVariables(): string {
  return [...settingOfVariable]
    .map(([variable, name]) => {
      const { label, help } = settingFacts[name];
      return [`# ${label}. ${help} ${variableWords(name)}`.trim(), `${variable}=`, ""].join("\n");
    })
    .join("\n");
}

it(".env.example says of what the owner decides what the admin says of it", async () => {
  const [others = ""] = readFileSync(join(import.meta.dirname, example), "utf8").split(mark);
  await expect(`${others}${mark}\n\n${exampleOfVariables()}`).toMatchFileSnapshot(example);
});
