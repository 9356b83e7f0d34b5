import { readLocal, storeLocal } from '../local-storage.ts';

const key = 'relato.even-loudness';

export const isLoudnessEven = (): boolean => readLocal(key) !== 'no';

export const setLoudnessEven = (isEven: boolean): void => void storeLocal(key, isEven ? 'yes' : 'no');
