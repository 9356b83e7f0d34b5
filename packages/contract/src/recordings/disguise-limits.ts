/**
 * The ranges for the random shift of pitch and formants by each disguise, in semitones. Three semitones are 16 %. If the two
 * shifts have opposite signs, the first formant follows by half. They are separate from `limits`, because no first screen
 * needs them.
 */
export const disguiseLimits = {
  deep: { pitch: [-5, -3.2], formants: [-4.5, -3.2] },
  high: { pitch: [3.2, 5], formants: [3.2, 4.5] },
  strange: { pitch: [3.2, 5], formants: [-6.5, -5.7] },
} as const;
