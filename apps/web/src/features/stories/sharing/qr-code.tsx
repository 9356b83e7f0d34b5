import { encode } from 'uqr';

const modulePx = 5;

/** A link as a QR code. It is black on white in every theme, because many cameras read no other. */
export function QrCode({ url, label }: { readonly url: string; readonly label: string }) {
  const { data, size } = encode(url, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      // Whole pixels for each module, so that all are equal.
      width={size * modulePx}
      shapeRendering="crispEdges"
      className="mx-auto block max-w-full rounded-field"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
