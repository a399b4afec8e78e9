import { useFocusWithin, useHover, useMergedRef } from "@mantine/hooks";
import { toastMs } from "@shop/shared/shop";
import { IconAlertTriangle, IconCheck, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { dismissToast, type Toast, useToasts } from "./notify.ts";
import classes from "./toast-area.module.css";

/** Where messages appear: top right, newest on top. */
export function ToastArea() {
  const toasts = useToasts();
  return (
    <section className={classes.area} aria-label="Messages">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast: { id, kind, text } }: { toast: Toast }) {
  const { ref: hoverRef, hovered } = useHover();
  const { ref: focusRef, focused } = useFocusWithin();
  const ref = useMergedRef(hoverRef, focusRef);
  const isPaused = hovered || focused;
  const left = useRef(toastMs);

  useEffect(() => {
    if (isPaused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => dismissToast(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - startedAt;
    };
  }, [id, isPaused]);

  const Icon = kind === "success" ? IconCheck : IconAlertTriangle;
  return (
    <div ref={ref} className={classes.toast} data-kind={kind}>
      <Icon className={classes.icon} size={20} aria-hidden="true" />
      <Announced kind={kind} text={text} />
      <button type="button" className={classes.close} aria-label="Close message" onClick={() => dismissToast(id)}>
        <IconX size={16} aria-hidden="true" />
      </button>
    </div>
  );
}

/** A live region that is there before its text: some screen readers pass over one that arrives filled. */
function Announced({ kind, text }: { kind: Toast["kind"]; text: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => setSaid(text), [text]);
  return (
    <p className={classes.text} role={kind === "success" ? "status" : "alert"}>
      {said}
    </p>
  );
}
