import { encode } from 'uqr';
import { sharingText } from '../../../messages/stories/sharing.ts';

interface QrStepProps {
  readonly url: string;
  readonly title: string;
}

const modulePx = 5;

/** The link as a QR code. It is black on white in every theme, because many cameras read no other. */
export function QrStep({ url, title }: QrStepProps) {
  const { data, size } = encode(url, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <>
      <p className="mt-1.5 mb-4 text-muted">{sharingText.qr.text}</p>
      <svg
        role="img"
        aria-label={sharingText.qr.name(title)}
        viewBox={`0 0 ${size} ${size}`}
        // Whole pixels for each module, so that all are equal.
        width={size * modulePx}
        shapeRendering="crispEdges"
        className="mx-auto block max-w-full rounded-field"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p className="mt-4 text-center text-sm wrap-anywhere text-muted select-all">{url}</p>
    </>
  );
}
