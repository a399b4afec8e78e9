import { Component, type ComponentType, type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { BrokenChunkError, loadChunk } from "./load-chunk.ts";
import { useOnline } from "./online.ts";
import { useIsOutdated } from "./release.ts";
import { useIsHydrated } from "./use-is-hydrated.ts";

/** What the replacement of a missing part can do. */
export type PartFailure = {
  /** Loads the part again; if only a new page can do that, loads the page. */
  onRetry: () => void;
  isRetrying: boolean;
};

type PartLooks<Props> = {
  /** Shown while the chunk loads; nothing by default. */
  loading?: ComponentType<Props>;
  /** Shown in place of a part that could not be loaded or has crashed. */
  failed: ComponentType<Props & PartFailure>;
};

type Loader<Props> = () => Promise<ComponentType<Props>>;

export type LazyPart<Props> = ComponentType<Props> & {
  /** Starts loading early. A failure shows when the part is rendered. */
  preload: () => void;
};

/**
 * A component in a chunk of its own, which `name` names after its file. It is loaded on first use as `loadChunk` does,
 * and again when the connection is back. Neither a missing chunk nor a crash affects anything around it.
 */
export function lazyPart<Props extends object>(
  name: string,
  load: Loader<Props>,
  looks: PartLooks<Props>,
): LazyPart<Props> {
  const chunk = openChunk(name, load);
  const part = (props: Props) => <Part chunk={chunk} looks={looks} partProps={props} />;
  return Object.assign(part, { preload: () => void chunk.load().catch(() => undefined) });
}

/** A screen that is loaded on first use. */
export type LazyScreen = {
  Component: ComponentType;
  /** Loads the screen before it is navigated to; `undefined` if there is nothing to wait for. Never rejects. */
  load: () => Promise<void> | undefined;
  /** Starts loading early. A failure shows when the screen is rendered. */
  preload: () => void;
  /** Whether its code is there, or is known to be missing. */
  isReady: () => boolean;
  /** Whether its loading has failed, so that the server's HTML cannot be hydrated. */
  hasFailed: () => boolean;
};

/** A screen as a lazy part. The boundary around all screens catches its crashes. */
export function lazyScreen(name: string, load: Loader<object>, looks: PartLooks<object>): LazyScreen {
  const chunk = openChunk(name, load);
  const screen = () => <Content chunk={chunk} looks={looks} partProps={{}} />;
  return {
    Component: screen,
    load: () => (chunk.loaded() === undefined ? chunk.load().then(() => undefined, chunk.rememberFailure) : undefined),
    preload: () => void chunk.load().catch(() => undefined),
    isReady: () => chunk.loaded() !== undefined || chunk.failure() !== undefined,
    hasFailed: () => chunk.failure() !== undefined,
  };
}

type Chunk<Props> = {
  load: Loader<Props>;
  loaded: () => ComponentType<Props> | undefined;
  /** The failure that the next rendering shows, until it ends. */
  failure: () => unknown;
  rememberFailure: (error: unknown) => void;
};

function openChunk<Props>(name: string, load: Loader<Props>): Chunk<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  let failure: unknown;
  return {
    load: () => {
      loading ??= loadChunk(name, load).then(
        (component) => {
          loaded = component;
          return component;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
    loaded: () => loaded,
    failure: () => failure,
    rememberFailure: (error) => {
      failure = error;
    },
  };
}

type ContentProps<Props> = { chunk: Chunk<Props>; looks: PartLooks<Props>; partProps: Props };

function Part<Props extends object>(content: ContentProps<Props>) {
  const { loading: Loading = Nothing, failed: Failed } = content.looks;
  // The server renders no part, so hydration begins without it, loaded or not.
  if (!useIsHydrated()) return <Loading {...content.partProps} />;
  return (
    <PartBoundary fallback={(onRetry) => <Failed {...content.partProps} onRetry={onRetry} isRetrying={false} />}>
      <Content {...content} />
    </PartBoundary>
  );
}

/** The part, or what is shown in its place. */
function Content<Props extends object>({ chunk, looks, partProps }: ContentProps<Props>) {
  const { loading: Loading = Nothing, failed: Failed } = looks;
  const { Loaded, hasFailed, isLoading, isAskedFor, onRetry } = useChunk(chunk);
  if (Loaded === undefined) {
    return hasFailed ? <Failed {...partProps} onRetry={onRetry} isRetrying={isLoading} /> : <Loading {...partProps} />;
  }
  const loaded = <Loaded {...partProps} />;
  return isAskedFor ? <FocusTarget>{loaded}</FocusTarget> : loaded;
}

function useChunk<Props>(chunk: Chunk<Props>) {
  const [Loaded, setLoaded] = useState(() => chunk.loaded());
  const [failure, setFailure] = useState(chunk.failure);
  const [isLoading, setLoading] = useState(Loaded === undefined && failure === undefined);
  const [isAskedFor, setAskedFor] = useState(false);
  const isOutdated = useIsOutdated();
  const isOnline = useOnline();

  useEffect(() => {
    if (!isLoading) return;
    let isMounted = true;
    const finish = (set: () => void) => {
      if (!isMounted) return;
      set();
      setLoading(false);
    };
    chunk.load().then(
      // Rendered in slices: a page has many parts of one kind, and input need not wait for them.
      (component) => startTransition(() => finish(() => setLoaded(() => component))),
      (error: unknown) => finish(() => setFailure(error)),
    );
    return () => {
      isMounted = false;
    };
  }, [chunk, isLoading]);

  // Another rendering tries again.
  useEffect(() => () => chunk.rememberFailure(undefined), [chunk]);

  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current && failure !== undefined && Loaded === undefined) setLoading(true);
    wasOnline.current = isOnline;
  }, [isOnline, failure, Loaded]);

  function onRetry(): void {
    if (isOutdated || failure instanceof BrokenChunkError) {
      location.reload();
      return;
    }
    setAskedFor(true);
    setLoading(true);
  }
  return { Loaded, hasFailed: failure !== undefined, isLoading, isAskedFor, onRetry };
}

function Nothing() {
  return null;
}

/** Takes the focus that was lost with the button of the replacement. */
function FocusTarget({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={ref} tabIndex={-1} style={{ outline: "none" }}>
      {children}
    </div>
  );
}

type PartBoundaryProps = { children: ReactNode; fallback: (onRetry: () => void) => ReactNode };

/** Error boundary, which React offers for classes only. */
class PartBoundary extends Component<PartBoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    const { children, fallback } = this.props;
    return this.state.hasCrashed ? fallback(() => this.setState({ hasCrashed: false })) : children;
  }
}
