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
  /** What stands in for a missing image: the first letter of a name, in the tint of a category. `alt` by default. */
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
  const late = priority || isEager ? "" : "auto,";
  const preview =
    set !== undefined && status === "loading" ? { backgroundImage: `url("${imageAt(image, 32)}")` } : undefined;
  return (
    <span className={[classes.plate, className].filter(Boolean).join(" ")} data-image={status}>
      {status === "broken" ? (
        <NoImage alt={alt} of={of} />
      ) : (
        <>
          {preview && <span className={classes.preview} style={preview} />}
          <img
            ref={element}
            className={classes.image}
            src={imageAt(image, 640)}
            // Images that are loaded late go by the layout where browsers can: a row on a phone is smaller than a list.
            {...(set === undefined ? {} : { srcSet: set, sizes: late + sizes })}
            alt={alt}
            width={640}
            height={640}
            decoding={priority ? "sync" : "async"}
            loading={late === "" ? "eager" : "lazy"}
            fetchPriority={priority ? "high" : "auto"}
            onLoad={() => setResult({ image, status: "loaded" })}
            onError={() => setResult({ image, status: "broken" })}
          />
        </>
      )}
    </span>
  );
}

function NoImage({ alt, of = { name: alt } }: Pick<ProductImageProps, "alt"> & { of: ProductImageProps["of"] }) {
  return (
    <>
      <span className={classes.initial} style={tintOf(of.category)} data-letter={[...of.name][0]} aria-hidden="true" />
      {alt !== "" && <VisuallyHidden>{alt}</VisuallyHidden>}
    </>
  );
}

/** A hue, the same for a category on every page: an angle, of which the turns do not count. */
function tintOf(category = " ") {
  return { "--hue": category.length * 67 + category.charCodeAt(0) * 31, inset: 0 };
}
