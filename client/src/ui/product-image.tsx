import { hasOwnImage, imageAt, imageSet } from "@shop/shared/catalog/image";
import { useEffect, useRef, useState } from "react";
import classes from "./product-image.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

type ProductImageProps = {
  image: string;
  /** Empty when the name is next to the image. */
  alt: string;
  /** Value of the `sizes` attribute. */
  sizes: string;
  /** Set for the largest image above the fold. */
  priority?: boolean;
  /** Loads an image that is not visible yet but is shown next. */
  isEager?: boolean;
  /** What stands in for a missing image: the first letter of a name, in the tint of a category. */
  of?: { name: string; category?: string };
  className?: string;
};

/**
 * Square product image. The frame reserves the space, a blurred preview shows
 * while loading, and a placeholder replaces a missing or broken file.
 */
export function ProductImage(props: ProductImageProps) {
  const { image, alt, sizes, priority = false, isEager = false, of, className } = props;
  const [result, setResult] = useState<{ image: string; status: "loaded" | "broken" } | undefined>();
  const status = !hasOwnImage(image) ? "broken" : result?.image === image ? result.status : "loading";
  const element = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // The events of an image that was loaded before hydration are lost.
    if (element.current?.complete !== true || element.current.currentSrc === "") return;
    setResult({ image, status: element.current.naturalWidth > 0 ? "loaded" : "broken" });
  }, [image]);
  const set = imageSet(image);
  const preview =
    set !== undefined && status === "loading" ? { backgroundImage: `url("${imageAt(image, 32)}")` } : undefined;
  return (
    <span className={[classes.plate, className].filter(Boolean).join(" ")} data-image={status}>
      {status === "broken" ? (
        <NoImage alt={alt} of={of ?? (alt === "" ? undefined : { name: alt })} />
      ) : (
        <>
          {preview && <span className={classes.preview} style={preview} />}
          <img
            ref={element}
            className={classes.image}
            src={imageAt(image, 640)}
            {...(set === undefined ? {} : { srcSet: set, sizes })}
            alt={alt}
            width={640}
            height={640}
            decoding={priority ? "sync" : "async"}
            loading={priority || isEager ? "eager" : "lazy"}
            fetchPriority={priority ? "high" : "auto"}
            onLoad={() => setResult({ image, status: "loaded" })}
            onError={() => setResult({ image, status: "broken" })}
          />
        </>
      )}
    </span>
  );
}

function NoImage({ alt, of }: Pick<ProductImageProps, "alt"> & { of: ProductImageProps["of"] }) {
  return (
    <>
      {of === undefined ? (
        <svg className={classes.missing} viewBox="0 0 64 64" aria-hidden="true">
          <path d="M14 24h36l-3 26H17z" />
          <path d="M23 29v-8a9 9 0 0 1 18 0v8" />
          <path d="M25 38c4 5 10 5 14 0" />
        </svg>
      ) : (
        <svg
          className={classes.initial}
          viewBox="0 0 64 64"
          aria-hidden="true"
          style={of.category === undefined ? {} : tintOf(of.category)}
        >
          <text x="32" y="32">
            {[...of.name.trim()][0]?.toUpperCase()}
          </text>
        </svg>
      )}
      {alt !== "" && <VisuallyHidden>{alt}</VisuallyHidden>}
    </>
  );
}

/** One of twelve hues, the same for a category on every page. */
function tintOf(category: string) {
  let hue = 0;
  for (const letter of category) hue = (hue * 31 + letter.charCodeAt(0)) % 12;
  return { "--hue": 30 * hue };
}
