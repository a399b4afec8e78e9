import type { ShownVideo } from "@shop/shared/catalog/catalog";
import { useEffect, useRef, useState } from "react";
import classes from "./product-video.module.css";

type ProductVideoProps = {
  film: ShownVideo;
  /** Shown until the first picture is there; empty for none. */
  poster: string;
  name: string;
  /** Whether it is the one of the gallery that is in view. Another one pauses. */
  isShown: boolean;
};

/** A video that somebody asked to play: without sound until they turn it on, in its place, with its captions. */
export function ProductVideo({ film, poster, name, isShown }: ProductVideoProps) {
  const ref = useRef<HTMLVideoElement>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    // The link that was pressed is gone.
    ref.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (!isShown) ref.current?.pause();
  }, [isShown]);
  if (hasFailed) {
    return (
      <p className={classes.failed} role="alert">
        This browser cannot play the video. <a href={film.video}>Open its file</a>
      </p>
    );
  }
  return (
    <video
      ref={ref}
      className={classes.video}
      src={film.video}
      {...(poster === "" ? {} : { poster })}
      aria-label={name}
      controls
      autoPlay
      muted
      playsInline
      onError={() => setFailed(true)}
    >
      {film.captions !== "" && <track kind="captions" src={film.captions} srcLang="en" label="Captions" default />}
    </video>
  );
}
