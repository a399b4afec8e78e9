import { IconArrowLeft } from "@tabler/icons-react";
import { useLocation, useNavigate } from "react-router-dom";
import { homePath } from "../../lib/paths.ts";
import { isLanding } from "../../ui/navigation-focus.ts";
import { ShopLink } from "../../ui/prefetch-link.tsx";
import classes from "./back-link.module.css";

/** Goes back to the previous screen of the shop, or to Home when the visit started here. */
export function BackLink() {
  const isFromShop = !isLanding(useLocation());
  const navigate = useNavigate();
  return (
    <ShopLink
      to={homePath}
      className={classes.back}
      onClick={(event) => {
        const isPlainClick = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
        if (!isFromShop || !isPlainClick) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <IconArrowLeft size={18} aria-hidden="true" />
      Go Back
    </ShopLink>
  );
}
