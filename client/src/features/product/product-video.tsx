import type { ShownVideo } from "@shop/shared/catalog/catalog";
import { hasOwnImage, productImageSizes } from "@shop/shared/catalog/image";
import { IconPlayerPlayFilled } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { ProductImage } from "../../ui/product-image.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./product-video.module.css";

type ProductVideoProps = {
  film: ShownVideo;
  /** Shown before it plays. */
  image: string;
  /** What it shows. */
  alt: string;
  /** Whether it is the one of the gallery that is in view. Another one pauses. */
  isShown: boolean;
};

/** A video of the gallery, whose file is loaded when it is played. */
export function ProductVideo({ film, image, alt, isShown }: ProductVideoProps) {
  const [isPlayed, setPlayed] = useState(false);
  const poster = hasOwnImage(image) ? image : "";
  if (isPlayed) return <Player film={film} image={poster} alt={alt} isShown={isShown} />;
  return (
    <button type="button" className={classes.play} onClick={() => setPlayed(true)}>
      {poster !== "" && (
        <ProductImage image={poster} alt="" sizes={productImageSizes} isEager className={classes.poster ?? ""} />
      )}
      <span className={classes.mark}>
        <IconPlayerPlayFilled size={28} aria-hidden="true" />
      </span>
      <VisuallyHidden>Play the video: {alt}</VisuallyHidden>
    </button>
  );
}

/** A video that somebody asked to play: without sound until they turn it on, in its place, with its captions. */
function Player({ film, image, alt, isShown }: ProductVideoProps) {
  const ref = useRef<HTMLVideoElement>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    // The button that was pressed is gone.
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
      {...(image === "" ? {} : { poster: image })}
      aria-label={alt}
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
