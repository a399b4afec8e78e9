import { Button, Flex, Text } from "@mantine/core";
import { secretFacts, settingFacts } from "@shop/shared/settings/setting-facts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { notify } from "../../../ui/notify.ts";
import { Timestamp } from "../../../ui/timestamp.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { useAdoptSettings } from "./use-settings-changes.ts";

const labels = new Map(Object.entries({ ...settingFacts, ...secretFacts }).map(([name, { label }]) => [name, label]));

/** The last saves, each of which can be restored. Nothing as long as there is none to go back from. */
export function SettingsVersions() {
  const { data } = trpc.admin.settings.versions.useQuery(undefined, cachedBriefly);
  const adopt = useAdoptSettings();
  const restore = trpc.admin.settings.restore.useMutation({
    onSuccess: (saved) => {
      adopt(saved);
      notify.success("The settings are as they were then");
    },
    onError: (error) => notify.error(messageOf(error, "The settings could not be taken back")),
  });
  const [newest] = data ?? [];
  if (data === undefined || newest === undefined) return null;
  return (
    <AdminPanel title="Earlier versions">
      <DividedList>
        {data.map(({ version, savedAt, savedBy, changed }) => (
          <Flex component="li" key={version} align="center" justify="space-between" gap="sm" py={8} wrap="wrap">
            <div>
              <Text>{changed.length === 0 ? "Saved" : changed.map((name) => labels.get(name) ?? name).join(", ")}</Text>
              <Text size="sm" c="dimmed">
                {savedBy === null ? "" : `${savedBy}, `}
                <Timestamp time={savedAt}>
                  {new Date(savedAt).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" })}
                </Timestamp>
              </Text>
            </div>
            <Button
              variant="default"
              aria-label={`Back to before this: version ${version}`}
              onClick={() => restore.mutate({ version: newest.version, to: version - 1 })}
            >
              Back to before this
            </Button>
          </Flex>
        ))}
      </DividedList>
    </AdminPanel>
  );
}
