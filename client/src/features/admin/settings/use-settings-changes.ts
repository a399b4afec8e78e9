import type { SaveSettings, SettingsDetail } from "@shop/shared/settings/settings";
import { use } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { notify } from "../../../ui/notify.ts";
import { notifyUndoable } from "../../../ui/notify-undo.tsx";
import { ChangeShopContext } from "../../../ui/shop-identity.ts";
import { showLook, withSettings } from "./with-settings.ts";

/** Takes settings that were saved over into the screens of the admin, and into the page that is open. */
export function useAdoptSettings(): (saved: SettingsDetail) => void {
  const utils = trpc.useUtils();
  const changeShop = use(ChangeShopContext);
  return (saved) => {
    utils.admin.settings.read.setData(undefined, saved);
    void utils.admin.settings.versions.invalidate();
    void utils.info.invalidate();
    void utils.admin.dashboard.opening.invalidate();
    changeShop((now) => withSettings(now, saved.values));
    showLook(saved.values);
  };
}

/** Saves settings, with a way to take the save back, and reloads them. */
export function useSettingsChanges() {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.settings.save.useMutation({ onSuccess: useAdoptSettings() });

  // The same settings as before, so that what others have saved meanwhile stays.
  const undo = ({ values }: SaveSettings, before: SettingsDetail["values"], { version }: SettingsDetail) =>
    mutateAsync({
      version,
      values: Object.fromEntries(Object.entries(before).filter(([name]) => name in values)),
    }).then(
      () => notify.success("The settings are as they were"),
      (error: unknown) => notify.error(messageOf(error, "The settings could not be taken back")),
    );
  return {
    save: async (input: SaveSettings, before: SettingsDetail) => {
      const saved = await mutateAsync(input);
      if (saved.version === before.version) notify.success("Nothing had changed");
      else notifyUndoable("Settings saved", () => void undo(input, before.values, saved));
      return saved;
    },
    load: () => utils.admin.settings.read.fetch(undefined, { staleTime: 0 }),
  };
}
