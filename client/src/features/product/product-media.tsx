import { hasOwnImage, imageAt, imageSet, productImageSizes } from "@shop/shared/image";
import { IconArrowsMaximize } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { ProductImage } from "../../ui/product-image.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./product-media.module.css";

const loadFullSize = () => import("./full-size.tsx");
const FullSize = lazy(async () => ({ default: (await loadFullSize()).FullSize }));

/** The product's picture, large, in the light of its own colours. A press shows it at full size. */
export function ProductMedia({ name, image }: { name: string; image: string }) {
  const [isOpen, setOpen] = useState(false);
  const light = imageSet(image) === undefined ? undefined : { backgroundImage: `url("${imageAt(image, 32)}")` };
  const shown = (
    <ProductImage image={image} alt={name} sizes={productImageSizes} priority className={classes.image ?? ""} />
  );
  return (
    <div className={classes.panel} data-lit={light !== undefined || undefined}>
      {light && <span className={classes.light} style={light} />}
      {!hasOwnImage(image) ? (
        shown
      ) : (
        <button
          type="button"
          className={classes.open}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          onPointerEnter={() => void loadFullSize()}
          onFocus={() => void loadFullSize()}
        >
          {shown}
          <span className={classes.hint}>
            <IconArrowsMaximize size={18} aria-hidden="true" />
          </span>
          <VisuallyHidden>Show at full size</VisuallyHidden>
        </button>
      )}
      {isOpen && (
        <Suspense>
          <FullSize name={name} image={image} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
