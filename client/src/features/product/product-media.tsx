import { hasOwnImage, imageAt, imageSet, productImageSizes } from "@shop/shared/image";
import { IconArrowsMaximize } from "@tabler/icons-react";
import { useState } from "react";
import { lazyPart, type PartFailure } from "../../lib/lazy-part.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./product-media.module.css";

const FullSize = lazyPart("full-size", () => import("./full-size.tsx").then((dialog) => dialog.FullSize), {
  failed: MissingFullSize,
});

/** The product image over a blurred glow of its own colours. A click opens it at full size. */
export function ProductMedia({ name, image }: { name: string; image: string }) {
  const [isOpen, setOpen] = useState(false);
  const glow = imageSet(image) === undefined ? undefined : { backgroundImage: `url("${imageAt(image, 32)}")` };
  const shown = (
    <ProductImage image={image} alt={name} sizes={productImageSizes} priority className={classes.image ?? ""} />
  );
  return (
    <div className={classes.panel} data-lit={glow !== undefined || undefined}>
      {glow && <span className={classes.glow} style={glow} />}
      {!hasOwnImage(image) ? (
        shown
      ) : (
        <button
          type="button"
          className={classes.open}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          onPointerEnter={FullSize.preload}
          onFocus={FullSize.preload}
        >
          {shown}
          <span className={classes.hint}>
            <IconArrowsMaximize size={18} aria-hidden="true" />
          </span>
          <VisuallyHidden>Show at full size</VisuallyHidden>
        </button>
      )}
      {isOpen && <FullSize name={name} image={image} onClose={() => setOpen(false)} />}
    </div>
  );
}

function MissingFullSize({ onRetry, isRetrying }: PartFailure) {
  return (
    <div className={classes.missing}>
      <ErrorAlert message="The image could not be shown at full size." onRetry={onRetry} isRetrying={isRetrying} />
    </div>
  );
}
