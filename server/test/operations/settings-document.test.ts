import { secretFacts, settingFacts, settingSections, settingsIn } from "@shop/shared/settings/setting-facts";
import { type SettingName, secretNames, specifiedSettings } from "@shop/shared/settings/settings";
import { expect, it } from "vitest";

const document = "../../../docs/settings.md";

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
