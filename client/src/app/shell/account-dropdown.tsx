import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import { Menu } from "@mantine/core";
import { IconChevronDown, IconHeart, IconLogout, IconUserCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import { useSignedIn } from "../../features/account/session-store.ts";
import { useClearSession } from "../../features/account/use-session.ts";
import { resetCart } from "../../features/cart/stored-cart.ts";
import { loginPagePath, profilePath, savedPath } from "../../lib/paths.ts";
import { trpc } from "../../lib/trpc.ts";
import { notify } from "../../ui/notify.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./header.module.css";

/** Account menu: Profile, Saved items and Logout. */
export function AccountDropdown({ label }: { label: ReactNode }) {
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const clearSession = useClearSession();
  const signOut = trpc.account.signOut.useMutation({
    onSuccess: () => {
      // RequireUser redirects as soon as the session ends. flushSync runs that redirect before this navigation.
      flushSync(clearSession);
      resetCart();
      notify.withdrawErrors();
      void navigate(loginPagePath);
    },
    // No toast: the user stays signed in and can try again.
    onError: (error) => console.error("Logout failed", error),
  });
  return (
    <Menu
      position="bottom-end"
      // The header is sticky: an absolute dropdown would be repositioned on every scroll.
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
        {/* Where the header has no space for the name. */}
        <Menu.Label className={classes.menuName ?? ""}>{signedIn?.name}</Menu.Label>
        <Menu.Item
          component={PrefetchLink}
          to={profilePath}
          leftSection={<IconUserCircle size={18} aria-hidden="true" />}
        >
          Profile
        </Menu.Item>
        <Menu.Item component={PrefetchLink} to={savedPath} leftSection={<IconHeart size={18} aria-hidden="true" />}>
          Saved items
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
