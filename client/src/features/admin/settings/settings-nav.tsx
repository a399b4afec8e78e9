import { pages, pathOf } from "@shop/shared/page/pages";
import { type SettingSection, settingSections } from "@shop/shared/settings/setting-facts";
import { SectionNav } from "../parts/section-nav.tsx";

/** The screen of a section of the settings; the first one is the settings' own. */
function screenOf(section: SettingSection): { title: string; path: string } {
  const path = section === "shop" ? pages.settings.path : pathOf("settingsSection", { section });
  return { title: settingSections[section], path };
}

const screens = [
  screenOf("shop"),
  screenOf("look"),
  screenOf("address"),
  pages.termsOfSale,
  pages.deliveryTerms,
  ...(["delivery", "checkout", "methods", "payments", "mail", "returns", "search", "staff"] as const).map(screenOf),
  pages.taxReport,
];

/** The links between the screens of what the owner decides. */
export function SettingsNav({ path }: { path: string }) {
  return <SectionNav label="Settings" screens={screens} path={path} />;
}
