import { pages } from "@shop/shared/page/pages";
import { SectionNav } from "../parts/section-nav.tsx";
import { usePermissions } from "../parts/use-permissions.ts";

/** The links between the mails that failed and the words of mails. */
export function MailsNav({ path }: { path: string }) {
  const may = usePermissions();
  const screens = [
    ...(may("messages.write") ? [{ title: "Not sent", path: pages.mailList.path }] : []),
    ...(may("content.write") ? [{ title: "Words", path: pages.mailTexts.path }] : []),
  ];
  return screens.length > 1 ? <SectionNav label="Mails" screens={screens} path={path} /> : null;
}
