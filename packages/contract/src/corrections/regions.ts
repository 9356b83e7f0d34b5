/**
 * The regions of Spanish for explanations, from the north of Spain westwards. They are stored and occur in addresses, so
 * none is ever renamed.
 */
export const regions = [
  'espana-norte',
  'espana-centro',
  'espana-este',
  'espana-sur',
  'canarias',
  'mexico',
  'estados-unidos',
  'centroamerica',
  'caribe',
  'andes',
  'amazonia',
  'rio-de-la-plata',
  'paraguay',
  'chile',
  'guinea-ecuatorial',
  'filipinas',
] as const;

export type Region = (typeof regions)[number];

export const toRegion = (text: string): Region | undefined => regions.find((each) => each === text);
