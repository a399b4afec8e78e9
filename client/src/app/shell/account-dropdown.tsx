import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import { Menu } from "@mantine/core";
import { IconChevronDown, IconLogout, IconUserCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import { useForgetSession } from "../../features/account/use-session.ts";
import { resetCart } from "../../features/cart/cart-store.ts";
import { loginPagePath, profilePath } from "../../lib/paths.ts";
import { trpc } from "../../lib/trpc.ts";
import { notify } from "../../ui/notify.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./header.module.css";

/** The menu under one's name: Profile and Logout. */
export function AccountDropdown({ label }: { label: ReactNode }) {
  const navigate = useNavigate();
  const forgetSession = useForgetSession();
  const signOut = trpc.account.signOut.useMutation({
    onSuccess: () => {
      // A guarded screen reacts to the end of the session at once; this navigation must come after its own.
      flushSync(forgetSession);
      resetCart();
      notify.withdrawErrors();
      void navigate(loginPagePath);
    },
    // The person is still signed in on this device and can try again; a message would say nothing more.
    onError: (error) => console.error("Logout failed", error),
  });
  return (
    <Menu
      position="bottom-end"
      // The header does not scroll, so its menu must not have to follow the page.
      floatingStrategy="fixed"
      transitionProps={{ duration: 0 }}
      width={200}
      shadow="md"
      radius="md"
      classNames={{ item: classes.menuItem ?? "" }}
    >
      <Menu.Target>
        <button type="button" className={classes.menuButton}>
          {label}
          <IconChevronDown size={16} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={PrefetchLink}
          to={profilePath}
          leftSection={<IconUserCircle size={18} aria-hidden="true" />}
        >
          Profile
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={18} aria-hidden="true" />}
          onClick={() => {
            if (!signOut.isPending) signOut.mutate();
          }}
        >
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
