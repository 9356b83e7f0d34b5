// The bar heights of the design's quiet waveform, in percent.
const heights = [
  46, 62, 40, 56, 30, 11, 14, 22, 15, 36, 58, 50, 26, 74, 42, 90, 84, 66, 48, 54, 80, 34, 22, 12, 28, 30, 60,
  38, 84, 24,
];

/** The quiet waveform above an empty screen. */
export function EmptyPicture() {
  return (
    <span aria-hidden="true" className="mb-5 flex h-17.5 w-full items-center gap-0.5">
      {heights.map((height, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- the picture is fixed: bars never move
          key={index}
          className="min-w-0.5 flex-1 rounded-[3px] bg-wave"
          style={{ height: `${height}%` }}
        />
      ))}
    </span>
  );
}
