import "../../../ui/mantine-styles.ts";
import "@mantine/core/styles/Switch.layer.css";
import { ActionIcon, Button, DataList, Divider, Group, Kbd, Switch } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { setShortcuts, useShortcutSetting } from "./shortcut-setting.ts";
import classes from "./shortcuts.module.css";

/** The longest pause between `g` and the second key. */
const sequenceMs = 1_500;

/** A screen with the key that opens it after `g`. */
type Place = { name: string; to: string; key: string };

/**
 * The keyboard shortcuts of the admin: `/` for the search, `g` and a letter for a screen, `?` for the list of shortcuts,
 * where they can be turned off. They do nothing in a field or behind a dialog.
 */
export function Shortcuts({ places }: { places: readonly Place[] }) {
  const [isOpen, setOpen] = useState(false);
  const isOn = useShortcutSetting();
  useShortcutKeys(isOn, places, () => setOpen(true));
  return (
    <>
      <ActionIcon
        className={classes.open ?? ""}
        variant="subtle"
        color="gray"
        c="dimmed"
        size={44}
        aria-label="Keyboard shortcuts"
        onClick={() => setOpen(true)}
      >
        <IconKeyboard size={20} aria-hidden="true" />
      </ActionIcon>
      {isOpen && (
        <Dialog title="Keyboard shortcuts" onClose={() => setOpen(false)}>
          <DataList gap="xs">
            <Shortcut keys={["/"]} what="Search this list" />
            {places.map(({ key, name }) => (
              <Shortcut key={key} keys={["g", key]} what={name} />
            ))}
            <Shortcut keys={["Ctrl", "S"]} what="Save changes" />
            <Shortcut keys={["Ctrl", "K"]} what="Find anything" />
            <Shortcut keys={["?"]} what="Show this list" />
          </DataList>
          <Divider my="lg" color="var(--shop-panel-edge)" />
          <Switch
            label="Single-key shortcuts"
            checked={isOn}
            onChange={(event) => setShortcuts(event.currentTarget.checked)}
          />
          <DialogButtons>
            <Button variant="default" data-autofocus onClick={() => setOpen(false)}>
              Close
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  );
}

function Shortcut({ keys, what }: { keys: readonly string[]; what: string }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel flex={1} c="var(--shop-text)">
        {what}
      </DataList.ItemLabel>
      <DataList.ItemValue>
        <Group gap={4}>
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Group>
      </DataList.ItemValue>
    </DataList.Item>
  );
}

function useShortcutKeys(isOn: boolean, places: readonly Place[], openList: () => void): void {
  const navigate = useNavigate();
  const leadAt = useRef(Number.NEGATIVE_INFINITY);
  const open = useRef(openList);
  open.current = openList;

  useEffect(() => {
    if (!isOn) return;
    function handle(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
      const isSecond = event.timeStamp - leadAt.current < sequenceMs;
      leadAt.current = Number.NEGATIVE_INFINITY;
      const place = isSecond ? places.find(({ key }) => key === event.key) : undefined;
      if (place !== undefined) {
        event.preventDefault();
        void navigate(place.to);
      } else if (event.key === "g") {
        leadAt.current = event.timeStamp;
      } else if (event.key === "?") {
        event.preventDefault();
        open.current();
      } else if (event.key === "/") {
        const search = document.querySelector<HTMLInputElement>("[data-admin-search]");
        if (search === null) return;
        event.preventDefault();
        search.focus();
        search.select();
      }
    }
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, [isOn, places, navigate]);
}

/** Whether a key belongs to a field, a menu or a dialog. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector("[aria-modal=true]") !== null) return true;
  return (
    target instanceof Element && target.closest("input, textarea, select, [contenteditable], [role=menu]") !== null
  );
}
