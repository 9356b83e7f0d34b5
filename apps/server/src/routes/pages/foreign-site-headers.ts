/** Allows pages of other sites and frames without an origin, because every caller gets the same answer. */
export const forOtherSites = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;
