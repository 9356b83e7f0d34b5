import type { Region } from '../corrections/regions.ts';

// The titles of pages contain these names, and the server writes titles too.

export const regionNames: Readonly<Record<Region, string>> = {
  'espana-norte': 'Norte de España',
  'espana-centro': 'Centro de España',
  'espana-este': 'Este de España',
  'espana-sur': 'Sur de España',
  canarias: 'Canarias',
  mexico: 'México',
  'estados-unidos': 'Estados Unidos',
  centroamerica: 'Centroamérica',
  caribe: 'Caribe',
  andes: 'Andes',
  amazonia: 'Amazonía',
  'rio-de-la-plata': 'Río de la Plata',
  paraguay: 'Paraguay',
  chile: 'Chile',
  'guinea-ecuatorial': 'Guinea Ecuatorial',
  filipinas: 'Filipinas',
};
