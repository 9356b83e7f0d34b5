/** Like «85 MB». */
export const formatMegabytes = (bytes: number, decimals = 0): string =>
  `${(bytes / 1_000_000).toFixed(decimals)} MB`;
