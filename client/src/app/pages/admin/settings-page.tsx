import { pages } from "@shop/shared/page/pages";
import { type SettingSection, settingSections } from "@shop/shared/settings/setting-facts";
import { useLocation, useParams } from "react-router-dom";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { RelatedSettings } from "../../../features/admin/settings/related-settings.tsx";
import { SettingsForm } from "../../../features/admin/settings/settings-form.tsx";
import { SettingsNav } from "../../../features/admin/settings/settings-nav.tsx";
import { SettingsVersions } from "../../../features/admin/settings/settings-versions.tsx";
import { TryMail, TryPayments } from "../../../features/admin/settings/try-out.tsx";
import { NotFoundPage } from "../not-found-page.tsx";

/** What the owner decides about the shop, section by section. */
export function SettingsPage() {
  const { section = "shop" } = useParams();
  const { pathname } = useLocation();
  if (!isSection(section)) return <NotFoundPage />;
  return (
    <AdminPage title={section === "shop" ? pages.settings.title : settingSections[section]} path={pages.settings.path}>
      <SettingsNav path={pathname} />
      <SettingsForm key={section} section={section} />
      {section === "mail" && <TryMail />}
      {section === "payments" && <TryPayments provider="paypal" />}
      {section === "stripe" && <TryPayments provider="stripe" />}
      <RelatedSettings section={section} />
      <SettingsVersions />
    </AdminPage>
  );
}

function isSection(name: string): name is SettingSection {
  return name in settingSections;
}
