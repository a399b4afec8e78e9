import { platformAuthenticatorIsAvailable } from "@simplewebauthn/browser";
import { useEffect, useState } from "react";

/** Whether this device can make a passkey; false until that is known. */
export function useCanMakePasskey(): boolean {
  const [isAble, setAble] = useState(false);
  useEffect(() => {
    let isMounted = true;
    platformAuthenticatorIsAvailable().then(
      (isAvailable) => isMounted && setAble(isAvailable),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return isAble;
}
