import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Button, Switch } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { Dialog } from "../../ui/dialog.tsx";
import { setShortcuts, useShortcutSetting } from "./shortcut-setting.ts";
import classes from "./shortcuts.module.css";

/** How long after `g` the second key may come. */
const sequenceMs = 1_500;

/** A place with the key that leads there after `g`. */
type Place = { name: string; to: string; key: string };

/**
 * The admin's keys: `/` to the search, `g` and a letter to a place, `?` to the
 * list of keys, where they can be turned off. They are silent while somebody
 * types or answers a dialog.
 */
export function Shortcuts({ places }: { places: readonly Place[] }) {
  const [isOpen, setOpen] = useState(false);
  const isOn = useShortcutSetting();
  const navigate = useNavigate();
  const leadAt = useRef(Number.NEGATIVE_INFINITY);

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
        setOpen(true);
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

  return (
    <>
      <button type="button" className={classes.open} aria-label="Keyboard shortcuts" onClick={() => setOpen(true)}>
        <IconKeyboard size={20} aria-hidden="true" />
      </button>
      {isOpen && (
        <Dialog title="Keyboard shortcuts" onClose={() => setOpen(false)}>
          <dl className={classes.list}>
            <Keys keys={["/"]} what="Search this list" />
            {places.map(({ key, name }) => (
              <Keys key={key} keys={["g", key]} what={name} />
            ))}
            <Keys keys={["Ctrl", "S"]} what="Save what is being edited" />
            <Keys keys={["?"]} what="This list" />
          </dl>
          <Switch
            className={classes.switch ?? ""}
            label="Shortcuts of single keys"
            checked={isOn}
            onChange={(event) => setShortcuts(event.currentTarget.checked)}
          />
          <div className={classes.close}>
            <Button variant="default" data-first-focus onClick={() => setOpen(false)}>
              Close
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Keys({ keys, what }: { keys: readonly string[]; what: string }) {
  return (
    <div className={classes.row}>
      <dt>{what}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key} className={classes.key}>
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}

/** Whether a key is meant for something else: a field that takes text, a choice, or a dialog. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open]") !== null) return true;
  return (
    target instanceof Element && target.closest("input, textarea, select, [contenteditable], [role=menu]") !== null
  );
}
