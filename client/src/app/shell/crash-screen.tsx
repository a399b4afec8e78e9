import { Component, type ReactNode } from "react";
import { type Location, useLocation } from "react-router-dom";
import { BrokenScreen } from "./broken-screen.tsx";

/** Shows the crash screen in place of children that fail to render, until another location is shown. */
export function CrashBoundary({ children }: { children: ReactNode }) {
  return <Boundary location={useLocation()}>{children}</Boundary>;
}

type BoundaryProps = { location: Location; children: ReactNode };
type BoundaryState = { location: Location; hasCrashed: boolean };

/** Error boundary, which React offers for classes only. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state = { location: this.props.location, hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, state: BoundaryState) {
    return location === state.location ? null : { location, hasCrashed: false };
  }

  override render() {
    return this.state.hasCrashed ? <CrashScreen /> : this.props.children;
  }
}

function CrashScreen() {
  return (
    <BrokenScreen
      text="This page has stopped working."
      help="Your cart is safe. Reload the page, or go back to the shop."
    />
  );
}
