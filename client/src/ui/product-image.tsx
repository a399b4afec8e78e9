import { hasOwnImage, imageAt, imageSet } from "@shop/shared/image";
import { useState } from "react";
import classes from "./product-image.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

type ProductImageProps = {
  image: string;
  /** Empty where the name stands beside the picture. */
  alt: string;
  /** How wide it is shown, for the browser's choice of file. */
  sizes: string;
  /** Whether it is the largest of the first screen. */
  priority?: boolean;
  /** Whether to load it now although it is out of sight, because it shows next. */
  isEager?: boolean;
  className?: string;
};

/**
 * A product picture on its square plate. The plate holds the place, a blurred
 * preview comes first, and a drawing stands in for a missing or broken file.
 */
export function ProductImage({ image, alt, sizes, priority = false, isEager = false, className }: ProductImageProps) {
  const [state, setState] = useState<{ image: string; is: "loaded" | "broken" } | undefined>();
  const is = !hasOwnImage(image) ? "broken" : state?.image === image ? state.is : "loading";
  const set = imageSet(image);
  const preview =
    set !== undefined && is === "loading" ? { backgroundImage: `url("${imageAt(image, 32)}")` } : undefined;
  return (
    <span className={[classes.plate, className].filter(Boolean).join(" ")} data-image={is}>
      {is === "broken" ? (
        <NoImage alt={alt} />
      ) : (
        <>
          {preview && <span className={classes.preview} style={preview} />}
          <img
            className={classes.image}
            src={imageAt(image, 640)}
            {...(set === undefined ? {} : { srcSet: set, sizes })}
            alt={alt}
            width={640}
            height={640}
            decoding={priority ? "sync" : "async"}
            loading={priority || isEager ? "eager" : "lazy"}
            fetchPriority={priority ? "high" : "auto"}
            onLoad={() => setState({ image, is: "loaded" })}
            onError={() => setState({ image, is: "broken" })}
          />
        </>
      )}
    </span>
  );
}

function NoImage({ alt }: { alt: string }) {
  return (
    <>
      <svg className={classes.missing} viewBox="0 0 64 64" aria-hidden="true">
        <path d="M14 24h36l-3 26H17z" />
        <path d="M23 29v-8a9 9 0 0 1 18 0v8" />
        <path d="M25 38c4 5 10 5 14 0" />
      </svg>
      {alt !== "" && <VisuallyHidden>{alt}</VisuallyHidden>}
    </>
  );
}
