const key = 'relato.even-loudness';

/** Returns whether this device plays all stories equally loud. */
export function isLoudnessEven(): boolean {
  try {
    return localStorage.getItem(key) !== 'no';
  } catch {
    return true;
  }
}

export function setLoudnessEven(isEven: boolean): void {
  try {
    localStorage.setItem(key, isEven ? 'yes' : 'no');
  } catch {
    // With a full or forbidden storage the setting lasts as long as its switch is shown.
  }
}
