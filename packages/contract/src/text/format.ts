/** Formats `m:ss` and rounds down, so that a readout never runs ahead of the sound. */
export function formatDuration(durationMs: number): string {
  const seconds = Number.isFinite(durationMs) ? Math.max(0, Math.floor(durationMs / 1000)) : 0;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Formats a whole number such as «1.204». Spanish groups from five digits on by default; the design does so from four. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '.');

/** Formats a size such as «85 MB». */
export const formatMegabytes = (bytes: number, decimals = 0): string =>
  `${(bytes / 1_000_000).toFixed(decimals)} MB`;
