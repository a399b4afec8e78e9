import { ActionIcon, Group } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPencil, IconX } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { DividedList } from "./divided-list.tsx";
import classes from "./ordered-list.module.css";

type OrderedListProps<Item> = {
  items: readonly Item[];
  /** What an item is removed from, for the names of the buttons. */
  from: string;
  /** What stands before the name. */
  leading?: (item: Item) => ReactNode;
  /** What stands after the name. */
  note?: (item: Item) => ReactNode;
  onMove: (from: number, to: number) => void;
  onRemove: (item: Item) => void;
  /** Whether an item stays for good. */
  isFixed?: (item: Item) => boolean;
  /** Opens an item to be changed, where it can be. */
  onEdit?: (item: Item) => void;
  /** Which items there is something to change of. */
  canEdit?: (item: Item) => boolean;
};

/** A list whose order is changed by dragging, or by buttons. */
export function OrderedList<Item extends { _id: string; name: string }>({
  items,
  from: source,
  leading,
  note,
  onMove,
  onRemove,
  isFixed = () => false,
  onEdit,
  canEdit = () => true,
}: OrderedListProps<Item>) {
  const dragged = useRef<number>(null);
  const list = useRef<HTMLDivElement>(null);
  /** The button stays under the finger: the focus follows its row. */
  const moveBy = (from: number, step: -1 | 1) => {
    onMove(from, from + step);
    const isAtEnd = from + step === (step === 1 ? items.length - 1 : 0);
    const name = (step === 1) === isAtEnd ? "up" : "down";
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLElement>(`[data-move="${name}"]`)[from + step]?.focus(),
    );
  };
  return (
    <div ref={list}>
      <DividedList isOrdered>
        {items.map((item, place) => (
          <li
            key={item._id}
            className={classes.row}
            draggable
            onDragStart={(event) => {
              dragged.current = place;
              event.dataTransfer.effectAllowed = "move";
              event.dataTransfer.setData("text/plain", item.name);
            }}
            onDragEnd={() => {
              dragged.current = null;
            }}
            onDragOver={(event) => {
              if (dragged.current !== null) event.preventDefault();
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged.current !== null) onMove(dragged.current, place);
              dragged.current = null;
            }}
          >
            <IconGripVertical size={18} aria-hidden="true" className={classes.grip} />
            {leading?.(item)}
            <span className={classes.name}>
              {item.name} {note?.(item)}
            </span>
            <Group gap={4} wrap="nowrap">
              {onEdit !== undefined && canEdit(item) && (
                <ActionIcon variant="subtle" size={44} aria-label={`Change ${item.name}`} onClick={() => onEdit(item)}>
                  <IconPencil size={18} aria-hidden="true" />
                </ActionIcon>
              )}
              <MoveButton name={item.name} to="up" isEnd={place === 0} onPress={() => moveBy(place, -1)} />
              <MoveButton
                name={item.name}
                to="down"
                isEnd={place === items.length - 1}
                onPress={() => moveBy(place, 1)}
              />
              <ActionIcon
                variant="subtle"
                size={44}
                aria-label={`Remove ${item.name} from ${source}`}
                // Keeps its room, so that the other buttons stand below each other.
                style={isFixed(item) ? { visibility: "hidden" } : {}}
                onClick={() => onRemove(item)}
              >
                <IconX size={18} aria-hidden="true" />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </DividedList>
    </div>
  );
}

type MoveButtonProps = { name: string; to: "up" | "down"; isEnd: boolean; onPress: () => void };

function MoveButton({ name, to, isEnd, onPress }: MoveButtonProps) {
  const Icon = to === "up" ? IconArrowUp : IconArrowDown;
  return (
    <ActionIcon
      variant="subtle"
      size={44}
      data-move={to}
      aria-label={`Move ${name} ${to}`}
      aria-disabled={isEnd || undefined}
      data-disabled={isEnd}
      onClick={() => {
        if (!isEnd) onPress();
      }}
    >
      <Icon size={18} aria-hidden="true" />
    </ActionIcon>
  );
}
