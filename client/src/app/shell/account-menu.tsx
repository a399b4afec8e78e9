import { IconUser } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { loginPath } from "../../lib/paths.ts";
import classes from "./header.module.css";

/** The way to one's account. */
export function AccountMenu() {
  return (
    <Link className={classes.link} to={loginPath()}>
      <IconUser size={22} aria-hidden="true" />
      <span className={classes.signIn}>Sign In</span>
    </Link>
  );
}
